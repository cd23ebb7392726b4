import { stripVTControlCharacters } from "node:util";
import { createLogger, type Logger } from "vite";

/** A logger for Vite. */
export interface DevLogger extends Logger {
  /** Reports errors again that were reported before: a source was edited. */
  forgetErrors(): void;
}

/**
 * A logger that reports Vite's warnings and errors as plain text without stack traces, and drops everything else. An error
 * is reported once: Vite repeats that of a source for each module and page that requests it.
 */
export function createDevLogger(report: (message: string) => void): DevLogger {
  const warned = new Set<string>();
  const failed = new Set<string>();
  const log = (message: string) => report(withoutStack(stripVTControlCharacters(message)));
  const logOnce = (known: Set<string>, message: string) => {
    if (!known.has(message)) log(message);
    known.add(message);
  };
  return {
    ...createLogger("silent", { allowClearScreen: false }),
    warn: log,
    error: (message) => logOnce(failed, withoutStack(message)),
    warnOnce: (message) => logOnce(warned, message),
    forgetErrors: () => failed.clear(),
  };
}

function withoutStack(message: string): string {
  return message.split("\n").filter((line) => line.trim() !== "" && !/^\s+at /.test(line)).join("\n");
}
