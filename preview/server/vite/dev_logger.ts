import { readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { createLogger, type Logger } from "vite";

export interface DevLogger extends Logger {
  /** Called after an edit: the errors of sources that have changed are reported again. */
  sourcesEdited(): void;
}

/**
 * A logger that reports Vite's warnings and errors as plain text without stack traces, and drops everything else. An error
 * is reported once: Vite repeats that of a source for each module and page that requests it.
 */
export function createDevLogger(report: (message: string) => void): DevLogger {
  const warned = new Set<string>();
  const failed = new Map<string, FaultySource | null>();
  const log = (message: string) => report(toPlainText(message));
  return {
    ...createLogger("silent", { allowClearScreen: false }),
    warn: log,
    warnOnce(message) {
      if (!warned.has(message)) log(message);
      warned.add(message);
    },
    error(message, options) {
      const text = toPlainText(message);
      if (failed.has(text)) return;
      failed.set(text, readSource(options?.error));
      report(text);
    },
    sourcesEdited() {
      for (const [message, source] of failed) {
        // The event of the edit that caused the error may come after the error.
        if (source === null || readText(source.file) !== source.text) failed.delete(message);
      }
    },
  };
}

/** A source that Vite could not transform, as it was then. */
interface FaultySource {
  readonly file: string;
  readonly text: string | null;
}

/** The source of an error of a plugin, if it has one. */
function readSource(error: object | null | undefined): FaultySource | null {
  if (!error || !("id" in error) || typeof error.id !== "string") return null;
  const file = error.id.replace(/\?.*$/s, "");
  return { file, text: readText(file) };
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/** What Vite writes before the message of an error in a source. */
const WHEN_FAILED = /^(?:Pre-transform error|Internal server error): /;

function toPlainText(message: string): string {
  return stripVTControlCharacters(message).replace(WHEN_FAILED, "").split("\n")
    .filter((line) => line.trim() !== "" && !/^\s+at /.test(line)).join("\n");
}
