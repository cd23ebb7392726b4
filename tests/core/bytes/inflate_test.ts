import assert from "node:assert/strict";
import { constants, deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { deflateSync } from "fflate";
import { inflateUpTo } from "../../../core/bytes/inflate.ts";
import { BytesError, inflate } from "../../../core/bytes/mod.ts";
import { nodeInflate } from "../../../hosts/zlib/mod.ts";

const TEXT = new TextEncoder().encode("rain, rain, go away; come again another day. ".repeat(40));
const DEFLATED = deflateSync(TEXT, { level: 9 });
const FIXED = new Uint8Array(deflateRawSync(TEXT, { strategy: constants.Z_FIXED }));
const SKEWED = Uint8Array.from({ length: 600 }, (_, index) => Math.clz32(Math.imul(index, 2_654_435_761)));

function followedBy(stream: Uint8Array, ...bytes: number[]): Uint8Array {
  return Uint8Array.from([...stream, ...bytes]);
}

const CONTENT = fc.oneof(
  fc.uint8Array({ maxLength: 3000 }),
  fc.array(fc.constantFrom(1, 2, 3), { maxLength: 3000 }).map((numbers) => Uint8Array.from(numbers)),
);
const LEVEL = fc.constantFrom(0 as const, 1 as const, 6 as const, 9 as const);

Deno.test("inflates what was deflated at any level, and returns the length of the stream", () => {
  fc.assert(fc.property(CONTENT, LEVEL, (content, level) => {
    const deflated = deflateSync(content, { level });
    assert.deepEqual(inflate(deflated, content.length), { bytes: content, consumed: deflated.length });
  }));
});

Deno.test("inflates what zlib deflated, with each of its strategies", () => {
  const { Z_DEFAULT_STRATEGY, Z_FILTERED, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE } = constants;
  const strategy = fc.constantFrom(Z_DEFAULT_STRATEGY, Z_FILTERED, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE);
  const memLevel = fc.constantFrom(1, 9);
  fc.assert(fc.property(CONTENT, strategy, memLevel, (content, strategy, memLevel) => {
    const deflated = new Uint8Array(deflateRawSync(content, { strategy, memLevel }));
    assert.deepEqual(inflate(deflated, content.length), { bytes: content, consumed: deflated.length });
  }));
});

Deno.test("inflates blocks of all kinds after one another", () => {
  const kinds = [{ level: 0 }, { strategy: constants.Z_FIXED }, { level: 9 }];
  // After a flush an empty stored block follows, and the stream goes on at the next byte.
  const blocks = kinds.flatMap((before) => kinds.map((kind) => [before, kind])).flat().flatMap((options) => [
    ...deflateRawSync(SKEWED, { ...options, finishFlush: constants.Z_SYNC_FLUSH }),
  ]);
  const deflated = Uint8Array.from([...blocks, ...FIXED]);
  const bytes = Uint8Array.from([...Array(18).fill([...SKEWED]).flat(), ...TEXT]);
  assert.deepEqual(inflate(deflated, bytes.length), { bytes, consumed: deflated.length });
});

Deno.test("inflates codes of all lengths and distances up to 32 KiB", () => {
  // Byte n occurs 1.6 to the power of n times, so that the codes have up to 15 bits.
  const skewed = Array.from({ length: 24 }, (_, byte) => new Uint8Array(Math.ceil(1.6 ** byte)).fill(byte));
  const content = Uint8Array.from(
    [...skewed, TEXT, new Uint8Array(31_000), TEXT].flatMap((part) => [...part]),
  );
  for (const memLevel of [1, 9]) {
    const deflated = new Uint8Array(deflateRawSync(content, { memLevel, level: 9 }));
    assert.deepEqual(inflate(deflated, content.length), { bytes: content, consumed: deflated.length });
  }
});

Deno.test("inflates a block of codes of up to 15 bits after one of shorter codes", () => {
  /** Bytes of which each occurs 1.6 times as often as the one before, mixed, so that all are in each block. */
  const mix = (symbols: number): Uint8Array => {
    const bytes = Uint8Array.from(
      Array.from({ length: symbols }, (_, byte) => Array(Math.ceil(1.6 ** byte)).fill(byte)).flat(),
    );
    let state = 1;
    for (let at = bytes.length - 1; at > 0; at--) {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      const other = state % (at + 1);
      [bytes[at], bytes[other]] = [bytes[other]!, bytes[at]!];
    }
    return bytes;
  };
  const [first, second] = [mix(14), mix(24)];
  const options = { strategy: constants.Z_HUFFMAN_ONLY, memLevel: 9 };
  const deflated = Uint8Array.from([
    ...deflateRawSync(first, { ...options, finishFlush: constants.Z_SYNC_FLUSH }),
    ...deflateRawSync(second, options),
  ]);
  const bytes = Uint8Array.from([...first, ...second]);
  assert.deepEqual(inflate(deflated, bytes.length), { bytes, consumed: deflated.length });
});

Deno.test("returns the length of a stream that other bytes follow", () => {
  const result = inflate(followedBy(DEFLATED, 1, 2, 3), TEXT.length);
  assert.deepEqual(result, { bytes: TEXT, consumed: DEFLATED.length });
});

Deno.test("rejects a stream that is cut anywhere", () => {
  for (const deflated of [DEFLATED, deflateSync(TEXT, { level: 0 }), FIXED]) {
    for (let length = 0; length < deflated.length; length++) {
      assert.throws(() => inflate(deflated.subarray(0, length), TEXT.length), { code: "deflate.truncated" });
    }
  }
});

Deno.test("rejects a stream that yields one byte more or less than it should", () => {
  for (const deflated of [DEFLATED, deflateSync(TEXT, { level: 0 }), FIXED]) {
    assert.throws(() => inflate(deflated, TEXT.length - 1), { name: "BytesError", code: "deflate.size" });
    assert.throws(() => inflate(deflated, TEXT.length + 1), { name: "BytesError", code: "deflate.size" });
  }
});

// claim: archive-limits
Deno.test("stops at the size, however much more a stream would yield", () => {
  const bomb = deflateSync(new Uint8Array(10_000_000), { level: 9 });
  assert.throws(() => inflate(bomb, 1000), { code: "deflate.size" });
});

Deno.test("inflates an empty stream in each kind of block", () => {
  const bytes = new Uint8Array(0);
  assert.deepEqual(inflate(Uint8Array.of(3, 0), 0), { bytes, consumed: 2 });
  assert.deepEqual(inflate(Uint8Array.of(1, 0, 0, 255, 255), 0), { bytes, consumed: 5 });
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
    assert.throws(() => inflate(followedBy(Uint8Array.from(stream), 0, 0, 0, 0, 0, 0), 100), {
      code: "deflate.malformed",
    });
  });
}

