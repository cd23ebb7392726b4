import type { JsonValue } from "../../core/manifest/mod.ts";
import type { Log } from "../routes/mod.ts";
import { currentRequest } from "./current_request.ts";

/** How the log is written. */
export interface ServerLogOptions {
  /** `TCK_LOG`: lines of text, or one JSON object per line. */
  format: "text" | "json";
  /** `TCK_LOG_LEVEL`: what is less severe is left out. */
  level: "info" | "warning" | "error";
}

/** Where the lines go. */
interface Lines {
  note(line: string): void;
  warn(line: string): void;
}

const SEVERITY = { info: 0, warning: 1, error: 2 } as const;

/**
 * Writes events to lines: `{ time, level, event, message, requestId?, … }` as JSON, or the message with its cause as text.
 * Credentials that an error message quotes are left out.
 */
export function createServerLog({ format, level: least }: ServerLogOptions, lines: Lines): Log {
  return (logged) => {
    if (SEVERITY[logged.level] < SEVERITY[least]) return;
    const { event, level, message, ...fields } = logged;
    if (format === "json") {
      const time = new Date().toISOString();
      const requestId = currentRequest.getStore()?.requestId;
      const line = { time, level, event, message, requestId, ...fields };
      lines.note(
        JSON.stringify(line, (_, value: JsonValue) => typeof value === "string" ? redact(value) : value),
      );
      return;
    }
    if (level === "info") lines.note(redact(`${event}: ${message}`));
    else {
      const cause = fields["cause"] === undefined ? "" : `: ${fields["cause"]}`;
      lines.warn(redact(`${level}: ${event}: ${message}${cause}`));
    }
  };
}

const SECRETS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // The user and password of a URL.
  [/([a-z][a-z0-9+.-]*:\/\/)[^\s/@"']+@/gi, "$1…@"],
  // JSON Web Tokens: three parts, of which the first is an object.
  [/\beyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/g, "…"],
  [/\b(Bearer|Basic) +[A-Za-z0-9._~+/=-]+/gi, "$1 …"],
];

/** Leaves out what gives access. */
function redact(text: string): string {
  return SECRETS.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), text);
}
