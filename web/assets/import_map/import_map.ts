import { toIntegrity } from "../../../core/bytes/mod.ts";
import {
  HOST_ASSET_PREFIX,
  SHARED_SPECIFIERS,
  type SharedSpecifier,
  WIDGET_PREFIX,
} from "../../../core/contract/mod.ts";

/** An import map without top-level `imports`, so that the application's own imports keep their meaning. */
export interface ScopedImportMap {
  /** What the bare specifiers mean, per path prefix of the importing module. */
  scopes: { [prefix: string]: { [specifier: string]: string } };
  /** Subresource Integrity values by URL path: a browser rejects a module whose bytes differ. */
  integrity: { [url: string]: string };
}

/**
 * The import map of a page that mounts widgets (lifecycle specification, phase D). Host modules resolve every shared
 * specifier, widgets only those that they may import.
 *
 * @param assetHashes the SHA-384 in base64url of each host asset, by file name
 * @param bundleHashes the hashes of the widgets that the page will load
 * @param bundleQuery the query of the widgets' URLs
 */
export function createImportMap(
  assetHashes: Iterable<readonly [name: string, hash: string]>,
  bundleHashes: Iterable<string> = [],
  bundleQuery: string = "",
): ScopedImportMap {
  const integrity: ScopedImportMap["integrity"] = {};
  for (const [name, hash] of assetHashes) integrity[`${HOST_ASSET_PREFIX}${name}`] = toIntegrity(hash);
  for (const hash of bundleHashes) {
    integrity[moduleUrl(hash, bundleQuery)] = toIntegrity(hash);
  }
  return {
    scopes: {
      [HOST_ASSET_PREFIX]: resolveSpecifiers(SHARED_SPECIFIERS),
      [WIDGET_PREFIX]: resolveSpecifiers(SHARED_SPECIFIERS.filter(({ widget }) => widget)),
    },
    integrity,
  };
}

/** The URL of a widget's module. */
export function moduleUrl(hash: string, query: string): string {
  return `${WIDGET_PREFIX}${hash}/widget.mjs${query}`;
}

function resolveSpecifiers(specifiers: readonly SharedSpecifier[]): { [specifier: string]: string } {
  return Object.fromEntries(
    specifiers.map(({ specifier, asset }) => [specifier, `${HOST_ASSET_PREFIX}${asset}`]),
  );
}
