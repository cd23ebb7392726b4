import { FRAME_ASSETS, HOST_ASSET_PREFIX } from "../../../core/contract/mod.ts";
import type { FrameAssets } from "../messages.ts";

/**
 * Fetches the host assets that the frame runs, which the page's HTML has begun to load. The page has a cache, a frame of
 * an opaque origin has none.
 *
 * @throws when one of them cannot be fetched
 */
export async function loadFrameAssets(): Promise<FrameAssets> {
  const load = async (name: string) => [name, await loadAsset(`${HOST_ASSET_PREFIX}${name}`)] as const;
  return Object.fromEntries(await Promise.all(FRAME_ASSETS.map(load)));
}

async function loadAsset(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`Cannot load "${url}": the answer is ${response.status}`);
  return await response.arrayBuffer();
}
