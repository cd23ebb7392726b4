import { stripVTControlCharacters } from "node:util";
import { createLogger, type Logger } from "vite";

/** A logger that reports Vite's warnings and errors as plain text without stack traces, and drops everything else. */
export function createDevLogger(report: (message: string) => void): Logger {
  const warned = new Set<string>();
  const log = (message: string) => report(withoutStack(stripVTControlCharacters(message)));
  return {
    ...createLogger("silent", { allowClearScreen: false }),
    warn: log,
    error: log,
    warnOnce(message) {
      if (!warned.has(message)) log(message);
      warned.add(message);
    },
  };
}

function withoutStack(message: string): string {
  return message.split("\n").filter((line) => line.trim() !== "" && !/^\s+at /.test(line)).join("\n");
}
