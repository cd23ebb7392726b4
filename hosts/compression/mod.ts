/** Compression of response bodies, for Deno and Node: of widgets' files and of host assets. */
import { brotliCompressSync, constants } from "node:zlib";
import type { BodyCompression } from "../routes/mod.ts";
import type { HostAssets } from "../../web/assets/import_map/mod.ts";
import { compressAssets } from "./host_assets.ts";

export interface Compression extends BodyCompression {
  /** Host assets in every coding that browsers accept. */
  compressAssets(assets: HostAssets): Promise<HostAssets>;
}

/** The compression of Deno and Node. */
export const COMPRESSION: Compression = { compressBody: compressBrotli, compressAssets };

/** Higher levels gain less than a percent of a module and take five times as long. */
const QUALITY = 5;

/** Compresses text by Brotli. It takes about a millisecond for 20 KB. */
function compressBrotli(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  // Not its asynchronous form, which holds up the thread on Deno too.
  return new Uint8Array(brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  }));
}
