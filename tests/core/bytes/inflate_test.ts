import assert from "node:assert/strict";
import fc from "fast-check";
import { deflateSync } from "fflate";
import { inflate, measureDeflate } from "../../../core/bytes/mod.ts";

const TEXT = new TextEncoder().encode("rain, rain, go away; come again another day. ".repeat(40));
const DEFLATED = deflateSync(TEXT, { level: 9 });

function followedBy(stream: Uint8Array, ...bytes: number[]): Uint8Array {
  return Uint8Array.from([...stream, ...bytes]);
}

const CONTENT = fc.oneof(
  fc.uint8Array({ maxLength: 3000 }),
  fc.array(fc.constantFrom(1, 2, 3), { maxLength: 3000 }).map((numbers) => Uint8Array.from(numbers)),
);
const LEVEL = fc.constantFrom(0 as const, 1 as const, 6 as const, 9 as const);

Deno.test("inflates what was deflated at any level, and says how many bytes that took", async () => {
  await fc.assert(fc.asyncProperty(CONTENT, LEVEL, async (content, level) => {
    const deflated = deflateSync(content, { level });
    assert.deepEqual(await inflate(deflated, content.length), { bytes: content, consumed: deflated.length });
  }));
});

Deno.test("tells where a stream ends when other bytes follow it", async () => {
  const result = await inflate(followedBy(DEFLATED, 1, 2, 3), TEXT.length);
  assert.deepEqual(result, { bytes: TEXT, consumed: DEFLATED.length });
});

Deno.test("rejects a stream that is cut anywhere", async () => {
  for (let length = 0; length < DEFLATED.length; length++) {
    await assert.rejects(inflate(DEFLATED.subarray(0, length), TEXT.length), { code: "deflate.truncated" });
  }
});

Deno.test("rejects a stream that yields one byte more or less than it should", async () => {
  await assert.rejects(inflate(DEFLATED, TEXT.length - 1), { name: "BytesError", code: "deflate.size" });
  await assert.rejects(inflate(DEFLATED, TEXT.length + 1), { name: "BytesError", code: "deflate.size" });
});

Deno.test("stops measuring at the maximum, however much more a stream would yield", () => {
  const bomb = deflateSync(new Uint8Array(10_000_000), { level: 9 });
  assert.deepEqual(measureDeflate(bomb, 1000), { problem: "size" });
});

Deno.test("measures an empty stream in each kind of block", () => {
  assert.deepEqual(measureDeflate(Uint8Array.of(3, 0), 0), { consumed: 2, produced: 0 });
  assert.deepEqual(measureDeflate(Uint8Array.of(1, 0, 0, 255, 255), 0), { consumed: 5, produced: 0 });
});

const MALFORMED: Record<string, number[]> = {
  "a block of the reserved kind": [7, 0, 0],
  "a stored block whose lengths disagree": [1, 1, 0, 0, 0, 65],
  "a distance before the first byte": [3, 2, 0],
  "more literal codes than there are symbols": [0xfd, 0xff, 0xff],
  "a code for lengths that is incomplete": [0x05, 0x00, 0x02, 0x00, 0x00],
  "literal symbol 286": [0x1b, 0x03],
};

for (const [what, stream] of Object.entries(MALFORMED)) {
  Deno.test(`rejects ${what}`, () => {
    assert.deepEqual(measureDeflate(followedBy(Uint8Array.from(stream), 0, 0, 0, 0, 0, 0), 100), {
      problem: "malformed",
    });
  });
}

Deno.test("whatever the bytes, measuring ends, and what it accepts inflates to the size it gives", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), async (bytes) => {
      const extent = measureDeflate(bytes, 5000);
      if ("problem" in extent) return;
      const inflated = await inflate(bytes, extent.produced);
      assert.equal(inflated.bytes.length, extent.produced);
      assert.equal(inflated.consumed, extent.consumed);
    }),
    { numRuns: 2000 },
  );
});
