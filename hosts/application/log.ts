import { createServerLog } from "../operations/mod.ts";
import type { Log } from "../routes/mod.ts";
import type { Terminal } from "../../terminal/mod.ts";
import type { Settings } from "./settings.ts";

/** Writes log events to standard error: as text, each on a line with the cause of a failure, or as JSON. */
export function createTerminalLog(
  { log }: Pick<Settings, "log">,
  terminal: Pick<Terminal, "note" | "warn">,
): Log {
  return createServerLog(log, terminal);
}
