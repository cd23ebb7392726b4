import { measureDeflate } from "./deflate_extent.ts";
import { BytesError } from "./errors.ts";

/** What came out of a deflate stream. */
export interface Inflated {
  /** The bytes that the stream yields. */
  readonly bytes: Uint8Array;
  /** How many of the given bytes the stream takes up, in bytes; fewer than given when other bytes follow it. */
  readonly consumed: number;
}

/**
 * A function that inflates a raw deflate stream (RFC 1951) which should yield exactly `size` bytes. It must never
 * produce more than `size` bytes, must report how many bytes of input the stream takes up, and throws or rejects, with
 * whatever error, when the stream is malformed, ends too early or yields more.
 */
export type Inflate = (deflated: Uint8Array, size: number) => Inflated | Promise<Inflated>;

/**
 * Inflates by `DecompressionStream`. Runtimes disagree on what that does with a stream that ends too early or that other
 * bytes follow, and none tells where a stream ends; so {@linkcode measureDeflate} goes over the stream first, and the
 * runtime only ever sees one that is whole.
 *
 * @param deflated Raw deflate data, followed by anything.
 * @param size How many bytes the stream must yield.
 * @throws {BytesError} `deflate.malformed`, `deflate.truncated` or `deflate.size`.
 *
 * @example
 * ```ts
 * import { inflate } from "@tck/tckb";
 * const stored = new Uint8Array([1, 2, 0, 253, 255, 104, 105]);
 * const { bytes, consumed } = await inflate(stored, 2); // "hi", 7
 * ```
 */
export async function inflate(deflated: Uint8Array, size: number): Promise<Inflated> {
  const extent = measureDeflate(deflated, size);
  if ("problem" in extent) throw rejected(extent.problem, size);
  if (extent.produced !== size) throw rejected("size", size);
  const stream = new Blob([deflated.subarray(0, extent.consumed) as Uint8Array<ArrayBuffer>]).stream();
  const bytes = await collect(stream.pipeThrough(new DecompressionStream("deflate-raw")), size);
  return { bytes, consumed: extent.consumed };
}

async function collect(stream: ReadableStream<Uint8Array>, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  let length = 0;
  for await (const chunk of stream) {
    if (length + chunk.length > size) throw rejected("size", size);
    bytes.set(chunk, length);
    length += chunk.length;
  }
  if (length !== size) throw rejected("size", size);
  return bytes;
}

function rejected(problem: "malformed" | "truncated" | "size", size: number): BytesError {
  const reason = {
    malformed: "it is not valid deflate data",
    truncated: "it ends too early",
    size: `it does not yield ${size} bytes`,
  }[problem];
  return new BytesError(`deflate.${problem}`, `Cannot inflate stream: ${reason}`);
}
