import { type DeflateBits, DeflateFault } from "./deflate_bits.ts";

const LONGEST_CODE = 15;
/** Codes up to this length are found by one look into a table; the rare longer ones bit by bit. */
const LONGEST_TABLE_CODE = 10;
const MOST_SYMBOLS = 288;

/**
 * A canonical prefix code (RFC 1951, §3.2.2). It is built again for each block in the same memory, so that a stream of
 * very many small blocks does not take very long.
 */
export class PrefixCode {
  /** For each value of the next bits: symbol × 16 + length of its code, or 0. */
  readonly #table = new Uint16Array(1 << LONGEST_TABLE_CODE);
  /** As many bits as the longest code in the table has, all set. */
  #mask = 0;
  /** How many codes there are of each length. */
  readonly #counts = new Uint16Array(LONGEST_CODE + 1);
  /** All symbols that have a code, in the order of their codes. */
  readonly #symbols = new Uint16Array(MOST_SYMBOLS);
  /** The places of all symbols that have a code, while it is built. */
  readonly #used = new Uint16Array(MOST_SYMBOLS);
  /** Where the next symbol with a code of some length goes, while it is built. */
  readonly #next = new Uint16Array(LONGEST_CODE + 1);

  /**
   * Builds the code whose symbols have codes of the lengths from `from` to before `to`, 0 for none. `singleAllowed` says
   * whether the code may be empty, or one code of one bit.
   */
  build(lengths: Uint8Array, from: number, to: number, singleAllowed: boolean): this {
    let used = 0;
    this.#counts.fill(0);
    for (let at = from; at < to; at++) {
      const length = lengths[at]!;
      if (length === 0) continue;
      this.#counts[length]!++;
      this.#used[used++] = at;
    }
    this.#checkComplete(used, singleAllowed);
    this.#sortSymbols(lengths, from, used);
    this.#fillTable();
    return this;
  }

  /** zlib's rule: a code leaves nothing unassigned, unless it is empty or holds a single code of one bit. */
  #checkComplete(used: number, singleAllowed: boolean): void {
    let free = 1;
    for (let length = 1; length <= LONGEST_CODE; length++) {
      free = free * 2 - this.#counts[length]!;
      if (free < 0) throw new DeflateFault("malformed");
    }
    const single = singleAllowed && (used === 0 || (used === 1 && this.#counts[1] === 1));
    if (free > 0 && !single) throw new DeflateFault("malformed");
  }

  #sortSymbols(lengths: Uint8Array, from: number, used: number): void {
    this.#next[1] = 0;
    for (let length = 1; length < LONGEST_CODE; length++) {
      this.#next[length + 1] = this.#next[length]! + this.#counts[length]!;
    }
    for (let index = 0; index < used; index++) {
      const at = this.#used[index]!;
      this.#symbols[this.#next[lengths[at]!]!++] = at - from;
    }
  }

  #fillTable(): void {
    let longest = LONGEST_TABLE_CODE;
    while (longest > 1 && this.#counts[longest] === 0) longest--;
    const size = 1 << longest;
    this.#mask = size - 1;
    this.#table.fill(0, 0, size);
    let code = 0;
    let index = 0;
    for (let length = 1; length <= longest; length++, code <<= 1) {
      for (let left = this.#counts[length]!; left > 0; left--, code++) {
        const entry = this.#symbols[index++]! * 16 + length;
        for (let at = reverse(code, length); at < size; at += 1 << length) this.#table[at] = entry;
      }
    }
  }

  /** Takes the next symbol. */
  next(bits: DeflateBits): number {
    bits.fill();
    const entry = this.#table[bits.held & this.#mask]!;
    const length = entry & 15;
    if (entry === 0 || length > bits.count) return this.#nextByBit(bits);
    bits.drop(length);
    return entry >>> 4;
  }

  #nextByBit(bits: DeflateBits): number {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length <= LONGEST_CODE; length++) {
      code |= bits.take(1);
      const count = this.#counts[length]!;
      if (code - count < first) return this.#symbols[index + (code - first)]!;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new DeflateFault("malformed");
  }
}

function reverse(code: number, length: number): number {
  let reversed = 0;
  for (let bit = 0; bit < length; bit++) reversed |= ((code >>> bit) & 1) << (length - 1 - bit);
  return reversed;
}
