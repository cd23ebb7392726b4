import { BytesError } from "./errors.ts";

/** Reads the bits of a deflate stream, lowest first. */
export class DeflateBits {
  readonly bytes: Uint8Array;
  /** Bits read ahead, the next one lowest. */
  held = 0;
  /** The number of bits in `held`. */
  count = 0;
  /** The offset of the next byte to read. */
  position = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Reads ahead until there are 16 bits, or all that are left. */
  fill(): void {
    while (this.count < 16 && this.position < this.bytes.length) {
      this.held |= this.bytes[this.position++]! << this.count;
      this.count += 8;
    }
  }

  /** Takes the next bits, at most 16. */
  take(length: number): number {
    this.fill();
    if (this.count < length) throw truncated();
    const value = this.held & ((1 << length) - 1);
    this.drop(length);
    return value;
  }

  drop(length: number): void {
    this.held >>>= length;
    this.count -= length;
  }

  /** Drops the bits before the next whole byte. */
  align(): void {
    this.drop(this.count & 7);
  }

  /** Takes whole bytes, when no bits are held: after twice 16 bits that were aligned. */
  takeBytes(length: number): Uint8Array {
    const start = this.position;
    if (start + length > this.bytes.length) throw truncated();
    this.position = start + length;
    return this.bytes.subarray(start, this.position);
  }

  /** The number of bytes that were taken wholly or in part. */
  consumedBytes(): number {
    return this.position - (this.count >>> 3);
  }
}

/** The stream ends too early. */
export function truncated(): BytesError {
  return new BytesError("deflate.truncated", "Cannot inflate stream: it ends too early");
}

/** The stream is not valid deflate data. */
export function malformed(): BytesError {
  return new BytesError("deflate.malformed", "Cannot inflate stream: it is not valid deflate data");
}
