import { errorMessage } from "../../core/errors/mod.ts";
import type { CommandInput, Terminal } from "../../terminal/mod.ts";
import { systemClock } from "../time/mod.ts";
import { DatabaseError } from "../postgres/mod.ts";
import { type Action, runAction } from "../application/action.ts";
import { callOwner } from "../application/control_socket.ts";
import type { Host } from "./host.ts";
import { createServerLog } from "../operations/mod.ts";
import { readSettings, resolveAppUrl } from "../application/settings.ts";
import { withStores } from "../application/stores.ts";

/** How long a command waits for another one that holds the data folder. */
const MAX_LOCK_WAIT_MS = 60_000;
const LOCK_POLL_INTERVAL_MS = 200;

/**
 * Runs an action on the stores: in the process that owns the data folder, if it serves, else in this one. While another
 * command holds the data folder, it waits. The warnings of the action are printed once.
 */
export async function dispatch<Input, Result>(
  action: Action<Input, Result>,
  input: Input,
  { command, terminal, host }: { command: CommandInput; terminal: Terminal; host: Host },
): Promise<Result> {
  const dataDir = command.text("data");
  const settings = readSettings();
  const appUrl = action.notifies ? resolveAppUrl(settings) : null;
  const runHere = () =>
    withStores(settings, dataDir, { terminal, host }, (service) =>
      runAction(action, {
        ...service,
        appUrl,
        source: "/commit",
        onProgress: ({ stage, done, total }) => terminal.progress(`${stage} ${done}/${total}`),
      }, input));
  if (settings.databaseUrl) return await runHere();
  const giveUpAt = systemClock.now() + MAX_LOCK_WAIT_MS;
  while (true) {
    const answer = await callOwner<Result>(dataDir, action.name, { input, appUrl });
    if (answer) {
      action.warnings?.(answer.result).forEach(createServerLog(settings.log, terminal));
      return answer.result;
    }
    try {
      return await runHere();
    } catch (error) {
      if (!isLocked(error) || systemClock.now() > giveUpAt) throw error;
      terminal.progress(`waiting for the data folder: ${errorMessage(error)}`);
      await systemClock.sleep(LOCK_POLL_INTERVAL_MS);
    }
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === "database.locked";
}
