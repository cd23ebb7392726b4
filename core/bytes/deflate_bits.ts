/** Bits of a deflate stream, lowest first. */
export class DeflateBits {
  /** Bits read ahead, the next one lowest. */
  held = 0;
  /** How many bits are held. */
  count = 0;
  /** The next byte to hold. */
  position = 0;

  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Holds at least 16 bits, or all that are left. */
  fill(): void {
    while (this.count < 16 && this.position < this.#bytes.length) {
      this.held |= this.#bytes[this.position++]! << this.count;
      this.count += 8;
    }
  }

  /** The next bits, at most 16. */
  take(length: number): number {
    this.fill();
    if (this.count < length) throw new DeflateFault("truncated");
    const value = this.held & ((1 << length) - 1);
    this.drop(length);
    return value;
  }

  drop(length: number): void {
    this.held >>>= length;
    this.count -= length;
  }

  /** Goes to the next whole byte. */
  align(): void {
    this.drop(this.count & 7);
  }

  /** Skips whole bytes; the reader stands at a whole byte. */
  skipBytes(length: number): void {
    const start = this.consumedBytes();
    if (start + length > this.#bytes.length) throw new DeflateFault("truncated");
    this.position = start + length;
    this.held = 0;
    this.count = 0;
  }

  /** How many bytes have been begun. */
  consumedBytes(): number {
    return this.position - (this.count >>> 3);
  }
}

/** Ends the walk over a stream from within; `measureDeflate` turns it into its answer. */
export class DeflateFault {
  readonly problem: "malformed" | "truncated" | "size";

  constructor(problem: "malformed" | "truncated" | "size") {
    this.problem = problem;
  }
}
