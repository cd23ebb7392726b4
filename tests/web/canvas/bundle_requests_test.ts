// @reads web/service-worker/
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { encodeBundleRecord } from "../../../core/tckb/mod.ts";
import { makeEnvelope } from "../../hosts/routes/envelopes.ts";
import { createBundleRequests, createCaches, inWorker, loadPart, ORIGIN } from "./service_worker_parts.ts";

Deno.test("a bundle that could not be fetched is asked for again, and one that is being fetched is not", async () => {
  const { bytes, hash } = await makeEnvelope({ module: "export default 1;" });
  const caches = { open: () => Promise.reject(new Error("no storage")) };
  const answers = [
    () => new Response(null, { status: 503 }),
    () => new Response(new Uint8Array()),
    () => new Response(new Blob([...encodeBundleRecord({ hash, envelope: bytes, code: null })])),
  ];
  let asked = 0;
  const fetch = () => Promise.resolve(answers[asked++]!());
  await inWorker({ caches, fetch }, async () => {
    const requests = await createBundleRequests();
    const load = async () => (await requests.load([hash]).get(hash)!).code;
    assert.deepEqual(await Promise.all([load(), load()]), ["bundle.unavailable", "bundle.unavailable"]);
    assert.equal(asked, 1);
    assert.equal(await load(), "bundle.unavailable", "an answer without the bundle");
    assert.equal(await load(), null);
    assert.equal(asked, 3);
  });
});

/** A server of bundles, which records the hashes that are asked for. An answer begins with a bundle that nobody wants. */
async function createBundleServer() {
  const [a, b, unwanted] = await Promise.all(
    ["1", "2", "3"].map((value) => makeEnvelope({ module: `export default ${value};` })),
  );
  const envelopes = new Map([a!, b!, unwanted!].map(({ hash, bytes }) => [hash, bytes]));
  const asked: string[][] = [];
  const fetch = (_url: string, init: RequestInit) => {
    const { hashes } = JSON.parse(init.body as string) as { hashes: string[] };
    asked.push(hashes);
    const records = [unwanted!.hash, ...hashes].flatMap((hash) => [
      ...encodeBundleRecord({ hash, envelope: envelopes.get(hash)!, code: null }),
    ]);
    return Promise.resolve(new Response(new Blob(records)));
  };
  return { a: a!.hash, b: b!.hash, asked, fetch };
}

Deno.test("a bundle that is on its way is not asked for with another one, and what is stored is not asked for again", async () => {
  const { a, b, asked, fetch } = await createBundleServer();
  const caches = createCaches();
  await inWorker({ caches, fetch }, async () => {
    const requests = await createBundleRequests();
    const first = requests.load([a]);
    const second = requests.load([a, b]);
    for (const loading of [first.get(a), second.get(a), second.get(b)]) {
      assert.equal((await loading!).code, null);
    }
    assert.deepEqual(asked.splice(0), [[a], [b]]);
    await setImmediate();
    await Promise.all(requests.load([a, b]).values());
    assert.deepEqual(asked, []);
    caches.all.get("tck-bundles-v1")!.stored.delete(`/__tck/bundles/${a}`);
    await Promise.all(requests.load([a, b]).values());
    await setImmediate();
    assert.deepEqual(asked.splice(0), [[a]], "what is stored is not asked for with what is missing");
    caches.all.clear();
    await Promise.all(requests.load([a, b]).values());
    assert.deepEqual(asked, [[a, b]], "nothing is kept but in the cache");
  });
});

Deno.test("a hash that a request has twice is answered once", async () => {
  const { a, b, asked, fetch } = await createBundleServer();
  await inWorker({ caches: createCaches(), fetch }, async () => {
    const requests = await createBundleRequests();
    const body = JSON.stringify({ hashes: [a, b, a] });
    const answer = await requests.answer(new Request(ORIGIN, { method: "POST", body }));
    const text = await answer.text();
    assert.deepEqual([a, b].map((hash) => text.split(`{"hash":"${hash}"`).length), [2, 2]);
    assert.deepEqual(asked, [[a, b]]);
  });
});

Deno.test("a stored bundle that was changed is deleted and fetched, and one that is stored ends those that are too old", async () => {
  const { a, b, asked, fetch } = await createBundleServer();
  const caches = createCaches();
  let now = 1_000_000;
  await inWorker({ caches, fetch, Date: { now: () => now } }, async () => {
    const { store } = await loadPart("stored_responses");
    const { findBundle } = await loadPart("bundle_cache");
    const cache = await caches.open("tck-bundles-v1");
    await store(cache, `/__tck/bundles/${a}`, new Response("changed"));
    assert.deepEqual([await findBundle(a), cache.stored.size], [null, 0]);
    await store(cache, `/__tck/bundles/${a}`, new Response("changed"));
    const requests = await createBundleRequests();
    const load = async (hash: string) => (await requests.load([hash]).get(hash)!).code;
    assert.equal(await load(a), null);
    assert.equal(await load(a), null);
    assert.deepEqual(asked, [[a]]);
    now += 11 * 24 * 60 * 60 * 1000;
    assert.equal(await load(b), null);
    assert.deepEqual([...cache.stored.keys()].filter((key) => key.endsWith(a)), []);
  });
});
