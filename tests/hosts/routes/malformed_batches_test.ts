import assert from "node:assert/strict";
import { BATCH, cloudOf, DAY, FEED, get } from "./page_answers.ts";

/** What a service behind may send in place of another batch of the day. */
const MALFORMED: readonly unknown[] = [
  null,
  7,
  {},
  { ...BATCH, batchId: "20260301-evening-brief", widgets: undefined },
  { ...BATCH, batchId: "20260301-evening-brief", widgets: {} },
  { ...BATCH, batchId: "20260301-diary", committedAt: 1 },
  { ...BATCH, batchId: "never-a-batch" },
];

const EVENING = "/feed/20260301-evening-brief";

/** A cloud whose lists have one more entry before and after the good batch. */
function cloudWith(entry: unknown) {
  const list = { batches: [entry, BATCH, entry] };
  return cloudOf({
    [DAY]: list,
    "/v2/daily-pages?limit=5": list,
    "/v2/daily-pages?limit=40": list,
  });
}

// claim: malformed-widget-fails-alone
Deno.test("a batch that cannot be read is left out of the list, and the pages of the others are shown", async () => {
  for (const [index, entry] of MALFORMED.entries()) {
    for (const path of ["/", "/feed", FEED, "/embed/daily-page/v2"]) {
      const answer = await get(path, {}, cloudWith(entry));
      const page = await answer.text();
      assert.equal(answer.status, 200, `${path} with entry ${index}`);
      if (path === "/") assert.ok(page.includes(FEED));
    }
  }
});

Deno.test("a batch that is asked for and cannot be read is a failure of the service behind, not a missing batch", async () => {
  assert.equal((await get(EVENING, {}, cloudWith(MALFORMED[3]))).status, 502);
  const early = cloudOf({
    [DAY]: { batches: [MALFORMED[3]], nextCursor: "next" },
    "/v2/daily-pages?limit=4&cursor=next": { batches: [BATCH], nextCursor: null },
  });
  assert.equal((await get(EVENING, {}, early)).status, 502, "it may be the one of the first page");
  const whole = cloudOf({ [DAY]: { batches: [BATCH] } });
  assert.equal((await get(EVENING, {}, whole)).status, 404);
});

Deno.test("a list of which nothing can be read is a failure of the service behind, not an empty list", async () => {
  for (const entry of MALFORMED) {
    const cloud = cloudOf({ "/v2/daily-pages?limit=40": { batches: [entry] } });
    assert.equal((await get("/", {}, cloud)).status, 502);
  }
});

Deno.test("a full page of which one batch cannot be read leads to older days", async () => {
  const batches = [
    null,
    ...Array.from({ length: 39 }, (_, index) => {
      const day = String(39 - index > 28 ? 28 : 39 - index).padStart(2, "0");
      const month = 39 - index > 28 ? "02" : "01";
      return { ...BATCH, batchId: `2026${month}${day}-morning-brief` };
    }),
  ];
  const answer = await get("/", {}, cloudOf({ "/v2/daily-pages?limit=40": { batches, nextCursor: "next" } }));
  assert.match(await answer.text(), /href="\/\?date=/);
});

Deno.test("where a list ends early because of its size, the rest of the day is asked for", async () => {
  const large = { ...BATCH, batchId: "20260301-diary", committedAt: "2020-01-01T00:00:00Z" };
  const [first, rest] = [{ batches: [large], nextCursor: "next" }, { batches: [BATCH], nextCursor: null }];
  const cloud = cloudOf({
    [DAY]: first,
    "/v2/daily-pages?limit=5": first,
    "/v2/daily-pages?limit=4&cursor=next": rest,
  });
  assert.equal((await get(FEED, {}, cloud)).status, 200);
  const newest = await (await get("/feed", {}, cloud)).text();
  assert.ok(newest.includes(BATCH.batchId), "the batch of the newest day that was committed last");
});

Deno.test("a home page that ends within the first day leads to the day before", async () => {
  const cloud = cloudOf({ "/v2/daily-pages?limit=40": { batches: [BATCH], nextCursor: "next" } });
  assert.match(await (await get("/", {}, cloud)).text(), /href="\/\?date=2026-02-28"/);
});
