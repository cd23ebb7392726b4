import { type DeflateBits, malformed, truncated } from "./deflate_bits.ts";

const MAX_CODE_BITS = 15;
/** Codes up to this length are found by one lookup; the rare longer ones bit by bit. */
const MAX_TABLE_BITS = 10;
const MAX_SYMBOLS = 288;

/**
 * A canonical prefix code (RFC 1951, §3.2.2). What a symbol means is an entry: bits 0 to 3 are the length of its code, and
 * the others are the caller's. The memory is reused for each block, so that a stream of many small blocks is fast too.
 */
export class PrefixCode {
  /** The entry for each value of the next bits, or 0 when the code is longer than the table's or invalid. */
  readonly table = new Int32Array(1 << MAX_TABLE_BITS);
  /** The bits that index the table. */
  mask = 0;

  /** The entries of all symbols, without the lengths. */
  readonly #meanings: Int32Array;
  /** The number of codes of each length. */
  readonly #counts = new Uint16Array(MAX_CODE_BITS + 1);
  /** The symbols in the order of their codes. */
  readonly #symbols = new Uint16Array(MAX_SYMBOLS);
  /** While building: the offsets of all symbols with a code. */
  readonly #used = new Uint16Array(MAX_SYMBOLS);
  /** While building: the next index in `#symbols` for each length. */
  readonly #next = new Uint16Array(MAX_CODE_BITS + 1);

  /** @param meanings The entry of each symbol, bits 0 to 3 zero */
  constructor(meanings: Int32Array) {
    this.#meanings = meanings;
  }

  /**
   * Builds the code from the lengths of its symbols' codes, 0 for none.
   *
   * @param lengths The lengths from `from` to before `to`
   * @param mayBeIncomplete Whether the code may be empty, or consist of one code of one bit
   */
  build(lengths: Uint8Array, from: number, to: number, mayBeIncomplete: boolean): this {
    let used = 0;
    this.#counts.fill(0);
    for (let at = from; at < to; at++) {
      const length = lengths[at]!;
      if (length === 0) continue;
      this.#counts[length]!++;
      this.#used[used++] = at;
    }
    this.#checkComplete(used, mayBeIncomplete);
    this.#sortSymbols(lengths, from, used);
    this.#fillTable();
    return this;
  }

  /** Takes the next symbol. Returns its entry. */
  take(bits: DeflateBits): number {
    bits.fill();
    const entry = this.table[bits.held & this.mask]! || this.find(bits.held, bits.count);
    if ((entry & 15) > bits.count) throw truncated();
    bits.drop(entry & 15);
    return entry;
  }

  /** Finds the entry of the next symbol bit by bit. */
  find(held: number, count: number): number {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length <= MAX_CODE_BITS; length++) {
      if (length > count) throw truncated();
      code |= (held >>> (length - 1)) & 1;
      const codes = this.#counts[length]!;
      if (code - codes < first) return this.#meanings[this.#symbols[index + (code - first)]!]! | length;
      index += codes;
      first = (first + codes) << 1;
      code <<= 1;
    }
    throw malformed();
  }

  /** zlib's rule: every sequence of bits has a code, unless the code is empty or a single one of one bit. */
  #checkComplete(used: number, mayBeIncomplete: boolean): void {
    let free = 1;
    for (let length = 1; length <= MAX_CODE_BITS; length++) {
      free = free * 2 - this.#counts[length]!;
      if (free < 0) throw malformed();
    }
    const single = mayBeIncomplete && (used === 0 || (used === 1 && this.#counts[1] === 1));
    if (free > 0 && !single) throw malformed();
  }

  #sortSymbols(lengths: Uint8Array, from: number, used: number): void {
    this.#next[1] = 0;
    for (let length = 1; length < MAX_CODE_BITS; length++) {
      this.#next[length + 1] = this.#next[length]! + this.#counts[length]!;
    }
    for (let index = 0; index < used; index++) {
      const at = this.#used[index]!;
      this.#symbols[this.#next[lengths[at]!]!++] = at - from;
    }
  }

  #fillTable(): void {
    const { table } = this;
    let longest = MAX_TABLE_BITS;
    while (longest > 1 && this.#counts[longest] === 0) longest--;
    const size = 1 << longest;
    this.mask = size - 1;
    table.fill(0, 0, size);
    let code = 0;
    let index = 0;
    for (let length = 1; length <= longest; length++, code <<= 1) {
      for (let left = this.#counts[length]!; left > 0; left--, code++) {
        const entry = this.#meanings[this.#symbols[index++]!]! | length;
        for (let at = reverse(code, length); at < size; at += 1 << length) table[at] = entry;
      }
    }
  }
}

function reverse(code: number, length: number): number {
  let reversed = 0;
  for (let bit = 0; bit < length; bit++) reversed |= ((code >>> bit) & 1) << (length - 1 - bit);
  return reversed;
}
