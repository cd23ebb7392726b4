import { BATCH_KINDS } from "../contract/mod.ts";
import { isLocalDate } from "../naming/mod.ts";
import { encodeCursor } from "./cursor.ts";

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
