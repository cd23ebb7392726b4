/**
 * The entry of `bootstrap-feed.mjs`, for pages whose framework cannot write an import map into the HTML (lifecycle
 * specification, D.3). It has no bare imports, because it runs before they can be resolved. An import map of the page's own
 * stays as it is: this one has scopes only, and the browser merges both. On a page with
 * `<meta name="tck-canvas" content="sealed">` it boots the sealed canvas.
 *
 * @module
 */
import { HOST_ASSET_PREFIX } from "../../core/contract/mod.ts";
import { readImportMaps } from "./import_maps.ts";

/** The import map, defined when the host assets are built. */
declare const __TCK_IMPORT_MAP__: object;

if (!hasImportMap()) {
  appendImportMap();
  // The browser applies a new import map in a later task; an import in this task would be resolved without it.
  await new Promise((resolve) => setTimeout(resolve, 0));
}
const sealed = document.querySelector("meta[name=tck-canvas][content=sealed]") !== null;
const bootUrl = `${HOST_ASSET_PREFIX}${sealed ? "boot-page.mjs" : "boot-feed.mjs"}`;
await import(bootUrl);

/** Whether the page's HTML has the import map of the canvas. */
function hasImportMap(): boolean {
  return readImportMaps().some(({ scopes }) => HOST_ASSET_PREFIX in (scopes ?? {}));
}

function appendImportMap(): void {
  const script = document.createElement("script");
  script.type = "importmap";
  script.textContent = JSON.stringify(__TCK_IMPORT_MAP__);
  script.nonce = findNonce();
  document.head.append(script);
}

/** A module has no `document.currentScript`, so its script element is found by URL. */
function findNonce(): string {
  const scripts = [...document.scripts];
  const running = scripts.find(({ src }) => src === import.meta.url) ?? scripts.find(({ nonce }) => nonce);
  return running?.nonce ?? "";
}
