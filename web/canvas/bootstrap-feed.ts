/**
 * The entry of `bootstrap-feed.mjs`, for pages whose framework cannot write an import map into the HTML (lifecycle
 * specification, D.3). It has no bare imports, because it runs before they can be resolved. On a page with
 * `<meta name="tck-canvas" content="sealed">` it boots the sealed canvas.
 *
 * @module
 */
import { HOST_ASSET_PREFIX } from "../../core/contract/mod.ts";
import { ensureImportMap, findNonce } from "./page_import_map.ts";

await ensureImportMap(findNonce(import.meta.url));
const sealed = document.querySelector("meta[name=tck-canvas][content=sealed]") !== null;
const bootUrl = `${HOST_ASSET_PREFIX}${sealed ? "boot-page.mjs" : "boot-feed.mjs"}`;
await import(bootUrl);
