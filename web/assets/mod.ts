/**
 * What a page with widgets loads: the host assets, and the import map that ties them together.
 *
 * @module
 */
export { buildHostAssets, type HostAsset, type HostAssets } from "./host_assets.ts";
export { createImportMap, type ScopedImportMap } from "./import_map.ts";
