/**
 * Compression of response bodies, for Deno and Node: Brotli, and Zstandard with a dictionary.
 *
 * @module
 */
import type { HostAssets } from "../../web/assets/import_map/mod.ts";
import { compressBrotli } from "./brotli.ts";
import { compressAssets } from "./host_assets.ts";
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
  /** Host assets in every coding that browsers accept. */
  compressAssets(assets: HostAssets): Promise<HostAssets>;
}

/** Loads the compression of Deno and Node. */
export async function loadCompression(): Promise<Compression> {
  return { compressBody: compressBrotli, compressWithDictionary: await loadZstdDictionary(), compressAssets };
}
