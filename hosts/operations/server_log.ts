import { type Attributes, type LoggerProvider, logs, SeverityNumber } from "@opentelemetry/api";
import { escapeControls } from "../../core/errors/mod.ts";
import type { LogEvent } from "../../core/commit/mod.ts";
import { VERSION } from "../../core/contract/mod.ts";
import type { JsonValue } from "../../core/manifest/mod.ts";
import type { Log } from "../routes/http/mod.ts";
import { currentRequest } from "./current_request.ts";

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
  /** Takes an event as JSON. @default note */
  log?(line: string): void;
}

const SEVERITY = {
  info: SeverityNumber.INFO,
  warning: SeverityNumber.WARN,
  error: SeverityNumber.ERROR,
} as const;

/**
 * Writes events to lines: `{ time, level, event, message, requestId?, … }` as JSON, or the message with its cause as text.
 * Credentials that an error message quotes are left out. Control characters, which a message may have from a service behind,
 * are escaped: only an event begins a line, and the further lines of a cause are indented. Where OpenTelemetry is set up,
 * each event is a record of its log too.
 */
export function createServerLog({ format, level: least }: ServerLogOptions, lines: Lines): Log {
  return (logged) => {
    if (SEVERITY[logged.level] < SEVERITY[least] && logged["audit"] !== true) return;
    const { event, level, message, ...fields } = logged;
    const requestId = currentRequest.getStore()?.requestId;
    emitRecord(logged, requestId);
    if (format === "json") {
      const time = new Date().toISOString();
      const line = { time, level, event, message, requestId, ...fields };
      const text = escapeControls(JSON.stringify(line, redactValue));
      if (lines.log) lines.log(text);
      else lines.note(text);
      return;
    }
    const text = escapeControls(redact(`${event}: ${message}`));
    if (level === "info") lines.note(text);
    else lines.warn(`${level}: ${text}${formatCause(fields["cause"])}`);
  };
}

/**
 * The provider that makes records of the events: the one of the SDK, if the process has set it up, or one that does
 * nothing.
 */
let loggerProvider: LoggerProvider = logs;

/** Sends events to another provider. Deno has set up an API of its own without logs, and so takes none. */
export function sendEventsTo(provider: LoggerProvider): void {
  loggerProvider = provider;
}

function emitRecord({ event, level, message, ...fields }: LogEvent, requestId: string | undefined): void {
  const logger = loggerProvider.getLogger("tck", VERSION);
  const severityNumber = SEVERITY[level];
  if (!logger.enabled({ severityNumber, eventName: event })) return;
  const attributes: Attributes = JSON.parse(JSON.stringify({ requestId, ...fields }, redactValue));
  logger.emit({
    eventName: event,
    severityNumber,
    severityText: level.toUpperCase(),
    body: redact(message),
    attributes,
  });
}

function redactValue(_: string, value: JsonValue): JsonValue {
  return typeof value === "string" ? redact(value) : value;
}

/** Mostly a stack, of which only the first line has text of others. */
function formatCause(cause: JsonValue | undefined): string {
  if (cause === undefined) return "";
  return `: ${redact(String(cause)).split("\n").map((line) => escapeControls(line)).join("\n    ")}`;
}

const SECRETS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // The user and password of a URL.
  [/:\/\/[^\s/@"']+@/g, "://…@"],
  // JSON Web Tokens begin with an object in base64url.
  [/\beyJ[A-Za-z0-9_.-]*/g, "…"],
  [/\b(Bearer|Basic) +[A-Za-z0-9._~+/=-]+/gi, "$1 …"],
];

/** The longest text of an event, in UTF-16 units. */
const MAX_TEXT = 10_000;

/** Leaves out secrets, and the end of a very long text, which may come from a request. */
function redact(text: string): string {
  return SECRETS.reduce(
    (redacted, [pattern, replacement]) => redacted.replace(pattern, replacement),
    shorten(text),
  );
}

/** The last word of a text that is cut is left out too, because it may be a part of what gives access. */
function shorten(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  const cut = text.slice(0, MAX_TEXT);
  return `${cut.slice(0, cut.search(LAST_WORD))}…`;
}

const LAST_WORD = /(?<!\S)\S*$/;
