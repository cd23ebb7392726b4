import type { BatchPage, BatchPageQuery, BatchReader, ListedBatch } from "../../../core/feed/mod.ts";

/** The limit of the batches of one answer, as JSON: 2 MiB. One batch is always answered. */
const MAX_PAGE_BYTES = 2 * 1024 * 1024;

/** How many batches the first read has. Each further read has at most twice as many. */
const FIRST_READ = 2;

/** The most batches of one read. The manifests in their rows are in memory together. */
const MAX_READ = 8;

/**
 * Reads a page of the list that ends where its JSON becomes too long: the position to continue from is that of its last
 * batch. A limit in batches says nothing of their size.
 */
export async function readLimitedPage(
  reader: Pick<BatchReader, "listBatches">,
  userId: string,
  query: BatchPageQuery,
  signal?: AbortSignal,
): Promise<BatchPage> {
  const batches: ListedBatch[] = [];
  let bytes = 0;
  let { after } = query;
  for (let read = FIRST_READ;; read = Math.min(2 * read, MAX_READ, countFitting(bytes, batches.length))) {
    const limit = Math.min(read, query.limit - batches.length);
    const maxBytes = MAX_PAGE_BYTES - bytes;
    const part = await reader.listBatches(userId, { ...query, limit, after, maxBytes }, signal);
    for (const batch of query.direction === "older" ? part.batches : part.batches.toReversed()) {
      bytes += batch.json.length;
      if (batches.length > 0 && bytes > MAX_PAGE_BYTES) return end(batches.at(-1)!);
      batches.push(batch);
    }
    const isFull = batches.length >= query.limit || bytes >= MAX_PAGE_BYTES;
    if (part.next === null || isFull) return end(part.next);
    after = part.next;
  }

  function end(next: BatchPage["next"]): BatchPage {
    if (query.direction === "newer") batches.reverse();
    return { batches, next: next && { localDate: next.localDate, kind: next.kind } };
  }
}

/** How many more batches are within the limit when they are like those so far, and one more. */
function countFitting(bytes: number, count: number): number {
  return 1 + Math.floor((MAX_PAGE_BYTES - bytes) / (bytes / count));
}
