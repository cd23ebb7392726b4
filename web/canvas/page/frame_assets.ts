import { FRAME_ASSETS, HOST_ASSET_PREFIX } from "../../../core/contract/mod.ts";
import { readImportMaps } from "../import_maps.ts";
import type { FrameAssets } from "../messages.ts";

/** How long the host assets may take, in milliseconds. */
const TIMEOUT_MS = 30_000;

/**
 * Fetches the host assets that the frame runs, which the page's HTML has begun to load. The page has a cache, a frame of
 * an opaque origin has none. The browser rejects an asset that does not have the integrity value of the page's import map.
 *
 * @throws when one of them cannot be fetched
 */
export async function loadFrameAssets(): Promise<FrameAssets> {
  const integrity = readIntegrity();
  const load = async (name: string) => {
    const url = `${HOST_ASSET_PREFIX}${name}`;
    return [name, await loadAsset(url, integrity.get(url) ?? "")] as const;
  };
  return Object.fromEntries(await Promise.all(FRAME_ASSETS.map(load)));
}

async function loadAsset(url: string, integrity: string): Promise<ArrayBuffer> {
  const response = await fetch(url, { integrity, signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`Cannot load "${url}": the answer is ${response.status}`);
  return await response.arrayBuffer();
}

/** The integrity values of the page's import maps, by URL. */
function readIntegrity(): Map<string, string> {
  return new Map(readImportMaps().flatMap(({ integrity }) => Object.entries(integrity ?? {})));
}
