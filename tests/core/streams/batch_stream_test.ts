import assert from "node:assert/strict";
import {
  type BatchFile,
  encodeBatchFile,
  readBatchStream,
  RecordStreamError,
} from "../../../core/streams/mod.ts";

const FILES: BatchFile[] = [
  { name: "001_a.tckb", envelope: new Uint8Array([10, 0, 255, 10]) },
  { name: "002_b.tckb", envelope: new Uint8Array() },
  { name: "999_c-d.tckb", envelope: new Uint8Array(5000).fill(10) },
];

/** Sends bytes in chunks of a size, and reports whether it was cancelled. */
function streamOf(bytes: Uint8Array, chunk = Infinity) {
  let offset = 0;
  let isCancelled = false;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (offset >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(offset, offset + chunk));
      offset += chunk;
    },
    cancel: () => void (isCancelled = true),
  });
  return { stream, isCancelled: () => isCancelled };
}

async function encode(files: readonly BatchFile[]): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Blob(files.flatMap(encodeBatchFile)).arrayBuffer());
}

async function read(stream: ReadableStream<Uint8Array>): Promise<BatchFile[]> {
  const files: BatchFile[] = [];
  for await (const { name, parts } of readBatchStream(stream)) {
    const blob = new Blob((await Array.fromAsync(parts)).map((part) => Uint8Array.from(part)));
    files.push({ name, envelope: new Uint8Array(await blob.arrayBuffer()) });
  }
  return files;
}

Deno.test("a batch is read as it was encoded, however the stream is cut", async () => {
  const bytes = await encode(FILES);
  for (const chunk of [1, 2, 3, 7, 100, 4999, Infinity]) {
    assert.deepEqual(await read(streamOf(bytes, chunk).stream), FILES, `chunks of ${chunk} bytes`);
  }
  assert.deepEqual(await read(streamOf(new Uint8Array()).stream), []);
});

Deno.test("a batch that ends within a bundle is an error at every byte, and its stream is cancelled", async () => {
  const bytes = await encode(FILES.slice(0, 1));
  for (let length = 1; length < bytes.length; length++) {
    await assert.rejects(read(streamOf(bytes.slice(0, length)).stream), RecordStreamError);
  }
  const { stream, isCancelled } = streamOf(await encode([FILES[0]!, FILES[0]!, FILES[2]!]), 10);
  await assert.rejects(read(stream), /bundle "001_a.tckb" occurs twice/);
  assert.equal(isCancelled(), true);
});

Deno.test("a wrong bundle is named also where its stream cannot be cancelled", async () => {
  const bytes = await encode([FILES[0]!, FILES[0]!]);
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes),
    cancel: () => Promise.reject(new Error("it has ended")),
  });
  await assert.rejects(read(stream), /bundle "001_a.tckb" occurs twice/);
});

Deno.test("a bundle may have 32 MiB, and a header line 1,024 bytes", async () => {
  for (const padding of [0, 1]) {
    const header = JSON.stringify({ name: "001_a.tckb", size: 33_554_432 }).padEnd(1_024 + padding);
    const batch = readBatchStream(streamOf(new TextEncoder().encode(`${header}\n`), 1_000).stream);
    const first = batch.next();
    if (padding > 0) await assert.rejects(first, /no header line/);
    else assert.equal((await first).value?.name, "001_a.tckb");
    await batch.return();
  }
});

Deno.test("no header line has another form, another name or a larger size", async () => {
  const lines = [
    "null",
    "[]",
    "1",
    '"001_a.tckb"',
    "{",
    "",
    '{"name":"001_a.tckb"}',
    '{"name":"001_a.tckb","size":"1"}',
    '{"name":"001_a.tckb","size":1.5}',
    '{"name":"001_a.tckb","size":-1}',
    '{"name":"001_a.tckb","size":33554433}',
    '{"name":1,"size":1}',
    '{"name":"001_a","size":0}',
    '{"name":"1_a.tckb","size":0}',
    '{"name":"000_a.tckb","size":0}',
    '{"name":"001_../a.tckb","size":0}',
    `{"name":"001_${"a".repeat(300)}.tckb","size":0}`,
    '{"__proto__":{"name":"001_a.tckb","size":0}}',
  ];
  for (const line of lines) {
    const { stream } = streamOf(new TextEncoder().encode(`${line}\n`));
    await assert.rejects(read(stream), RecordStreamError, line);
  }
});
