import assert from "node:assert/strict";
import { BATCH_KINDS } from "../../../core/contract/mod.ts";
import { formatBatchId } from "../../../core/naming/mod.ts";
import { loadBatch, loadNewestBatch } from "../../../web/canvas/batches.ts";
import { assertProblem } from "./answers.ts";
import { type Envelope, makeEnvelope } from "./envelopes.ts";
import { authorize, openStores, serveStack, type Stack, type Stores } from "./stack.ts";

const DAYS = ["2026-02-27", "2026-02-28", "2026-03-01", "9999-12-31"];
const BATCHES = DAYS.flatMap((localDate) => BATCH_KINDS.map((kind) => ({ localDate, kind })));

let stores: Stores;
let stack: Stack;
let envelope: Envelope;

Deno.test.beforeAll(async () => {
  stores = await openStores();
  stack = serveStack(stores);
  envelope = await makeEnvelope({ module: "export default () => 'ada';" });
  for (const { localDate, kind } of BATCHES) await stores.commit("ada", localDate, kind, [envelope.bytes]);
});
Deno.test.afterAll(async () => {
  await stack.close();
  await stores.close();
});

async function get(path: string, user = "ada"): Promise<Response> {
  return await fetch(stack.web.url + path, { headers: await authorize(user) });
}

Deno.test("the page of every batch, of any kind, opens with the integrity of its modules", async () => {
  for (const { localDate, kind } of BATCHES) {
    const batchId = formatBatchId(localDate, kind);
    const response = await get(`/feed/${batchId}`);
    const page = await response.text();
    assert.equal(response.status, 200, `${batchId}: ${page}`);
    assert.ok(page.includes(`data-batch-id="${batchId}"`));
    assert.ok(page.includes(`"/api/widgets/v1/${envelope.hash}/widget.mjs":"sha384-`));
  }
});

Deno.test("the page of a batch that the user does not have is not found", async () => {
  for (const path of ["/feed/20260226-diary", "/feed/20260302-diary", "/feed/00010101-welcome"]) {
    assert.equal((await get(path)).status, 404, path);
  }
  assert.equal((await get("/feed/20260301-diary", "eve")).status, 404);
  for (const path of ["/feed/20260230-diary", "/feed/20260301-brunch", "/feed/20260301-feature_intro"]) {
    assert.equal((await get(path)).status, 400, path);
  }
});

Deno.test("the list of pages links every batch", async () => {
  const page = await (await get("/")).text();
  for (const { localDate, kind } of BATCHES) {
    assert.ok(page.includes(`<a href="/feed/${formatBatchId(localDate, kind)}">`), `${localDate} ${kind}`);
  }
});

Deno.test("the API's route of one batch accepts only the two kinds", async () => {
  for (const kind of BATCH_KINDS) {
    const response = await get(`/api/daily-pages/v2/batches/${formatBatchId("2026-03-01", kind)}`);
    if (kind === "morning_brief" || kind === "evening_brief") {
      assert.equal(response.status, 200);
      await response.body?.cancel();
    } else await assertProblem(response, 400, "daily_page.invalid_batch_id");
  }
});

Deno.test("the canvas finds the batch of its page, of any kind", async () => {
  await fetchingFrom(stack.web.url, "ada", async () => {
    for (const { localDate, kind } of BATCHES) {
      const batchId = formatBatchId(localDate, kind);
      const [batch, ...more] = await loadBatch(batchId);
      assert.deepEqual([batch?.batchId, batch?.widgets.length, more.length], [batchId, 1, 0]);
    }
    for (const missing of ["20260226-diary", "20260230-diary", "brunch", ""]) {
      await assert.rejects(() => loadBatch(missing), { code: "not_found" });
    }
  });
});

Deno.test("the canvas without a batch shows the last one that was committed for the newest day", async () => {
  const days = ["2026-03-02", "2026-03-01"];
  for (const kind of ["welcome", "diary", "morning_brief"] as const) {
    for (const localDate of days) await stores.commit("bob", localDate, kind, [envelope.bytes]);
  }
  await fetchingFrom(stack.web.url, "bob", async () => {
    assert.deepEqual((await loadNewestBatch()).map(({ batchId }) => batchId), ["20260302-morning-brief"]);
  });
  await fetchingFrom(stack.web.url, "eve", async () => assert.deepEqual(await loadNewestBatch(), []));
});

/** Runs code of a page, whose requests are relative to its origin. They are authenticated. */
async function fetchingFrom(origin: string, user: string, run: () => Promise<void>): Promise<void> {
  const original = globalThis.fetch;
  const authorization = await authorize(user);
  globalThis.fetch = (input, init) => {
    if (typeof input !== "string" || !input.startsWith("/")) return original(input, init); // the servers' own
    const headers = { ...Object.fromEntries(new Headers(init?.headers)), ...authorization };
    return original(new URL(input, origin), { ...init, headers });
  };
  try {
    await run();
  } finally {
    globalThis.fetch = original;
  }
}
