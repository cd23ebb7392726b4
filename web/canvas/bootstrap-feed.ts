/**
 * The entry of `bootstrap-feed.mjs`, for pages whose framework cannot write an import map into the HTML (lifecycle
 * specification, D.3). It has no imports of its own: it runs before anything bare can be resolved.
 *
 * @module
 */
import { HOST_ASSET_PREFIX } from "../../core/contract/mod.ts";

/** The import map, put in when the host assets are built. */
declare const __TCK_IMPORT_MAP__: object;

if (document.querySelector("script[type=importmap]") === null) {
  appendImportMap();
  // The browser takes a new map up in a task of its own; an import in this one would be resolved without it.
  await new Promise((resolve) => setTimeout(resolve, 0));
}
const bootFeedUrl = `${HOST_ASSET_PREFIX}boot-feed.mjs`;
await import(bootFeedUrl);

function appendImportMap(): void {
  const script = document.createElement("script");
  script.type = "importmap";
  script.textContent = JSON.stringify(__TCK_IMPORT_MAP__);
  script.nonce = findNonce();
  document.head.append(script);
}

/** A module has no `document.currentScript`; its script is the one with its URL. */
function findNonce(): string {
  const scripts = [...document.scripts];
  const running = scripts.find(({ src }) => src === import.meta.url) ?? scripts.find(({ nonce }) => nonce);
  return running?.nonce ?? "";
}
