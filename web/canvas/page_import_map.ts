import { HOST_ASSET_PREFIX } from "../../core/contract/mod.ts";
import { readImportMaps } from "./import_maps.ts";

/** The import map, defined when the host assets are built. */
declare const __TCK_IMPORT_MAP__: object;

/**
 * Adds the import map of the canvas to a page whose HTML does not have it. An import map of the page's own stays as it is:
 * this one has scopes only, and the browser merges both.
 */
export async function ensureImportMap(nonce: string): Promise<void> {
  if (readImportMaps().some(({ scopes }) => HOST_ASSET_PREFIX in (scopes ?? {}))) return;
  const script = document.createElement("script");
  script.type = "importmap";
  script.textContent = JSON.stringify(__TCK_IMPORT_MAP__);
  script.nonce = nonce;
  document.head.append(script);
  // The browser applies a new import map in a later task; an import in this task would be resolved without it.
  await new Promise((resolve) => setTimeout(resolve, 0));
}

/** A module has no `document.currentScript`, so its script element is found by URL. */
export function findNonce(url: string): string {
  const scripts = [...document.scripts];
  const running = scripts.find(({ src }) => src === url) ?? scripts.find(({ nonce }) => nonce);
  return running?.nonce ?? "";
}
