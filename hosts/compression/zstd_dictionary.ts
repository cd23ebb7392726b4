import zstd from "@bokuweb/zstd-wasm";

/** Enough for a difference of two versions, where a higher level gains nothing. */
const LEVEL = 3;

/**
 * Loads a compressor to Zstandard with a dictionary. It is WebAssembly: Deno's `node:zlib` ignores the option
 * `dictionary`.
 */
export async function loadZstdDictionary(): Promise<
  (bytes: Uint8Array<ArrayBuffer>, dictionary: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>
> {
  await zstd.init();
  const context = zstd.createCCtx();
  return (bytes, dictionary) =>
    zstd.compressUsingDict(context, bytes, dictionary, LEVEL) as Uint8Array<ArrayBuffer>;
}
