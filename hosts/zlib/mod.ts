/** Inflation, checksums and hashes by `node:zlib` and `node:crypto`, for Deno and Node. */
import { createHash } from "node:crypto";
import { crc32, inflateRawSync } from "node:zlib";
import type { Crc32, Inflate, Inflated, Sha256, Sha384 } from "../../core/bytes/mod.ts";
import { inflateInParts } from "./inflate_in_parts.ts";

/** What `inflateRawSync` returns with the option `info`; its typings describe only the buffer. */
interface InflateInfo {
  readonly buffer: Uint8Array<ArrayBuffer>;
  readonly engine: { readonly bytesWritten: number };
}

/** The smallest chunk size that zlib accepts. */
const MIN_CHUNK_BYTES = 64;

/**
 * An {@linkcode Inflate} by zlib. It is synchronous: the reader's limits bound how long it takes. The chunk size is one
 * byte more than the output, so that zlib reaches the end of the stream in one call.
 *
 * @throws {Error} from zlib, when the stream is malformed, ends too early or yields more than `size` bytes
 */
export function nodeInflate(deflated: Uint8Array, size: number): Inflated {
  const options = {
    info: true,
    maxOutputLength: Math.max(size, 1),
    chunkSize: Math.max(size + 1, MIN_CHUNK_BYTES),
  };
  const { buffer, engine } = inflateRawSync(deflated, options) as unknown as InflateInfo;
  return {
    bytes: new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length),
    consumed: engine.bytesWritten,
  };
}

/** A synchronous {@linkcode Sha384} by `node:crypto`. */
export function nodeSha384(bytes: Uint8Array): Uint8Array {
  return createHash("sha384").update(bytes).digest();
}

/** A synchronous {@linkcode Sha256} by `node:crypto`. */
export function nodeSha256(bytes: Uint8Array): Uint8Array {
  return createHash("sha256").update(bytes).digest();
}

/** A {@linkcode Crc32} by zlib. */
export function nodeCrc32(bytes: Uint8Array): number {
  return crc32(bytes);
}

/** The functions of zlib, for the options of `readTckb`, `readEntry`, `normaliseTckb` and `scanBundles`. */
export const NODE_CODEC: { inflate: Inflate; sha256: Sha256; sha384: Sha384; crc32: Crc32 } = {
  inflate: nodeInflate,
  sha256: nodeSha256,
  sha384: nodeSha384,
  crc32: nodeCrc32,
};

/** The size in bytes (256 KiB) below which a step takes about a millisecond, unless it has many compressed bytes. */
const SMALL_BYTES = 262_144;

/** How many compressed bytes are inflated at once (64 KiB): some milliseconds, whatever they contain. */
const PART_BYTES = 65_536;

/**
 * {@linkcode NODE_CODEC} for a process that answers requests: it pauses before each step that takes some
 * milliseconds, so that other requests are answered between two steps of one bundle. Compressed bytes are counted
 * over all steps, because an archive may have many small entries.
 */
export function createPausingCodec(pause: () => Promise<void>): typeof NODE_CODEC {
  let deflatedBytes = 0;
  const pauseBefore = async <Result>(size: number, step: () => Result): Promise<Result> => {
    if (size > SMALL_BYTES || deflatedBytes > PART_BYTES) {
      deflatedBytes = 0;
      await pause();
    }
    return step();
  };
  return {
    ...NODE_CODEC,
    inflate: (deflated, size) => {
      if (deflated.length > SMALL_BYTES) return inflateInParts(deflated, size, pause);
      deflatedBytes += deflated.length;
      return pauseBefore(size, () => nodeInflate(deflated, size));
    },
    sha384: (bytes) => pauseBefore(bytes.length, () => nodeSha384(bytes)),
  };
}
