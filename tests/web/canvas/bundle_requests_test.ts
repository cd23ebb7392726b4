// @reads web/service-worker/
import assert from "node:assert/strict";
import { encodeBundleRecord } from "../../../core/tckb/mod.ts";
import type { BundleRequests } from "../../../web/service-worker/bundle_requests.ts";
import type { StoreGate } from "../../../web/service-worker/store_gate.ts";
import { makeEnvelope } from "../../hosts/routes/envelopes.ts";
import { withGlobals } from "./page_globals.ts";

async function createBundleRequests(): Promise<BundleRequests> {
  const load = async (name: string) =>
    await import(new URL(`../../../web/service-worker/${name}.ts`, import.meta.url).href);
  const requests: { BundleRequests: typeof BundleRequests } = await load("bundle_requests");
  const gates: { StoreGate: typeof StoreGate } = await load("store_gate");
  return new requests.BundleRequests(new gates.StoreGate());
}

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
  await withGlobals({ caches, fetch, tckApplication: { version: "v", assets: {} } }, async () => {
    const requests = await createBundleRequests();
    const load = async () => (await requests.load([hash]).get(hash)!).code;
    assert.deepEqual(await Promise.all([load(), load()]), ["bundle.unavailable", "bundle.unavailable"]);
    assert.equal(asked, 1);
    assert.equal(await load(), "bundle.unavailable", "an answer without the bundle");
    assert.equal(await load(), null);
    assert.equal(asked, 3);
  });
});
