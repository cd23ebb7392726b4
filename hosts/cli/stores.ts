import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type ServiceDependencies, systemClock } from "../protocol/mod.ts";
import { openObjectStore } from "../objects/mod.ts";
import { openDatabase } from "../postgres/mod.ts";
import { askControl } from "./control_socket.ts";
import { makeDataFolder, type Settings } from "./settings.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** Milliseconds for which a command waits until another one gives the data folder back. */
const LOCK_PATIENCE = 60_000;

/** Opens the database and the object store that the settings and the data folder name, for as long as the work takes. */
export async function withStores<T>(
  settings: Settings,
  dataDir: string,
  terminal: Terminal,
  work: (service: ServiceDependencies) => Promise<T>,
): Promise<T> {
  await makeDataFolder(dataDir);
  await using database = await openDatabase({ url: settings.databaseUrl, dataDir });
  const objects = await openObjectStore(settings.objectsUrl, dataDir, settings.objectsCredentials);
  return await work({
    database,
    objects,
    clock: systemClock,
    createId: () => randomUUID(),
    log: ({ event, level, message }) => {
      if (level === "info") terminal.note(`${event}: ${message}`);
      else terminal.warn(`${level}: ${event}: ${message}`);
    },
    retention: settings.retention,
  });
}

/**
 * Does an action on the stores: in the process that holds PGlite, when there is one, else in this one. Another command
 * that holds the data folder is waited for.
 *
 * @param request plain JSON
 */
export async function actOnStores<T>(
  settings: Settings,
  dataDir: string,
  terminal: Terminal,
  action: string,
  request: unknown,
  actHere: () => Promise<T>,
): Promise<T> {
  if (settings.databaseUrl) return await actHere();
  const giveUp = Date.now() + LOCK_PATIENCE;
  while (true) {
    const answer = await askControl(dataDir, action, request);
    if (answer) return answer.result as T;
    try {
      return await actHere();
    } catch (error) {
      if (!isLocked(error) || Date.now() > giveUp) throw error;
      terminal.progress(`waiting for the data folder: ${(error as Error).message}`);
      await sleep(200);
    }
  }
}

function isLocked(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === "database.locked";
}
