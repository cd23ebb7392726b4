import type { Batch } from "./batch.ts";

/**
 * Finds the batch of the newest day that was committed last.
 *
 * @returns null when there is no batch
 *
 * @example
 * ```ts
 * import { findNewestBatch } from "@tck/tckb/feed";
 * const batches = [
 *   { localDate: "2026-03-02", committedAt: "2026-03-02T05:00:00Z" },
 *   { localDate: "2026-03-02", committedAt: "2026-03-02T18:00:00Z" },
 *   { localDate: "2026-03-01", committedAt: "2026-03-03T05:00:00Z" },
 * ];
 * findNewestBatch(batches) === batches[1]; // true
 * ```
 */
export function findNewestBatch<One extends Pick<Batch, "localDate" | "committedAt">>(
  batches: readonly One[],
): One | null {
  return batches.reduce<One | null>(
    (newest, batch) => newest === null || isNewer(batch, newest) ? batch : newest,
    null,
  );
}

type Dates = Pick<Batch, "localDate" | "committedAt">;

function isNewer(one: Dates, other: Dates): boolean {
  if (one.localDate !== other.localDate) return one.localDate > other.localDate;
  return one.committedAt > other.committedAt;
}
