import { type DeflateBits, malformed } from "./deflate_bits.ts";
import { PrefixCode } from "./prefix_code.ts";

/**
 * An entry of these codes has the number of extra bits in bits 4 to 7, its kind in bits 8 and 9, and from bit 16 a literal,
 * or the base of a length or distance. A literal and a distance have kind 0.
 */
export const KIND = { mask: 0x300, length: 0x100, endOfBlock: 0x200, reserved: 0x300 } as const;

/** The two codes of a block. */
export interface BlockCodes {
  readonly literals: PrefixCode;
  readonly distances: PrefixCode;
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

const LITERALS = Int32Array.from({ length: 288 }, (_, symbol) => {
  if (symbol < END_OF_BLOCK) return symbol << 16;
  if (symbol === END_OF_BLOCK) return KIND.endOfBlock;
  const base = LENGTH_BASE[symbol - 257];
  return base === undefined ? KIND.reserved : (base << 16) | KIND.length | (LENGTH_EXTRA[symbol - 257]! << 4);
});
const DISTANCES = Int32Array.from({ length: 32 }, (_, symbol) => {
  const base = DISTANCE_BASE[symbol];
  const extra = symbol < 2 ? 0 : (symbol >>> 1) - 1;
  return base === undefined ? KIND.reserved : (base << 16) | (extra << 4);
});
const CODE_LENGTHS = Int32Array.from({ length: 19 }, (_, symbol) => symbol << 16);

let fixed: BlockCodes | undefined;

/** The codes of a block without codes of its own. */
export function fixedCodes(): BlockCodes {
  if (fixed) return fixed;
  const lengths = new Uint8Array(320).fill(8, 0, 144).fill(9, 144, 256).fill(7, 256, 280).fill(8, 280, 288)
    .fill(5, 288);
  return fixed = {
    literals: new PrefixCode(LITERALS).build(lengths, 0, 288, false),
    distances: new PrefixCode(DISTANCES).build(lengths, 288, 320, false),
  };
}

/** The order of the lengths of the codes for code lengths in a block's header (RFC 1951, §3.2.7). */
const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** The codes in the header of a block. */
export class DynamicCodes implements BlockCodes {
  readonly literals = new PrefixCode(LITERALS);
  readonly distances = new PrefixCode(DISTANCES);
  readonly #codeLengths = new PrefixCode(CODE_LENGTHS);
  readonly #lengths = new Uint8Array(286 + 30);

  /** Reads the codes of the next block. */
  read(bits: DeflateBits): this {
    const literalCount = bits.take(5) + 257;
    const distanceCount = bits.take(5) + 1;
    const codeLengthCount = bits.take(4) + 4;
    if (literalCount > 286 || distanceCount > 30) throw malformed();
    const lengths = this.#lengths.fill(0, 0, 19);
    for (let index = 0; index < codeLengthCount; index++) lengths[CODE_LENGTH_ORDER[index]!] = bits.take(3);
    this.#codeLengths.build(lengths, 0, 19, false);
    readLengths(bits, this.#codeLengths, lengths, literalCount + distanceCount);
    if (lengths[END_OF_BLOCK] === 0) throw malformed();
    this.literals.build(lengths, 0, literalCount, true);
    this.distances.build(lengths, literalCount, literalCount + distanceCount, true);
    return this;
  }
}

function readLengths(bits: DeflateBits, code: PrefixCode, lengths: Uint8Array, count: number): void {
  for (let at = 0; at < count;) {
    const symbol = code.take(bits) >>> 16;
    if (symbol < 16) {
      lengths[at++] = symbol;
      continue;
    }
    if (symbol === 16 && at === 0) throw malformed();
    const value = symbol === 16 ? lengths[at - 1]! : 0;
    const run = symbol === 16 ? 3 + bits.take(2) : symbol === 17 ? 3 + bits.take(3) : 11 + bits.take(7);
    if (at + run > count) throw malformed();
    lengths.fill(value, at, at + run);
    at += run;
  }
}