type Length = number | { zeros: number };

/**
 * A block with codes of its own, which yields one zero byte. The code for code lengths has 0, 1, 2 and 18, a run of zeros;
 * the literal 0 and the end of the block have codes of one bit.
 */
function dynamicBlock(literals: number, distances: number, lengths: Length[]): Uint8Array {
  let bits = "";
  const number = (value: number, length: number): void => {
    for (let bit = 0; bit < length; bit++) bits += (value >>> bit) & 1;
  };
  number(1, 1);
  number(2, 2);
  number(literals - 257, 5);
  number(distances - 1, 5);
  number(18 - 4, 4);
  const order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1];
  for (const symbol of order) number([0, 1, 2, 18].includes(symbol) ? 2 : 0, 3);
  for (const length of lengths) {
    if (typeof length === "number") {
      bits += ["00", "01", "10"][length];
    } else {
      bits += "11";
      number(length.zeros - 11, 7);
    }
  }
  bits += "01"; // the literal, the end of the block
  return Uint8Array.from(bits.match(/.{1,8}/g)!, (byte) => parseInt([...byte].reverse().join(""), 2));
}

const BLOCK = [1, { zeros: 138 }, { zeros: 117 }, 1];
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);

Deno.test("a block has at most 286 literal and 30 distance codes", () => {
  const block = (literals: number, distances: number) =>
    dynamicBlock(literals, distances, [...BLOCK, ...zeros(literals - 257 + distances)]);
  for (const [literals, distances] of [[257, 1], [286, 1], [257, 30], [286, 30]] as const) {
    assert.deepEqual(inflate(block(literals, distances), 1).bytes, new Uint8Array(1));
    assertAgreesWithZlib(block(literals, distances), 1);
  }
  for (const [literals, distances] of [[287, 1], [288, 1], [257, 31], [257, 32]] as const) {
    assert.throws(() => inflate(block(literals, distances), 1), { code: "deflate.malformed" });
    assertAgreesWithZlib(block(literals, distances), 1);
  }
});

