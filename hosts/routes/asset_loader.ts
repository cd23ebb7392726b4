import { Hono } from "hono";
import { HOST_ASSET_PREFIX } from "../../core/contract/mod.ts";
import { quote } from "../../core/errors/mod.ts";
import { createImportMap, type HostAssets, type ScopedImportMap } from "../../web/assets/import_map/mod.ts";
import { bytesResponse } from "./byte_range.ts";
import { ProblemError } from "./problem.ts";

export type { HostAssets, ScopedImportMap };

/** Host assets are public. */
const PUBLIC_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
} as const;

/** Serves the files under `/__tck/v1/`. Their names do not change with their bytes, so a browser revalidates them. */
export function createHostAssetRoutes(assets: HostAssets): Hono {
  const routes = new Hono();
  // Not a parameter: hono's fast router has none beside a name.
  routes.get(`${HOST_ASSET_PREFIX}*`, (context) => {
    const name = context.req.path.slice(HOST_ASSET_PREFIX.length);
    const asset = assets.get(name);
    if (!asset) throw new ProblemError("route.not_found", `Cannot find host asset ${quote(name)}`);
    return bytesResponse(asset.bytes, context.req.raw, `"${asset.hash}"`, {
      "Content-Type": asset.contentType,
      "Cache-Control": "no-cache",
      ...PUBLIC_HEADERS,
    });
  });
  return routes;
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
  return createImportMap(hashesOf(assets), new Set(bundleHashes), mock ? "?mock=true" : "");
}

function hashesOf(assets: HostAssets): (readonly [name: string, hash: string])[] {
  const imported = [...assets].filter(([name]) => !name.startsWith("service-worker"));
  return imported.map(([name, asset]) => [name, asset.hash] as const);
}
