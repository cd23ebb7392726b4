import { HOST_ASSET_PREFIX, SHARED_SPECIFIERS, WIDGET_PREFIX } from "../../core/contract/mod.ts";
import { toIntegrity } from "../../core/bytes/mod.ts";

/** An import map with nothing at the top level, so that the application's own imports stay as they are. */
export interface ScopedImportMap {
  /** Per path prefix of the importing module, what its bare specifiers mean. */
  scopes: { [prefix: string]: { [specifier: string]: string } };
  /** Subresource Integrity values by URL path: a browser refuses a module whose bytes differ. */
  integrity: { [url: string]: string };
}

/**
 * The import map of a page that mounts widgets (lifecycle specification, phase D). Host modules resolve every shared
 * specifier; widgets resolve those that are theirs to import.
 *
 * @param assetHashes the SHA-384 in base64url of each host asset, by file name
 * @param bundleHashes the hashes of the widgets that the page will load
 */
export function createImportMap(
  assetHashes: Iterable<readonly [name: string, hash: string]>,
  bundleHashes: Iterable<string> = [],
): ScopedImportMap {
  const integrity: ScopedImportMap["integrity"] = {};
  for (const [name, hash] of assetHashes) integrity[`${HOST_ASSET_PREFIX}${name}`] = toIntegrity(hash);
  for (const hash of bundleHashes) integrity[`${WIDGET_PREFIX}${hash}/widget.mjs`] = toIntegrity(hash);
  return {
    scopes: {
      [HOST_ASSET_PREFIX]: resolveSpecifiers(() => true),
      [WIDGET_PREFIX]: resolveSpecifiers((shared) => shared.widget),
    },
    integrity,
  };
}

function resolveSpecifiers(
  wanted: (shared: typeof SHARED_SPECIFIERS[number]) => boolean,
): { [specifier: string]: string } {
  return Object.fromEntries(
    SHARED_SPECIFIERS.filter(wanted).map((
      { specifier, asset },
    ) => [specifier, `${HOST_ASSET_PREFIX}${asset}`]),
  );
}
