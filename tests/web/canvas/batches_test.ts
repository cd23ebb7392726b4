import assert from "node:assert/strict";
import type { Batch } from "../../../core/feed/mod.ts";
import { BatchesError, loadBatch, loadNewestBatch } from "../../../web/canvas/batches.ts";
import { listBundleHashes, readListedBatches } from "../../../web/canvas/listed_widgets.ts";

function batchOf(batchId: string, committedAt: string): Batch {
  return { batchId, committedAt, widgets: [] } as unknown as Batch;
}

/** The pages of a list, by the cursor that leads to each; the first by none or that of a day. */
type Pages = { readonly [cursor: string]: readonly [batches: readonly unknown[], next: string | null] };

/** Answers the requests of `run` with the pages, and returns their queries. */
async function withPages(pages: Pages, run: () => Promise<unknown>): Promise<URLSearchParams[]> {
  const asked: URLSearchParams[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (input) => {
    const { searchParams } = new URL(String(input), "http://localhost");
    asked.push(searchParams);
    const [batches, nextCursor] = pages[searchParams.get("cursor") ?? ""] ?? pages.first!;
    return Promise.resolve(Response.json({ batches, nextCursor }));
  };
  try {
    await run();
  } finally {
    globalThis.fetch = fetch;
  }
  return asked;
}

const MORNING = batchOf("20260304-morning-brief", "2026-03-04T05:00:00Z");
const EVENING = batchOf("20260304-evening-brief", "2026-03-04T18:00:00Z");
const DIARY = batchOf("20260304-diary", "2026-03-04T20:00:00Z");
const YESTERDAY = batchOf("20260303-diary", "2026-03-04T23:00:00Z");

const LONG_DAY: Pages = {
  first: [[MORNING], "a"],
  a: [[EVENING], "b"],
  b: [[DIARY, YESTERDAY], "c"],
  c: [[], null],
};

Deno.test("a batch on a later page of its day's list is found, and no further page is loaded", async () => {
  const asked = await withPages(LONG_DAY, async () => {
    const [found] = await loadBatch(EVENING.batchId);
    assert.equal(found!.batchId, EVENING.batchId);
  });
  assert.deepEqual(asked.map((query) => query.get("limit")), ["5", "4"]);
});

Deno.test("the newest batch is the last that was committed of the whole day", async () => {
  const asked = await withPages(LONG_DAY, async () => {
    const [newest] = await loadNewestBatch();
    assert.equal(newest!.batchId, DIARY.batchId);
  });
  assert.deepEqual(asked.map((query) => query.get("cursor")), [null, "a", "b"]);
});

Deno.test("a list without an end is left after as many batches as a day has, or an empty page", async () => {
  const endless = await withPages(
    { first: [[MORNING], "first"] },
    () => assert.rejects(loadBatch(DIARY.batchId), BatchesError),
  );
  assert.equal(endless.length, 5);
  const empty = await withPages(
    { first: [[], "first"] },
    () => assert.rejects(loadBatch(DIARY.batchId), { code: "not_found" }),
  );
  assert.equal(empty.length, 1);
});

const HASH = "A".repeat(64);

Deno.test("a widget whose id another one has already fails, in its own batch and in a later one, and an id has 200 characters at most", () => {
  const widget = (id: unknown) => ({ id, manifest: { id: "m" }, bundle: { hash: HASH, size: 1 } });
  const longest = "w".repeat(200);
  const read = readListedBatches([
    { ...MORNING, widgets: [widget("a"), widget("a"), widget(longest), widget(`${longest}w`)] },
    { batchId: "none" },
    { ...EVENING, widgets: [widget("b"), widget("a")] },
  ]);
  const ids = read.map(({ widgets }) =>
    widgets.map(({ id, bundle }) => bundle.hash === HASH ? id : `no ${id}`)
  );
  assert.deepEqual(ids, [
    ["a", `no ${MORNING.batchId}#1`, longest, `no ${MORNING.batchId}#3`],
    ["b", `no ${EVENING.batchId}#1`],
  ]);
  assert.deepEqual(listBundleHashes(read), [HASH]);
});
