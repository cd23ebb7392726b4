import { decodeBase64Url, encodeBase64Url } from "../bytes/mod.ts";
import { isBatchKind, isLocalDate, isTimestamp } from "../naming/mod.ts";
import type { BatchPageQuery, BatchPosition } from "./batch.ts";

const VERSION = "1";
const MAXIMUM_LENGTH = 128;

/**
 * A place in a user's list of batches as the opaque text that a client sends back (lifecycle specification, §4). It is
 * bound to the direction it was made for, holds nothing that its user may not see, and is therefore not signed.
 *
 * @param position The last batch of the page; `committedAt` is RFC 3339 in UTC, with `Z`
 * @param direction The way the list is walked
 * @throws {RangeError} when the position is none
 *
 * @example
 * ```ts
 * import { decodeCursor, encodeCursor } from "@tck/tckb";
 * const position = { localDate: "2026-03-01", committedAt: "2026-03-01T06:00:00.000Z", kind: "diary" } as const;
 * const cursor = encodeCursor(position, "older");
 * decodeCursor(cursor, "older"); // the position
 * decodeCursor(cursor, "newer"); // null
 * ```
 */
export function encodeCursor(position: BatchPosition, direction: BatchPageQuery["direction"]): string {
  const { localDate, committedAt, kind } = position;
  if (!isLocalDate(localDate) || !isUtcTimestamp(committedAt) || !isBatchKind(kind)) {
    throw new RangeError("Cannot encode cursor: the position is not a day, a UTC timestamp and a kind");
  }
  return encodeBase64Url(
    new TextEncoder().encode([VERSION, direction, localDate, committedAt, kind].join(" ")),
  );
}

/**
 * The position that a cursor stands for, or null: exactly what {@link encodeCursor} gives for that direction is accepted.
 *
 * @example
 * ```ts
 * import { decodeCursor } from "@tck/tckb";
 * decodeCursor("made up", "older"); // null
 * ```
 */
export function decodeCursor(text: string, direction: BatchPageQuery["direction"]): BatchPosition | null {
  if (text.length > MAXIMUM_LENGTH) return null;
  const [version, madeFor, localDate, committedAt, kind, ...more] = decodeText(text).split(" ");
  if (version !== VERSION || madeFor !== direction || more.length > 0) return null;
  if (localDate === undefined || committedAt === undefined || kind === undefined) return null;
  const valid = isLocalDate(localDate) && isUtcTimestamp(committedAt) && isBatchKind(kind);
  return valid ? { localDate, committedAt, kind } : null;
}

/** The text that the base64url stands for, or an empty one; every part of a valid text is ASCII and checked on its own. */
function decodeText(text: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(decodeBase64Url(text));
  } catch {
    return ""; // neither base64url nor UTF-8
  }
}

function isUtcTimestamp(text: string): boolean {
  return text.endsWith("Z") && isTimestamp(text);
}
