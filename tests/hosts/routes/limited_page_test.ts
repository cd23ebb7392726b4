import assert from "node:assert/strict";
import type { BatchPageQuery, BatchReader, ListedBatch } from "../../../core/feed/mod.ts";
import { readLimitedPage } from "../../../hosts/routes/storage/limited_page.ts";

const DAYS = 40;

/** A reader of one batch each day, each of so many bytes, that counts what it reads at once. */
function createReader(bytes: number) {
  const all = Array.from({ length: DAYS }, (_, index): ListedBatch => {
    const localDate = new Date(Date.UTC(2026, 0, DAYS - index)).toISOString().slice(0, 10);
    const widgets = [{ id: "w", manifest: { text: "x".repeat(bytes) }, bundle: { hash: "", size: 1 } }];
    const batch = { batchId: localDate, localDate, kind: "diary", committedAt: "" } as const;
    return { ...batch, json: new TextEncoder().encode(JSON.stringify({ ...batch, widgets })) };
  });
  const reads: number[] = [];
  const listBatches: BatchReader["listBatches"] = (_, { limit, direction, after }) => {
    const ordered = direction === "older" ? all : all.toReversed();
    const start = after === null
      ? 0
      : ordered.findIndex(({ localDate }) => localDate === after.localDate) + 1;
    const page = ordered.slice(start, start + limit);
    reads.push(page.length);
    const last = start + limit < DAYS ? page.at(-1)! : null;
    return Promise.resolve({ batches: direction === "older" ? page : page.toReversed(), next: last });
  };
  return { reader: { listBatches }, reads };
}

/** Reads the whole list, page by page. */
async function readAll(bytes: number, query: Omit<BatchPageQuery, "after">) {
  const { reader, reads } = createReader(bytes);
  const pages: string[][] = [];
  let after: BatchPageQuery["after"] = null;
  do {
    const page = await readLimitedPage(reader, "ada", { ...query, after });
    const sent = page.batches.reduce((sum, { json }) => sum + json.length, 0);
    assert.ok(page.batches.length === 1 || sent <= 2 * 1024 * 1024);
    pages.push(page.batches.map(({ localDate }) => localDate));
    after = page.next;
  } while (after !== null);
  return { pages, reads };
}

for (const direction of ["older", "newer"] as const) {
  // claim: list-budget
  Deno.test(`a page ends where it becomes too long, and the pages together are the list: ${direction}`, async () => {
    for (const bytes of [10, 500_000, 9_000_000]) {
      const { pages, reads } = await readAll(bytes, { limit: 100, direction });
      const list = direction === "older" ? pages.flat() : pages.toReversed().flat();
      assert.deepEqual(list, list.toSorted().toReversed());
      assert.equal(new Set(list).size, DAYS);
      assert.equal(pages.length, bytes === 10 ? 1 : bytes === 500_000 ? 10 : DAYS);
      assert.ok(Math.max(...reads) <= 8, "the rows of few batches are in memory at a time");
    }
  });
}

Deno.test("a page has no more batches than are asked for", async () => {
  const { pages } = await readAll(10, { limit: 9, direction: "older" });
  assert.deepEqual(pages.map((page) => page.length), [9, 9, 9, 9, 4]);
});
