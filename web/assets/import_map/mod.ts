/** The import map of a page with widgets, and the host assets that it refers to. Importing this loads no bundler. */
export {
  ASSET_CODINGS,
  type AssetCoding,
  type HostAsset,
  type HostAssets,
  INLINE_ASSETS,
  readAssetText,
} from "./host_asset.ts";
export {
  type HostAssetsDocument,
  readHostAssetsDocument,
  toHostAssetsDocument,
} from "./host_assets_document.ts";
export { createImportMap, moduleUrl, type ScopedImportMap } from "./import_map.ts";
