import { decodeBase64Url, encodeBase64Url } from "../bytes/mod.ts";
import { BATCH_KINDS } from "../contract/mod.ts";
import { isBatchKind, isLocalDate } from "../naming/mod.ts";
import type { BatchPageQuery, BatchPosition } from "./batch.ts";

/** Version 1 also had the time of the commit, which changes when a batch is committed again. */
const VERSION = "2";
/** The longest cursor, in characters. */
const MAX_LENGTH = 128;

/**
 * Encodes a position in a user's list of batches as the opaque cursor that a client sends back (lifecycle specification,
 * §4). It is valid for one direction only. It is not signed, as it holds nothing that its user may not see.
 *
 * @param position The last batch of the page
 * @param direction The direction of the pages
 * @throws {RangeError} When the position is invalid
 *
 * @example
 * ```ts
 * import { decodeCursor, encodeCursor } from "@tck/tckb/feed";
 * const position = { localDate: "2026-03-01", kind: "diary" } as const;
 * const cursor = encodeCursor(position, "older");
 * decodeCursor(cursor, "older"); // the position
 * decodeCursor(cursor, "newer"); // null
 * ```
 */
export function encodeCursor(position: BatchPosition, direction: BatchPageQuery["direction"]): string {
  const { localDate, kind } = position;
  if (!isLocalDate(localDate) || !isBatchKind(kind)) {
    throw new RangeError("Cannot encode cursor: the position is not a date and a kind");
  }
  return encodeBase64Url(new TextEncoder().encode([VERSION, direction, localDate, kind].join(" ")));
}

/**
 * Decodes a cursor, or returns null when {@link encodeCursor} does not return it for that direction.
 *
 * @example
 * ```ts
 * import { decodeCursor } from "@tck/tckb/feed";
 * decodeCursor("invalid", "older"); // null
 * ```
 */
export function decodeCursor(text: string, direction: BatchPageQuery["direction"]): BatchPosition | null {
  if (text.length > MAX_LENGTH) return null;
  const [version, boundTo, localDate, kind, ...more] = decodeText(text).split(" ");
  if (version !== VERSION || boundTo !== direction || more.length > 0) return null;
  if (localDate === undefined || kind === undefined) return null;
  return isLocalDate(localDate) && isBatchKind(kind) ? { localDate, kind } : null;
}

/** The decoded text, or an empty one when it is invalid. */
function decodeText(text: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(decodeBase64Url(text));
  } catch {
    return ""; // neither base64url nor UTF-8
  }
}

const DAY_MS = 86_400_000;
const LAST_KIND = BATCH_KINDS.toSorted().at(-1)!;

/**
 * Formats the query of the list route whose page begins with the batches of a date, all of them. A batch of any kind is
 * found this way, while the single-batch route accepts only two kinds (lifecycle specification, phase C and D.4).
 *
 * @param localDate `YYYY-MM-DD`
 * @param size The most batches of the page
 * @throws {RangeError} When it is not a date
 *
 * @example
 * ```ts
 * import { formatDayQuery } from "@tck/tckb/feed";
 * const url = `/v2/daily-pages?${formatDayQuery("2026-03-01")}`;
 * ```
 */
export function formatDayQuery(localDate: string, size: number = BATCH_KINDS.length): string {
  const limit = `limit=${size}`;
  const next = new Date(Date.parse(localDate) + DAY_MS).toISOString().slice(0, 10);
  // Nothing is listed before the last date of the calendar.
  if (!isLocalDate(next)) return limit;
  return `${limit}&cursor=${encodeCursor({ localDate: next, kind: LAST_KIND }, "older")}`;
}
