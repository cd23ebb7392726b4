import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { crc32, inflate, sha384 } from "../../../core/bytes/mod.ts";
import { readTckb, TckbUnpackError } from "../../../core/tckb/mod.ts";
import { BAD_CASES, fixtureName } from "../../../fixtures/tckb/bad_cases.ts";
import { GOOD_CASES } from "../../../fixtures/tckb/good_cases.ts";
import {
  createPausingCodec,
  NODE_CODEC,
  nodeCrc32,
  nodeInflate,
  nodeSha384,
} from "../../../hosts/zlib/mod.ts";

const TEXT = new TextEncoder().encode("a cold front, then another cold front. ".repeat(500));
const DEFLATED = new Uint8Array(deflateRawSync(TEXT));

Deno.test("inflates to plain bytes and reports the length of the stream, as the core does", async () => {
  const followed = Uint8Array.from([...DEFLATED, 1, 2, 3]);
  const inflated = nodeInflate(followed, TEXT.length);
  assert.deepEqual(inflated, { bytes: TEXT, consumed: DEFLATED.length });
  assert.deepEqual(await inflate(followed, TEXT.length), inflated);
});

Deno.test("inflates an empty stream", () => {
  assert.deepEqual(nodeInflate(Uint8Array.of(3, 0), 0), { bytes: new Uint8Array(0), consumed: 2 });
});

// claim: archive-limits
Deno.test("stops at the first byte beyond the expected size", () => {
  assert.throws(() => nodeInflate(DEFLATED, TEXT.length - 1), { code: "ERR_BUFFER_TOO_LARGE" });
  assert.throws(() => nodeInflate(new Uint8Array(deflateRawSync(new Uint8Array(50_000_000))), 1), {
    code: "ERR_BUFFER_TOO_LARGE",
  });
});

Deno.test("rejects a truncated stream", () => {
  assert.throws(() => nodeInflate(DEFLATED.subarray(0, -1), TEXT.length));
});

Deno.test("checksum and hash agree with the core's", async () => {
  assert.equal(nodeCrc32(TEXT), crc32(TEXT));
  assert.deepEqual(new Uint8Array(nodeSha384(TEXT)), await sha384(TEXT));
});

Deno.test("valid envelopes give the same result with the core's codec and with this one", async () => {
  for (const { name, build } of GOOD_CASES) {
    const bytes = await build();
    assert.deepEqual(await readTckb(bytes, NODE_CODEC), await readTckb(bytes), name);
  }
});

// claim: archive-one-reading
Deno.test("invalid envelopes give the same error with the core's codec and with this one", async () => {
  for (const bad of BAD_CASES) {
    const error = await readTckb(await bad.build(), NODE_CODEC).then(() => null, (reason) => reason);
    assert(error instanceof TckbUnpackError, fixtureName(bad));
    assert.equal(error.code, bad.code, fixtureName(bad));
  }
});

Deno.test("entries read from a Buffer are plain Uint8Arrays", async () => {
  const stored = GOOD_CASES.find((good) => good.name === "stored")!;
  const { module, entries } = await readTckb(Buffer.from(await stored.build()), NODE_CODEC);
  assert.equal(module.constructor, Uint8Array);
  assert.equal(entries[0]!.data.constructor, Uint8Array);
});

Deno.test("the codec that pauses gives the same, and pauses before what is large", async () => {
  let pauses = 0;
  const codec = createPausingCodec(() => Promise.resolve(void pauses++));
  const [small, large] = [new Uint8Array(1_000), new Uint8Array(1_000_000)];
  for (const bytes of [small, large]) {
    const { bytes: inflated } = await codec.inflate(new Uint8Array(deflateRawSync(bytes)), bytes.length);
    assert.deepEqual(inflated, bytes);
    assert.deepEqual(await codec.sha384(bytes), nodeSha384(bytes));
    assert.equal(pauses, bytes === small ? 0 : 2);
  }
});

/** A stream of blocks without content, of ten bits each, before one of text. */
function deflateBehindEmptyBlocks(size: number): Uint8Array<ArrayBuffer> {
  const blocks = Uint8Array.from({ length: size }, (_, at) => [0x02, 0x08, 0x20, 0x80, 0x00][at % 5]!);
  return Uint8Array.from([...blocks, ...DEFLATED]);
}

Deno.test("the codec that pauses counts compressed bytes from its last pause on", async () => {
  let pauses = 0;
  const { inflate } = createPausingCodec(() => Promise.resolve(void pauses++));
  const counts: number[] = [];
  for (let count = 0; count < 6; count++) {
    await inflate(deflateBehindEmptyBlocks(30_000), TEXT.length);
    counts.push(pauses);
  }
  assert.deepEqual(counts, [0, 0, 1, 1, 1, 2]);
});

// claim: archive-limits
Deno.test("the codec that pauses inflates many compressed bytes in parts, whatever their content", async () => {
  let pauses = 0;
  const { inflate } = createPausingCodec(() => Promise.resolve(void pauses++));
  const stream = deflateBehindEmptyBlocks(1_000_000);
  const inflated = await inflate(stream, TEXT.length);
  assert.deepEqual(inflated, { bytes: TEXT, consumed: stream.length });
  assert.ok(pauses >= 15, `${pauses} pauses`);

  pauses = 0;
  const short = deflateBehindEmptyBlocks(60_000);
  for (let entry = 0; entry < 60; entry++) await inflate(short, TEXT.length);
  assert.ok(pauses >= 25, `${pauses} pauses with many small entries`);

  const noise = randomBytes(700_000);
  const deflated = new Uint8Array(deflateRawSync(noise));
  const followed = Uint8Array.from([...deflated, ...new Uint8Array(300_000)]);
  for (const bytes of [deflated, followed]) {
    assert.deepEqual(await inflate(bytes, noise.length), nodeInflate(bytes, noise.length));
  }
  const rejects = (bytes: Uint8Array, size: number, code: string) =>
    assert.rejects(async () => await inflate(bytes, size), { name: "BytesError", code });
  await rejects(deflated, noise.length - 1, "deflate.size");
  await rejects(deflated.subarray(0, -1), noise.length, "deflate.truncated");
  await rejects(deflated.fill(255, 1_000), noise.length, "deflate.malformed");
});