Deno.test("a run of code lengths ends with the codes", () => {
  const fits = dynamicBlock(257, 11, [...BLOCK, { zeros: 11 }]);
  assert.deepEqual(inflate(fits, 1).bytes, new Uint8Array(1));
  assert.throws(() => inflate(dynamicBlock(257, 10, [...BLOCK, { zeros: 11 }]), 1), {
    code: "deflate.malformed",
  });
});

Deno.test("a block without a code for its end is rejected", () => {
  const lengths = [1, 1, { zeros: 138 }, { zeros: 117 }, 0];
  assert.throws(() => inflate(dynamicBlock(257, 1, lengths), 1), { code: "deflate.malformed" });
});

Deno.test("incomplete codes are accepted or rejected as by zlib", () => {
  for (const distances of [[0], [1], [2], [0, 1], [1, 1], [1, 2], [2, 2], [1, 1, 1]]) {
    assertAgreesWithZlib(dynamicBlock(257, distances.length, [...BLOCK, ...distances]), 1);
  }
  for (const last of [1, 2]) {
    assertAgreesWithZlib(dynamicBlock(257, 1, [0, { zeros: 138 }, { zeros: 117 }, last, 0]), 1);
    assertAgreesWithZlib(dynamicBlock(257, 1, [last, { zeros: 138 }, { zeros: 117 }, 2, 0]), 1);
  }
});

/** What zlib yields: its bytes and how many it consumed, or null when it throws. */
function inflateByZlib(
  deflated: Uint8Array,
  maxSize: number,
): { bytes: Uint8Array; consumed: number } | null {
  try {
    const { bytes, consumed } = nodeInflate(deflated, maxSize);
    return { bytes: new Uint8Array(bytes), consumed };
  } catch {
    return null;
  }
}

function assertAgreesWithZlib(deflated: Uint8Array, maxSize: number): void {
  let inflated: ReturnType<typeof inflateByZlib> = null;
  try {
    inflated = inflateUpTo(deflated, maxSize);
  } catch (error) {
    assert(error instanceof BytesError);
  }
  assert.deepEqual(inflated, inflateByZlib(deflated, maxSize));
}

Deno.test("any bytes are accepted or rejected as by zlib", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => assertAgreesWithZlib(bytes, 5000)), {
    numRuns: 5000,
  });
});

Deno.test("a stream with any changed byte is accepted or rejected as by zlib", () => {
  for (const deflated of [DEFLATED, FIXED, deflateRawSync(SKEWED)]) {
    for (let at = 0; at < deflated.length; at++) {
      for (let bit = 0; bit < 8; bit++) {
        const changed = Uint8Array.from(deflated);
        changed[at]! ^= 1 << bit;
        assertAgreesWithZlib(changed, 2 * TEXT.length);
      }
    }
  }
});
