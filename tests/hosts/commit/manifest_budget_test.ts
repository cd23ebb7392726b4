import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { BatchLimitError, scanBundles } from "../../../core/commit/mod.ts";
import { NODE_CODEC } from "../../../hosts/zlib/mod.ts";
import { makeEnvelope } from "../routes/envelopes.ts";

const BATCH = { userId: "ada", localDate: "2026-03-01", kind: "morning_brief" } as const;

/** The envelope of a manifest with so many empty objects. Compressed, 340,000 of them are 1.5 KB. */
async function envelopeOf(objects: number): Promise<Uint8Array> {
  const list = Array.from({ length: objects }, () => ({}));
  return (await makeEnvelope({ manifest: { defaultState: { list } } })).bytes;
}

/** Scans a batch of the same envelope, and measures how long the process answers nobody at most. */
async function scan(envelope: Uint8Array, count: number) {
  const files = Array.from({ length: count }, (_, index) => ({
    name: `${String(index + 1).padStart(3, "0")}_card.tckb`,
    read: () => Promise.resolve(envelope),
  }));
  let [longest, last, scanned] = [0, performance.now(), 0];
  const pause = async () => {
    longest = Math.max(longest, performance.now() - last);
    await setImmediate();
    last = performance.now();
  };
  const onScanned = (done: number) => void (scanned = done);
  const result = await scanBundles(files, BATCH, { ...NODE_CODEC, pause, onScanned }).catch((error) => error);
  return { result, longest, scanned };
}

// claim: batch-budget
Deno.test("a manifest of more values than a card needs is rejected before it is parsed, whatever its compressed size", async () => {
  const envelope = await envelopeOf(340_000);
  await scan(envelope, 1);
  const before = Deno.memoryUsage().heapUsed;
  const { result, longest } = await scan(envelope, 100);
  assert.deepEqual(result.specs, []);
  const codes = new Set(result.events.map(({ code }: { code: string }) => code));
  assert.deepEqual([...codes], ["limit.manifest_bytes"]);
  assert.ok(Deno.memoryUsage().heapUsed - before < 256 * 1024 * 1024);
  assert.ok(longest < 250, `nobody was answered for ${longest} ms`);
});

// claim: batch-budget
Deno.test("the manifests of a batch have a budget together, and the scan ends where it is spent", async () => {
  const { result, scanned } = await scan(await envelopeOf(20_000), 100);
  assert.ok(result instanceof BatchLimitError);
  assert.equal(result.message, "Cannot take the batch: its manifests have more than 200000 values together");
  assert.equal(scanned, 4, "of 40,000 values each");
});

Deno.test("values are counted as they are, not as they are written in a string", async () => {
  const { bytes } = await makeEnvelope({
    manifest: { title: "{[,".repeat(60), defaultState: { text: `\\"${"{,".repeat(60_000)}` } },
  });
  const { result } = await scan(bytes, 4);
  assert.equal(result.specs.length, 4);
});
