import process from "node:process";
import { errorMessageWithCauses } from "../../core/errors/mod.ts";
import type { Terminal } from "../../terminal/mod.ts";
import { createServerLog } from "../operations/mod.ts";

/**
 * With `TCK_LOG=json`, a terminal whose lines on standard error are events of the log, so that every line there is JSON: the
 * command's own, the runtime's warnings, and an error that ends the process.
 */
export function logAsJson(terminal: Terminal): Terminal {
  const log = createServerLog({ format: "json", level: "info" }, terminal);
  const write = (level: "info" | "warning" | "error", message: string) =>
    log({ event: "command_message", level, message });
  process.removeAllListeners("warning");
  process.on("warning", (warning) => write("warning", errorMessageWithCauses(warning)));
  for (const end of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(end, (error: unknown) => {
      log({ event: "process_failed", level: "error", message: errorMessageWithCauses(error) });
      process.exit(1);
    });
  }
  return {
    print: (line) => terminal.print(line),
    note: (line) => write("info", line),
    warn: (line) => write(line.startsWith("error: ") ? "error" : "warning", line),
    log: (line) => terminal.note(line),
    progress: () => {},
  };
}
