import assert from "node:assert/strict";
import type { Batch } from "../../../core/feed/mod.ts";
import type { CommitReport } from "../../../hosts/commit/mod.ts";
import { createPublicApi, INTERNAL_PREFIX, PUBLIC_PREFIX } from "../../../hosts/routes/mod.ts";
import { assertIsolated, assertProblem } from "./answers.ts";
import { type Envelope, makeEnvelope } from "./envelopes.ts";
import { listen, sendRaw, upstreamOf } from "./sockets.ts";
import {
  authorize,
  bearerOf,
  createIdentity,
  openStores,
  serveStack,
  type Stack,
  type Stores,
} from "./stack.ts";

let stores: Stores;
let stack: Stack;
let envelope: Envelope;
let committed: CommitReport;

/** The batches of user "walker", by date from the newest, then by kind. */
let walk: string[];

Deno.test.beforeAll(async () => {
  stores = await openStores();
  stack = serveStack(stores);
  envelope = await makeEnvelope({ module: "export default () => 'ada';", css: ":host { color: red }" });
  committed = await stores.commit("ada", "2026-03-01", "morning_brief", [envelope.bytes]);
  const kinds = ["welcome", "evening_brief", "diary"] as const;
  const committedInOrder: string[] = [];
  for (const date of ["2026-01-31", "2026-02-01", "2026-02-28"]) {
    for (const kind of kinds) {
      committedInOrder.push((await stores.commit("walker", date, kind, [envelope.bytes])).batchId);
    }
  }
  walk = committedInOrder.reverse();
});

Deno.test.afterAll(async () => {
  await stack.close();
  await stores.close();
});

async function get(
  path: string,
  { user = "ada", ...headers }: Record<string, string> = {},
): Promise<Response> {
  return await fetch(stack.cloud.url + path, { headers: { ...await authorize(user), ...headers } });
}

interface List {
  batches: Batch[];
  nextCursor: string | null;
}

Deno.test("a committed batch is listed and found by its id, and its widget by the widget's id", async () => {
  const list = await get(PUBLIC_PREFIX);
  assert.equal(list.status, 200);
  assert.equal(list.headers.get("Content-Type"), "application/json");
  assert.equal(list.headers.get("Cache-Control"), "private, no-cache");
  assertIsolated(list);
  const { batches, nextCursor } = await list.json() as List;
  assert.equal(nextCursor, null);
  assert.equal(list.headers.has("Link"), false);
  const [batch] = batches;
  assert.deepEqual(batch, {
    batchId: "20260301-morning-brief",
    localDate: "2026-03-01",
    kind: "morning_brief",
    committedAt: committed.committedAt,
    widgets: [{
      id: committed.widgets[0]!.id,
      manifest: { id: "weather", cardType: "feed", sizes: ["fill-auto"] },
      bundle: { hash: envelope.hash, size: envelope.bytes.byteLength },
    }],
  });
  assert.deepEqual(await (await get(`${PUBLIC_PREFIX}/20260301-morning-brief`)).json(), batch);
  assert.deepEqual(
    await (await get(`${PUBLIC_PREFIX}/widgets/${committed.widgets[0]!.id}`)).json(),
    batch!.widgets[0],
  );
});

Deno.test("paging through the list in both directions returns each batch once", async () => {
  for (
    const [direction, limit] of [["older", 2], ["newer", 2], ["older", 9], ["newer", 4], [
      "older",
      1,
    ]] as const
  ) {
    const seen: string[] = [];
    let next: string | null = `${PUBLIC_PREFIX}?limit=${limit}&direction=${direction}`;
    for (let page = 0; next !== null; page++) {
      assert.ok(page < 10, "the list has no end");
      const response = await get(next, { user: "walker" });
      const { batches, nextCursor } = await response.json() as List;
      assert.ok(batches.length <= limit);
      const ids = batches.map(({ batchId }) => batchId);
      if (direction === "older") seen.push(...ids);
      else seen.unshift(...ids);
      const link: string | null = response.headers.get("Link");
      assert.equal(link === null, nextCursor === null);
      next = link === null ? null : /^<([^>]+)>; rel="next"$/.exec(link)![1]!;
    }
    assert.deepEqual(seen, walk, `${direction} ${limit}`);
  }
});

Deno.test("the next page is linked by a path, whatever host the request claims", async () => {
  const response = await get(`${PUBLIC_PREFIX}?limit=1`, {
    user: "walker",
    "X-Forwarded-Host": "evil.example",
  });
  assert.match(
    response.headers.get("Link")!,
    /^<\/v2\/daily-pages\?limit=1&cursor=[A-Za-z0-9_-]+>; rel="next"$/,
  );
});

