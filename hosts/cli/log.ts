import type { LogEvent } from "../../core/commit/mod.ts";
import type { Terminal } from "../../terminal/mod.ts";

/** Writes log events to a terminal: one line each, then the cause of a failure. */
export function createTerminalLog(terminal: Terminal): (event: LogEvent) => void {
  return ({ event, level, message, cause }) => {
    if (level === "info") terminal.note(`${event}: ${message}`);
    else terminal.warn(`${level}: ${event}: ${message}${cause === undefined ? "" : `: ${cause}`}`);
  };
}
