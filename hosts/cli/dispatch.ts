import { errorMessage } from "../../core/errors/mod.ts";
import type { CommandInput, Terminal } from "../../terminal/mod.ts";
import { systemClock } from "../time/mod.ts";
import { DatabaseError } from "../postgres/mod.ts";
import { nameActor } from "../application/actor.ts";
import { type Action, runAction } from "../application/action.ts";
import { callOwner, type TakePart } from "../application/control_socket.ts";
import type { Host } from "./host.ts";
import { createServerLog } from "../operations/server_log.ts";
import { readSettings, resolveAppUrl } from "../application/settings.ts";
import { withStores } from "../application/stores.ts";

/** How long a command waits for another one that holds the data folder. */
const MAX_LOCK_WAIT_MS = 60_000;
const LOCK_POLL_INTERVAL_MS = 200;

/**
 * Runs an action on the stores: in the process that serves the data folder, or else in this one. It waits while
 * another command has the data folder open. The warnings of the action are printed once.
 *
 * @param takePart takes the parts of the result that the action passes on
 */
export async function dispatch<Input, Result>(
  action: Action<Input, Result>,
  input: Input,
  { command, terminal, host, takePart }: {
    command: CommandInput;
    terminal: Terminal;
    host: Host;
    takePart?: TakePart;
  },
): Promise<Result> {
  const dataDir = command.text("data");
  const settings = readSettings();
  const actor = nameActor("command");
  const appUrl = action.notifies ? resolveAppUrl(settings) : null;
  const runHere = () =>
    withStores(settings, dataDir, { terminal, host }, (service) =>
      runAction(action, {
        ...service,
        appUrl,
        actor,
        source: "/commit",
        ...takePart === undefined ? {} : { takePart },
        onProgress: ({ stage, done, total }) => terminal.progress(`${stage} ${done}/${total}`),
      }, input));
  if (settings.databaseUrl) return await runHere();
  const giveUpAt = systemClock.now() + MAX_LOCK_WAIT_MS;
  while (true) {
    const answer = await callOwner<Result>(dataDir, action.name, { input, appUrl, actor }, takePart);
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
