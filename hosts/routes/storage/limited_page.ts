import type { BatchPage, BatchPageQuery, BatchReader, ListedBatch } from "../../../core/feed/mod.ts";

/** The limit of the batches of one answer, in characters of JSON: 4 MiB. One batch is always answered. */
const MAX_PAGE_CHARACTERS = 4 * 1024 * 1024;

/**
 * How many batches the first read has. Each further read has at most twice as many, so that few are in memory beyond
 * the limit.
 */
const FIRST_READ = 2;

/** A page of the list, with its batches as JSON. */
export interface LimitedPage {
  readonly page: BatchPage;
  /** The batches of the page, as a list. */
  readonly json: string;
}

/**
 * Reads a page of the list that ends where its JSON becomes too long: the position to continue from is that of its last
 * batch. A limit in batches says nothing of their size.
 */
export async function readLimitedPage(
  reader: Pick<BatchReader, "listBatches">,
  userId: string,
  query: BatchPageQuery,
  signal?: AbortSignal,
): Promise<LimitedPage> {
  const batches: ListedBatch[] = [];
  let characters = 0;
  let { after } = query;
  for (let read = FIRST_READ;; read = Math.min(2 * read, countFitting(characters, batches.length))) {
    const limit = Math.min(read, query.limit - batches.length);
    const part = await reader.listBatches(userId, { ...query, limit, after }, signal);
    for (const batch of query.direction === "older" ? part.batches : part.batches.toReversed()) {
      characters += batch.json.length;
      if (batches.length > 0 && characters > MAX_PAGE_CHARACTERS) return end(batches.at(-1)!);
      batches.push(batch);
    }
    if (part.next === null || batches.length >= query.limit) return end(part.next);
    after = part.next;
  }

  function end(next: BatchPage["next"]): LimitedPage {
    if (query.direction === "newer") batches.reverse();
    const position = next && { localDate: next.localDate, kind: next.kind };
    return { page: { batches, next: position }, json: `[${batches.map(({ json }) => json).join(",")}]` };
  }
}

/** How many more batches are within the limit when they are like those so far, and one more. */
function countFitting(characters: number, count: number): number {
  return 1 + Math.floor((MAX_PAGE_CHARACTERS - characters) / (characters / count));
}
