import { stripVTControlCharacters } from "node:util";
import { createLogger, type Logger } from "vite";

/**
 * Hands the dev server's warnings and errors to whoever takes warnings, as plain text without the stacks of its own code.
 * What it has to say beyond that, such as each update, is nobody's concern.
 */
export function createDevLogger(report: (message: string) => void): Logger {
  const warned = new Set<string>();
  const tell = (message: string) => report(withoutStack(stripVTControlCharacters(message)));
  return {
    ...createLogger("silent", { allowClearScreen: false }),
    warn: tell,
    error: tell,
    warnOnce(message) {
      if (!warned.has(message)) tell(message);
      warned.add(message);
    },
  };
}

function withoutStack(message: string): string {
  return message.split("\n").filter((line) => line.trim() !== "" && !/^\s+at /.test(line)).join("\n");
}
