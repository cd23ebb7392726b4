/** What a page with widgets loads: the host assets, and the import map that resolves their specifiers. */
export { buildHostAssets, buildPageAssets, buildPaintAssets, buildSharedAssets } from "./host_assets.ts";
export { exportedNames } from "./react_runtime.ts";
export * from "./import_map/mod.ts";
