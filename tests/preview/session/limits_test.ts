import assert from "node:assert/strict";
import type { FeedIndexResponse, FeedView } from "../../../preview/protocol.ts";
import { parseBundleGlob } from "../../../preview/server/model/discovery/bundle_glob.ts";
import { until, whileNothingMay } from "../../waiting/mod.ts";
import { makeBundle } from "./bundles.ts";
import { serveOrigin } from "./fetch_cases.ts";
import { openPreviewSession, type PreviewSession, type PreviewSessionOptions } from "./preview_session.ts";
import { Project } from "./project.ts";

Deno.test.sanitizer({ ops: true, resources: true });

async function withSession(
  options: PreviewSessionOptions,
  run: (session: PreviewSession) => Promise<void>,
): Promise<void> {
  await using project = await Project.create();
  const session = await openPreviewSession({ projectDirectory: project.path, watch: false, ...options });
  try {
    await run(session);
  } finally {
    await session.close();
  }
}

async function post(
  session: PreviewSession,
  path: string,
  body: Uint8Array | ReadableStream | string,
  headers: { [name: string]: string } = { "content-type": "application/json" },
): Promise<{ status: number; body: { [name: string]: unknown } }> {
  const init = { method: "POST", headers, body: body as BodyInit, duplex: "half" };
  const response = (await session.handle(new Request(`http://localhost/__tck/${path}`, init)))!;
  return { status: response.status, body: await response.json() };
}

function upload(session: PreviewSession, body: Uint8Array | ReadableStream, label = "001_a") {
  return post(session, "bundle/upload", body, { "x-tck-label": label });
}

Deno.test("an upload of exactly the limit is accepted, and one byte more is rejected", async () => {
  const bytes = await makeBundle("a");
  const chunked = () => ReadableStream.from([bytes.subarray(0, 100), bytes.subarray(100)]);
  const headers = { "x-tck-label": "001_a", "content-length": `${bytes.length}` };
  for (const [limit, status] of [[bytes.length, 200], [bytes.length - 1, 413]] as const) {
    await withSession({ limits: { bundleBytes: limit } }, async (session) => {
      assert.equal((await upload(session, bytes)).status, status);
      assert.equal((await upload(session, chunked())).status, status);
      assert.equal((await post(session, "bundle/upload", chunked(), headers)).status, status);
    });
  }
});

Deno.test("a body that is announced as too large is rejected before it has arrived", async () => {
  await withSession({ limits: { bundleBytes: 10, uploadSeconds: 1 } }, async (session) => {
    const headers = { "x-tck-label": "001_a", "content-length": "11" };
    assert.equal((await post(session, "bundle/upload", new ReadableStream(), headers)).status, 413);
  });
});

Deno.test("a JSON body of exactly the limit is accepted, and one byte more is rejected", async () => {
  const body = JSON.stringify({ id: "batch", label: "Batch", bundles: [] });
  for (const [limit, status] of [[body.length, 200], [body.length - 1, 413]] as const) {
    await withSession({ limits: { jsonBytes: limit } }, async (session) => {
      assert.equal((await post(session, "feed-batches", body)).status, status);
    });
  }
});

// claim: preview-fetch-limits
Deno.test("a fetched bundle of exactly the limit is accepted, and one byte more is rejected", async () => {
  const bytes = await makeBundle("a");
  await using origin = await serveOrigin((_, response) => response.end(bytes));
  for (const [limit, status] of [[bytes.length, 200], [bytes.length - 1, 502]] as const) {
    await withSession({ limits: { bundleBytes: limit }, allowPrivateFetch: true }, async (session) => {
      assert.equal((await post(session, "bundle/fetch", JSON.stringify({ url: origin.url }))).status, status);
    });
  }
});

Deno.test("a label has at most 255 characters, and a feed batch at most 1,000 cards", async () => {
  await withSession({}, async (session) => {
    const bytes = await makeBundle("a");
    assert.equal((await upload(session, bytes, "a".repeat(256))).status, 400);
    const { status, body } = await upload(session, bytes, "a".repeat(255));
    assert.deepEqual([status, body["label"]], [200, "a".repeat(255)]);
    const batch = (count: number) =>
      JSON.stringify({ id: "b", label: "B", bundles: Array(count).fill({ id: body["id"], label: "a" }) });
    assert.equal((await post(session, "feed-batches", batch(1_000))).status, 200);
    assert.equal((await post(session, "feed-batches", batch(1_001))).status, 400);
  });
});

Deno.test("beyond the limits, the oldest uploads and feed batches are dropped", async () => {
  await withSession({ limits: { pathlessBundles: 2, feedBatches: 2 } }, async (session) => {
    for (const text of ["first", "second", "third"]) await upload(session, await makeBundle(text), text);
    assert.deepEqual(session.listBundles().bundles.map(({ label }) => label), ["second", "third"]);
    const register = (id: string): FeedView => session.registerFeedBatch({ id, label: id, bundles: [] });
    const batches = () => (session.feedIndex() as FeedIndexResponse).feeds.slice(1).map(({ id }) => id);
    register("a");
    register("b");
    register("a");
    assert.deepEqual(batches(), ["b", "a"]);
    register("c");
    assert.deepEqual(batches(), ["a", "c"]);
  });
});

Deno.test("a glob has at most 4,096 characters", () => {
  const glob = (length: number) => `${"a".repeat(length - ".tckb".length)}.tckb`;
  assert.equal(parseBundleGlob(glob(4_096), "/base").root, "/base");
  assert.throws(() => parseBundleGlob(glob(4_097), "/base"), { code: "config.invalid_glob" });
});

Deno.test("uploads in quick succession are one change, and a repeated upload changes nothing", async () => {
  await withSession({}, async (session) => {
    await session.ready;
    let changes = 0;
    session.onChange("bundles", () => changes++);
    for (const text of ["a", "b", "c"]) await upload(session, await makeBundle(text), text);
    await until("the uploads are a change", () => changes > 0);
    await upload(session, await makeBundle("a"), "a");
    assert.equal(session.deleteBundle("unknown"), false);
    await whileNothingMay("another change come: a burst ends earlier", 300);
    assert.equal(changes, 1);
    session.registerFeedBatch({ id: "batch", label: "Batch", bundles: [] });
    await until("the feed batch is a change", () => changes > 1);
    assert.equal(session.deleteBundle(session.listBundles().bundles[0]!.id), true);
    await until("the removal is a change", () => changes > 2);
    await whileNothingMay("another change come: a burst ends earlier", 300);
    assert.equal(changes, 3);
  });
});

Deno.test("after it is closed, a session neither follows the disk nor notifies", async () => {
  await using project = await Project.create();
  const session = await openPreviewSession({ projectDirectory: project.path });
  await session.ready;
  let changes = 0;
  session.subscribe(() => changes++);
  await session.addBundle(await makeBundle("b"), { source: "local", label: "001_b" });
  await session.close();
  await project.write("dist/001_a.tckb", await makeBundle("a"));
  await project.write("tck.preview.config.mjs", "export default {};");
  await whileNothingMay("a closed session notify", 500);
  assert.equal(changes, 0);
});

Deno.test("a subscription that has ended gets no further change", async () => {
  await withSession({}, async (session) => {
    const seen: string[] = [];
    const end = session.subscribe(({ type }) => seen.push(type));
    end();
    session.subscribe(({ type }) => seen.push(`other ${type}`));
    await upload(session, await makeBundle("a"));
    await until("the other subscription gets the change", () => seen.length > 0);
    assert.deepEqual(seen, ["other bundles"]);
  });
});
