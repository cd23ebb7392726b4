import type * as v from "valibot";
import { quote } from "../../../../core/errors/mod.ts";

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
  const [closest] = known.map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .sort((one, other) => one.distance - other.distance);
  const isLikely = closest !== undefined && closest.distance <= Math.max(2, Math.floor(name.length / 3));
  const advice = isLikely ? `did you mean ${quote(closest.candidate)}?` : `known are ${known.join(", ")}`;
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

/** The Levenshtein distance, ignoring case. */
function editDistance(one: string, other: string): number {
  const letters = other.toLowerCase();
  let row = Array.from({ length: letters.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...one.slice(0, 80).toLowerCase()].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= letters.length; column++) {
      const replaced = row[column - 1]! + (letters[column - 1] === letter ? 0 : 1);
      next.push(Math.min(row[column]! + 1, next[column - 1]! + 1, replaced));
    }
    row = next;
  }
  return row.at(-1)!;
}
