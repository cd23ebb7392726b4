import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import type { HostAsset } from "../routes/mod.ts";

/** The version of Redoc. */
export const VIEWER_VERSION = "3.0.1";

/** The SHA-384 of its `bundles/redoc.standalone.js`, in base64url. */
export const VIEWER_HASH = "j07qRKHNNmcwU1_Y1elJc7pDLHXP_QfbQXTtSkbOJ7uYGJikqAzsFVbY2zR9FqOT";

/** The path of the viewer's script. Another version has another path. */
export const VIEWER_PATH = `/docs/${VIEWER_HASH}.js`;

/**
 * Makes the asset of the viewer's script.
 *
 * @param compressed the script, compressed by Brotli
 */
export async function createViewer(compressed: Uint8Array<ArrayBuffer>): Promise<HostAsset> {
  return {
    bytes: new Uint8Array(await promisify(brotliDecompress)(compressed)),
    contentType: "application/javascript; charset=utf-8",
    hash: VIEWER_HASH,
    encoded: new Map([["br", compressed]]),
  };
}
