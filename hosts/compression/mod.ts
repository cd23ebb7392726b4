/**
 * Compression of response bodies, for Deno and Node: Brotli, and Zstandard with a dictionary.
 *
 * @module
 */
export { nodeBrotli } from "./brotli.ts";
export { loadZstdDictionary } from "./zstd_dictionary.ts";