Deno.test("both services reject every request without a valid bearer", async () => {
  const { sessions } = createIdentity({ now: Date.now() });
  const expired = createIdentity({ now: Date.now() - 600_000 }).bearers;
  const authorizations = [
    null,
    "",
    "Bearer",
    "Bearer ",
    "Basic YTpi",
    "Bearer not.a.token",
    `Bearer ${await bearerOf("ada")}x`,
    `Bearer ${await bearerOf("ada")} ${await bearerOf("eve")}`,
    `Bearer ${await expired.issue("ada", 300)}`,
    `Bearer ${(await sessions.open({ userId: "ada" })).token}`,
    `Bearer ${"a".repeat(9000)}`,
  ];
  for (const { base, prefix } of bothServices()) {
    for (
      const path of [
        "",
        "/20260301-morning-brief",
        `/bundles/${envelope.hash}.tckb`,
        "/widgets/x",
        "/a/b/c",
        "/bad",
      ]
    ) {
      for (const authorization of authorizations) {
        const headers = authorization === null ? {} : { Authorization: authorization };
        await assertProblem(await fetch(base + prefix + path, { headers }), 401, "auth.unauthenticated");
      }
    }
  }
});

Deno.test("an unknown path of the storage service is a problem response", async () => {
  const headers = await authorize("ada");
  for (const path of ["/a/b", "/widgets", "/bundles/", "/"]) {
    const response = await fetch(stack.storage.url + INTERNAL_PREFIX + path, { headers });
    if (path === "/widgets") await assertProblem(response, 400, "daily_page.invalid_batch_id");
    else await assertProblem(response, 404, "route.not_found");
  }
});

function bothServices(): { base: string; prefix: string }[] {
  return [
    { base: stack.storage.url, prefix: INTERNAL_PREFIX },
    { base: stack.cloud.url, prefix: PUBLIC_PREFIX },
  ];
}

Deno.test("an invalid Host is a 400", async () => {
  const authorization = `Authorization: Bearer ${await bearerOf("ada")}`;
  for (
    const [{ port }, prefix] of [[stack.storage, INTERNAL_PREFIX], [stack.cloud, PUBLIC_PREFIX]] as const
  ) {
    const answer = await sendRaw(port, [`GET ${prefix} HTTP/1.1`, "Host: a b", authorization]);
    assert.match(answer, /^HTTP\/1\.1 400 /);
  }
});

Deno.test("a 416 of the storage service is not cached, even if that service allows it", async () => {
  const headers = { "Content-Type": "application/problem+json", "Cache-Control": "public, max-age=9" };
  const storage = listen(() => new Response("{}", { status: 416, headers }));
  const { bearers } = createIdentity({ now: Date.now() });
  const api = listen(createPublicApi({ storage: upstreamOf(storage), bearers, log: () => {} }).fetch);
  const response = await fetch(`${api.url}${PUBLIC_PREFIX}/bundles/${envelope.hash}.tckb`, {
    headers: { ...await authorize("ada"), Range: "bytes=0-1" },
  });
  assert.equal(response.status, 416);
  assert.equal(response.headers.get("Cache-Control"), "no-store");
  await response.body!.cancel();
  await api.close();
  await storage.close();
});

Deno.test("an envelope that replaces another with the same module has a different ETag", async () => {
  const module = "export default () => 'same';";
  const [before, after] = [
    await makeEnvelope({ module, css: "a{}" }),
    await makeEnvelope({ module, css: "b{}" }),
  ];
  assert.equal(before.hash, after.hash);
  const path = `${PUBLIC_PREFIX}/bundles/${before.hash}.tckb`;
  await stores.commit("tag", "2026-03-01", "morning_brief", [before.bytes]);
  const first = await get(path, { user: "tag" });
  assert.deepEqual(new Uint8Array(await first.arrayBuffer()), before.bytes);
  await stores.commit("tag", "2026-03-01", "morning_brief", [after.bytes]);
  const etag = first.headers.get("ETag")!;
  const second = await get(path, { user: "tag", "If-None-Match": etag });
  assert.equal(second.status, 200);
  assert.deepEqual(new Uint8Array(await second.arrayBuffer()), after.bytes);
  const resumed = await get(path, { user: "tag", Range: "bytes=10-", "If-Range": etag });
  assert.equal(resumed.status, 200);
  await resumed.body!.cancel();
});
