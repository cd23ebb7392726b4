import type * as v from "valibot";
import { nearestName, quote } from "../../../../core/errors/mod.ts";

/** Begins the message of an issue that is not about the type of the value. */
const STATEMENT = ": ";

/**
 * Formats an issue: `canvas.feeds[0].order is NaN, expected a number`. The issue's message is what was expected, or,
 * after a colon, all that is wrong.
 */
export function formatIssue({ path, input, expected, message }: v.BaseIssue<unknown>): string {
  const place = formatPath(path) || "the default export";
  const subject = expected === "never" ? quote(place) : place;
  if (message.startsWith(STATEMENT)) return `${subject} ${message.slice(STATEMENT.length)}`;
  return `${place} is ${formatValue(input)}, expected ${message}`;
}

/** The message of an issue about a field that does not exist. */
export function formatUnknownField(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  const advice = nearest === null ? `known are ${known.join(", ")}` : `did you mean ${quote(nearest)}?`;
  return `${STATEMENT}is not a field: ${advice}`;
}

function formatPath(path: v.BaseIssue<unknown>["path"]): string {
  const keys = (path ?? []).map(({ key }) => typeof key === "number" ? `[${key}]` : `.${String(key)}`);
  return keys.join("").replace(/^\./, "");
}

function formatValue(value: unknown): string {
  if (typeof value === "string") return quote(value);
  if (typeof value === "number" || typeof value === "boolean" || value == null) return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
