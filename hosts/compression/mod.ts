/**
 * Compression of response bodies, for Deno and Node: Brotli, and Zstandard with a dictionary.
 *
 * @module
 */
import type { BodyCompression } from "../routes/mod.ts";
import type { HostAssets } from "../../web/assets/import_map/mod.ts";
import { compressBrotli } from "./brotli.ts";
import { compressAssets } from "./host_assets.ts";
import { loadZstdDictionary } from "./zstd_dictionary.ts";

/** What bodies are compressed with. */
export interface Compression extends BodyCompression {
  /** Host assets in every coding that browsers accept. */
  compressAssets(assets: HostAssets): Promise<HostAssets>;
}

/** Loads the compression of Deno and Node. */
export async function loadCompression(): Promise<Compression> {
  return { compressBody: compressBrotli, compressWithDictionary: await loadZstdDictionary(), compressAssets };
}
