/**
 * Compression of response bodies, for Deno and Node: Brotli, and Zstandard with a dictionary.
 *
 * @module
 */
import type { BodyCompression } from "../routes/mod.ts";
import { nodeBrotli } from "./brotli.ts";
import { loadZstdDictionary } from "./zstd_dictionary.ts";

/** Loads both. */
export async function loadCompression(): Promise<Required<BodyCompression>> {
  return { compressBody: nodeBrotli, compressWithDictionary: await loadZstdDictionary() };
}
