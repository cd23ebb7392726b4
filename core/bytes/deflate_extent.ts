import { DeflateBits, DeflateFault } from "./deflate_bits.ts";
import { PrefixCode } from "./prefix_code.ts";

/** Where a deflate stream ends and how much it yields, or why it has no end. */
export type DeflateExtent =
  | {
    /** How many bytes the stream takes up. */
    readonly consumed: number;
    /** How many bytes it yields. */
    readonly produced: number;
  }
  | {
    /** `size`: it yields more than the maximum. */
    readonly problem: "malformed" | "truncated" | "size";
  };

/**
 * Goes over a raw deflate stream (RFC 1951) without producing its output, to tell where it ends and how many bytes it
 * yields. It accepts what zlib accepts: complete codes only, but for a single code of one bit; no distance beyond the
 * bytes already produced; no unused symbols.
 *
 * @param deflated Raw deflate data, followed by anything.
 * @param maximum The most bytes that the stream may yield; the walk stops there.
 *
 * @example
 * ```ts
 * import { measureDeflate } from "@tck/tckb";
 * measureDeflate(new Uint8Array([3, 0, 99]), 0); // { consumed: 2, produced: 0 }
 * ```
 */
export function measureDeflate(deflated: Uint8Array, maximum: number): DeflateExtent {
  const bits = new DeflateBits(deflated);
  try {
    const produced = walkBlocks(bits, maximum);
    return { consumed: bits.consumedBytes(), produced };
  } catch (error) {
    if (error instanceof DeflateFault) return { problem: error.problem };
    throw error;
  }
}

function walkBlocks(bits: DeflateBits, maximum: number): number {
  let dynamic: DynamicCodes | undefined;
  let produced = 0;
  for (let last = 0; last === 0;) {
    last = bits.take(1);
    const kind = bits.take(2);
    if (kind === 3) throw new DeflateFault("malformed");
    if (kind === 0) {
      produced = walkStored(bits, produced, maximum);
    } else {
      const codes = kind === 1 ? fixedCodes() : (dynamic ??= new DynamicCodes()).read(bits);
      produced = walkCodes(bits, codes, produced, maximum);
    }
  }
  return produced;
}

function walkStored(bits: DeflateBits, before: number, maximum: number): number {
  bits.align();
  const length = bits.take(16);
  if (bits.take(16) !== (~length & 0xffff)) throw new DeflateFault("malformed");
  if (before + length > maximum) throw new DeflateFault("size");
  bits.skipBytes(length);
  return before + length;
}

const LENGTH_BASE = [
  ...[3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31],
  ...[35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258],
];
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BASE = [
  ...[1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769],
  ...[1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577],
];
const END_OF_BLOCK = 256;

function walkCodes(bits: DeflateBits, codes: BlockCodes, before: number, maximum: number): number {
  const { literals, distances } = codes;
  let produced = before;
  for (;;) {
    const symbol = literals.next(bits);
    if (symbol < END_OF_BLOCK) {
      produced++;
    } else if (symbol === END_OF_BLOCK) {
      return produced;
    } else {
      const length = LENGTH_BASE[symbol - 257];
      if (length === undefined) throw new DeflateFault("malformed");
      const run = length + bits.take(LENGTH_EXTRA[symbol - 257]!);
      if (takeDistance(bits, distances) > produced) throw new DeflateFault("malformed");
      produced += run;
    }
    if (produced > maximum) throw new DeflateFault("size");
  }
}

function takeDistance(bits: DeflateBits, distances: PrefixCode): number {
  const symbol = distances.next(bits);
  const base = DISTANCE_BASE[symbol];
  if (base === undefined) throw new DeflateFault("malformed");
  return base + bits.take(symbol < 2 ? 0 : (symbol >>> 1) - 1);
}

interface BlockCodes {
  readonly literals: PrefixCode;
  readonly distances: PrefixCode;
}

let fixed: BlockCodes | undefined;

function fixedCodes(): BlockCodes {
  if (fixed) return fixed;
  const lengths = new Uint8Array(320).fill(8, 0, 144).fill(9, 144, 256).fill(7, 256, 280).fill(8, 280, 288)
    .fill(5, 288);
  return fixed = {
    literals: new PrefixCode().build(lengths, 0, 288, false),
    distances: new PrefixCode().build(lengths, 288, 320, false),
  };
}

/** The order in which a block's header lists the lengths of the codes for code lengths (RFC 1951, §3.2.7). */
const LENGTH_CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** The codes that a block brings itself. */
class DynamicCodes implements BlockCodes {
  readonly literals = new PrefixCode();
  readonly distances = new PrefixCode();
  readonly #lengthCode = new PrefixCode();
  readonly #lengths = new Uint8Array(286 + 30);

  /** Reads them from the block's header. */
  read(bits: DeflateBits): this {
    const literalCount = bits.take(5) + 257;
    const distanceCount = bits.take(5) + 1;
    const lengthCount = bits.take(4) + 4;
    if (literalCount > 286 || distanceCount > 30) throw new DeflateFault("malformed");
    const lengths = this.#lengths.fill(0, 0, 19);
    for (let index = 0; index < lengthCount; index++) lengths[LENGTH_CODE_ORDER[index]!] = bits.take(3);
    this.#lengthCode.build(lengths, 0, 19, false);
    readLengths(bits, this.#lengthCode, lengths, literalCount + distanceCount);
    if (lengths[END_OF_BLOCK] === 0) throw new DeflateFault("malformed");
    this.literals.build(lengths, 0, literalCount, true);
    this.distances.build(lengths, literalCount, literalCount + distanceCount, true);
    return this;
  }
}

function readLengths(bits: DeflateBits, code: PrefixCode, lengths: Uint8Array, count: number): void {
  for (let at = 0; at < count;) {
    const symbol = code.next(bits);
    if (symbol < 16) {
      lengths[at++] = symbol;
      continue;
    }
    if (symbol === 16 && at === 0) throw new DeflateFault("malformed");
    const value = symbol === 16 ? lengths[at - 1]! : 0;
    const run = symbol === 16 ? 3 + bits.take(2) : symbol === 17 ? 3 + bits.take(3) : 11 + bits.take(7);
    if (at + run > count) throw new DeflateFault("malformed");
    lengths.fill(value, at, at + run);
    at += run;
  }
}
