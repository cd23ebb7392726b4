import { DeflateBits, malformed, truncated } from "./deflate_bits.ts";
import { type BlockCodes, DynamicCodes, fixedCodes, KIND } from "./deflate_codes.ts";
import { BytesError } from "./errors.ts";

/** An inflated deflate stream. */
export interface Inflated {
  /** The bytes that the stream yields. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The length of the stream in bytes; less than the input's when other bytes follow it. */
  readonly consumed: number;
}

/**
 * Inflates a raw deflate stream (RFC 1951) that should yield `size` bytes. It must not produce more, must return the
 * length of the stream, and throws or rejects with any error when the stream is malformed, ends too early or yields more.
 * A host may inject a faster one than {@linkcode inflate}.
 */
export type Inflate = (deflated: Uint8Array, size: number) => Inflated | Promise<Inflated>;

/**
 * Inflates a raw deflate stream that must yield exactly `size` bytes. It accepts what zlib accepts, on every runtime, and
 * returns the length of the stream, which `DecompressionStream` does not.
 *
 * @param deflated Raw deflate data, which other bytes may follow
 * @param size The number of bytes that the stream yields
 * @throws {BytesError} `deflate.malformed`, `deflate.truncated` or `deflate.size`
 */
export function inflate(deflated: Uint8Array, size: number): Inflated {
  const inflated = inflateUpTo(deflated, size);
  if (inflated.bytes.length !== size) throw wrongSize(size);
  return inflated;
}

/** Inflates a stream that yields at most `maxSize` bytes. */
export function inflateUpTo(deflated: Uint8Array, maxSize: number): Inflated {
  const bits = new DeflateBits(deflated);
  const output = new Uint8Array(maxSize);
  let dynamic: DynamicCodes | undefined;
  let length = 0;
  for (let last = 0; last === 0;) {
    last = bits.take(1);
    const kind = bits.take(2);
    if (kind === 3) throw malformed();
    if (kind === 0) {
      length = copyStored(bits, output, length);
    } else {
      const codes = kind === 1 ? fixedCodes() : (dynamic ??= new DynamicCodes()).read(bits);
      length = inflateBlock(bits, codes, output, length);
    }
  }
  return { bytes: output.subarray(0, length), consumed: bits.consumedBytes() };
}

function copyStored(bits: DeflateBits, output: Uint8Array, at: number): number {
  bits.align();
  const length = bits.take(16);
  if (bits.take(16) !== (~length & 0xffff)) throw malformed();
  if (at + length > output.length) throw wrongSize(output.length);
  output.set(bits.takeBytes(length), at);
  return at + length;
}

/**
 * Inflates a compressed block into the output from `start`, and returns where it ends. The state is kept in local
 * variables, and bits are read ahead by the word: both make it much faster. 20 bits suffice for a code and the extra bits
 * of a length. Bits of `held` above `count` may be set; they are the next ones of the stream, and are set again later.
 */
function inflateBlock(
  bits: DeflateBits,
  { literals, distances }: BlockCodes,
  output: Uint8Array,
  start: number,
): number {
  const { bytes } = bits;
  const { table: literalTable, mask: literalMask } = literals;
  const { table: distanceTable, mask: distanceMask } = distances;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const inputEnd = bytes.length;
  const outputEnd = output.length;
  let { held, count, position } = bits;
  let at = start;
  for (;;) {
    if (count < 20) {
      if (position + 4 <= inputEnd) {
        held |= view.getUint32(position, true) << count;
        position += (31 - count) >> 3;
        count |= 24;
      } else {
        for (; count < 24 && position < inputEnd; count += 8) held |= bytes[position++]! << count;
      }
    }
    const entry = literalTable[held & literalMask]! || literals.find(held, count);
    const codeBits = entry & 15;
    if (codeBits > count) throw truncated();
    held >>>= codeBits;
    count -= codeBits;
    const kind = entry & KIND.mask;
    if (kind === 0) {
      if (at === outputEnd) throw wrongSize(outputEnd);
      output[at++] = entry >>> 16;
      continue;
    }
    if (kind !== KIND.length) {
      if (kind === KIND.reserved) throw malformed();
      bits.held = held;
      bits.count = count;
      bits.position = position;
      return at;
    }
    const lengthExtra = (entry >>> 4) & 15;
    const end = at + (entry >>> 16) + (held & ((1 << lengthExtra) - 1));
    held >>>= lengthExtra;
    count -= lengthExtra;
    if (position + 4 <= inputEnd) {
      held |= view.getUint32(position, true) << count;
      position += (31 - count) >> 3;
      count |= 24;
    } else {
      for (; count < 24 && position < inputEnd; count += 8) held |= bytes[position++]! << count;
    }
    const distanceEntry = distanceTable[held & distanceMask]! || distances.find(held, count);
    const distanceBits = distanceEntry & 15;
    held >>>= distanceBits;
    count -= distanceBits;
    const distanceExtra = (distanceEntry >>> 4) & 15;
    if (distanceExtra > count) {
      for (; count < 24 && position < inputEnd; count += 8) held |= bytes[position++]! << count;
      if (distanceExtra > count) throw truncated();
    }
    let from = at - (distanceEntry >>> 16) - (held & ((1 << distanceExtra) - 1));
    held >>>= distanceExtra;
    count -= distanceExtra;
    if ((distanceEntry & KIND.mask) !== 0 || from < 0) throw malformed();
    if (end > outputEnd) throw wrongSize(outputEnd);
    while (at < end) output[at++] = output[from++]!;
  }
}

function wrongSize(size: number): BytesError {
  return new BytesError("deflate.size", `Cannot inflate stream: it does not yield ${size} bytes`);
}
