import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { LIMITS } from "../../../core/contract/mod.ts";
import { type BundleRecord, encodeBundleRecord, readBundleStream } from "../../../core/tckb/mod.ts";

const hash = (letter: string) => letter.repeat(64);

const RECORDS: BundleRecord[] = [
  { hash: hash("A"), envelope: new Uint8Array([10, 0, 255, 10]), code: null },
  { hash: hash("B"), envelope: null, code: "bundle.not_found" },
  { hash: hash("C"), envelope: new Uint8Array(), code: null },
  { hash: hash("D"), envelope: new Uint8Array(5000).fill(10), code: null },
];

/** Sends bytes in chunks of a size. */
function streamOf(bytes: Uint8Array, chunk = Infinity): ReadableStream<Uint8Array> {
  let offset = 0;
  return new ReadableStream({
    pull(controller) {
      if (offset >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(offset, offset + chunk));
      offset += chunk;
    },
  });
}

async function encode(records: readonly BundleRecord[]): Promise<Uint8Array> {
  return new Uint8Array(await new Blob(records.flatMap(encodeBundleRecord)).arrayBuffer());
}

async function read(bytes: Uint8Array, chunk?: number): Promise<BundleRecord[]> {
  return await Array.fromAsync(readBundleStream(streamOf(bytes, chunk)));
}

Deno.test("records are read as they were encoded, however the stream is cut", async () => {
  const bytes = await encode(RECORDS);
  for (const chunk of [1, 2, 3, 7, 100, 4999, Infinity]) {
    assert.deepEqual(await read(bytes, chunk), RECORDS, `chunks of ${chunk} bytes`);
  }
  assert.deepEqual(await read(new Uint8Array()), []);
});

Deno.test("an envelope has a buffer of its own", async () => {
  const [first] = await read(await encode(RECORDS));
  assert.equal(first!.envelope!.buffer.byteLength, first!.envelope!.byteLength);
});

Deno.test("a record is read before the next one arrives", async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const records = readBundleStream(readable);
  void writer.write(await encode(RECORDS.slice(0, 1)));
  assert.deepEqual((await records.next()).value, RECORDS[0]);
  void writer.close();
  assert.equal((await records.next()).done, true);
});

Deno.test("a stream that ends within a record is an error", async () => {
  const line = await encode([RECORDS[1]!]);
  for (let length = 1; length < line.length; length++) {
    await assert.rejects(read(line.slice(0, length)), /it ends within a header line/);
  }
  const record = await encode([RECORDS[0]!]);
  for (let missing = 1; missing <= 4; missing++) {
    await assert.rejects(read(record.slice(0, -missing)), /it ends within an envelope/);
  }
});

Deno.test("a size that no envelope has is an error", async () => {
  for (const size of [-1, 1.5, "7", null, LIMITS.envelopeBytes + 1]) {
    const line = new TextEncoder().encode(`${JSON.stringify({ hash: hash("A"), size })}\n`);
    await assert.rejects(read(line), /a record has the size/);
  }
});

Deno.test("the largest envelope is read", async () => {
  const envelope = new Uint8Array(LIMITS.envelopeBytes).fill(10, -1);
  const [record] = await read(await encode([{ hash: hash("A"), envelope, code: null }]), 1 << 20);
  assert.equal(Buffer.compare(record!.envelope!, envelope), 0);
});

Deno.test("a header line that does not end is an error before it fills the memory", async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent++;
      controller.enqueue(new Uint8Array(512).fill(0x61));
    },
  });
  await assert.rejects(Array.fromAsync(readBundleStream(endless)), /no header line/);
  assert.ok(sent < 10, `${sent} chunks were read`);
});

Deno.test("bytes that are not records are an error", async () => {
  const page = new TextEncoder().encode(`<!doctype html>${" ".repeat(1_000_000)}`);
  await assert.rejects(read(page), /no header line/);
  for (const line of ["<!doctype html>", "null", "7", '{"hash":7}']) {
    await assert.rejects(read(new TextEncoder().encode(`${line}\n`)), Error);
  }
});

Deno.test("a loop that ends early cancels the stream, and one that fails does too", async () => {
  for (const record of [RECORDS[0]!, { ...RECORDS[1]!, code: 7 } as unknown as BundleRecord]) {
    const bytes = await encode([record]);
    let isCancelled = false;
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(bytes.slice()),
      cancel: () => void (isCancelled = true),
    });
    const readFirst = async () => {
      for await (const { hash } of readBundleStream(stream)) return hash;
    };
    await readFirst().catch(() => {});
    assert.equal(isCancelled, true);
  }
});
