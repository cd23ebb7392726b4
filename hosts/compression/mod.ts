/**
 * Compression of response bodies, for Deno and Node: Brotli, and Zstandard with a dictionary.
 *
 * @module
 */
import { compressBrotli } from "./brotli.ts";
import { loadZstdDictionary } from "./zstd_dictionary.ts";

/** What bodies are compressed with. */
export interface Compression {
  /** To Brotli. */
  compressBody(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  /** To Zstandard with a dictionary. */
  compressWithDictionary(
    bytes: Uint8Array<ArrayBuffer>,
    dictionary: Uint8Array<ArrayBuffer>,
  ): Uint8Array<ArrayBuffer>;
}

/** Loads the compression of Deno and Node. */
export async function loadCompression(): Promise<Compression> {
  return { compressBody: compressBrotli, compressWithDictionary: await loadZstdDictionary() };
}
