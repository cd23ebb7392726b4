import { randomUUID } from "node:crypto";
import type { Terminal } from "../../terminal/mod.ts";
import { openObjectStore } from "../objects/mod.ts";
import { openDatabase, type ServiceDependencies } from "../postgres/mod.ts";
import { systemClock } from "../time/mod.ts";
import { openDataFolder } from "./data_folder.ts";
import { createServerLog } from "../operations/mod.ts";
import type { Settings } from "./settings.ts";

/** Opens the database and the object store of the settings and the data folder, and closes them after the work. */
export async function withStores<T>(
  settings: Settings,
  dataDir: string,
  { terminal, host }: { terminal: Terminal; host: { fetchOnce(request: Request): Promise<Response> } },
  work: (service: ServiceDependencies) => Promise<T>,
): Promise<T> {
  await openDataFolder(dataDir, terminal);
  const { objectsUrl, read, retention } = settings;
  // First, so that an invalid URL is reported before a database is created, which takes seconds.
  const objects = await openObjectStore(objectsUrl, {
    dataDir,
    clock: systemClock,
    fetchOnce: host.fetchOnce,
    read,
  });
  await using database = await openDatabase({ url: settings.databaseUrl, dataDir });
  return await work({
    database,
    objects,
    clock: systemClock,
    createId: () => randomUUID(),
    log: createServerLog(settings.log, terminal),
    retention,
  });
}
