/**
 * Compression of response bodies, for Deno and Node: of widgets' files and of host assets.
 *
 * @module
 */
import type { BodyCompression } from "../routes/mod.ts";
import type { HostAssets } from "../../web/assets/import_map/mod.ts";
import { compressBrotli } from "./brotli.ts";
import { compressAssets } from "./host_assets.ts";

export interface Compression extends BodyCompression {
  /** Host assets in every coding that browsers accept. */
  compressAssets(assets: HostAssets): Promise<HostAssets>;
}

/** The compression of Deno and Node. */
export const COMPRESSION: Compression = { compressBody: compressBrotli, compressAssets };
