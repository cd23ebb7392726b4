import { Hono } from "hono";
import { HOST_ASSET_PREFIX } from "../../../core/contract/mod.ts";
import { quote } from "../../../core/errors/mod.ts";
import {
  type AssetCoding,
  createImportMap,
  type HostAsset,
  type HostAssets,
  INLINE_ASSETS,
  moduleUrl,
  type ScopedImportMap,
} from "../../../web/assets/import_map/mod.ts";
import { chooseCoding } from "../http/content_coding.ts";
import { bytesResponse } from "../http/conditional_requests.ts";
import { ProblemError } from "../http/problem.ts";

export type { HostAsset, HostAssets, ScopedImportMap };

/** Host assets are public. */
const PUBLIC_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
} as const;

/** Serves the files under `/__tck/v1/`. */
export function createHostAssetRoutes(assets: HostAssets): Hono {
  const routes = new Hono();
  // Not a parameter: hono's fast router rejects one beside routes with a fixed name.
  routes.get(`${HOST_ASSET_PREFIX}*`, (context) => {
    const name = context.req.path.slice(HOST_ASSET_PREFIX.length);
    const asset = INLINE_ASSETS.includes(name) ? undefined : assets.get(name);
    if (!asset) throw new ProblemError("route.not_found", `Cannot find host asset ${quote(name)}`);
    // Its name does not change with its bytes.
    return respondAsset(asset, context.req.raw, "no-cache");
  });
  return routes;
}

/** Responds with a public asset, in the smallest content coding that the client accepts. A part of it is sent as it is. */
export function respondAsset(asset: HostAsset, request: Request, cacheControl: string): Response {
  const headers = {
    "Content-Type": asset.contentType,
    "Cache-Control": cacheControl,
    "Vary": "Accept-Encoding",
    ...PUBLIC_HEADERS,
  };
  const codings: readonly AssetCoding[] = request.headers.has("Range")
    ? []
    : [...asset.encoded?.keys() ?? []];
  const coding = chooseCoding(request.headers.get("Accept-Encoding"), codings);
  if (coding === null) return bytesResponse(asset.bytes, request, `"${asset.hash}"`, headers);
  const tag = `"${asset.hash}.${coding}"`;
  return bytesResponse(asset.encoded!.get(coding)!, request, tag, { ...headers, "Content-Encoding": coding });
}

/**
 * The import map of a page with known widgets: the browser rejects a widget whose bytes differ.
 *
 * @param mock whether the widgets are fixtures
 */
export function createPageImportMap(
  assets: HostAssets,
  bundleHashes: readonly string[],
  mock: boolean,
): ScopedImportMap {
  return createImportMap(hashesOf(assets), new Set(bundleHashes), bundleQuery(mock));
}

/**
 * The URL from which a page loads a widget's module.
 *
 * @param mock whether the widget is a fixture
 */
export function createModuleUrl(hash: string, mock: boolean): string {
  return moduleUrl(hash, bundleQuery(mock));
}

function bundleQuery(mock: boolean): string {
  return mock ? "?mock=true" : "";
}

function hashesOf(assets: HostAssets): (readonly [name: string, hash: string])[] {
  const imported = [...assets].filter(([name, { contentType }]) =>
    !name.startsWith("service-worker") && !INLINE_ASSETS.includes(name) && !contentType.startsWith("image/")
  );
  return imported.map(([name, asset]) => [name, asset.hash] as const);
}
