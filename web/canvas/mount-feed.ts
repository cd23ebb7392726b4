/**
 * The entry of `mount-feed.mjs`, which `@tck/feed` loads into an application: mounts feeds in its elements. The open canvas
 * needs the import map; the sealed one has no bare imports.
 *
 * @module
 */
import { HOST_ASSET_PREFIX } from "../../core/contract/mod.ts";
import { type FeedOptions, MOUNT_FEED, type MountedFeed, type MountFeed } from "./mount/feed_options.ts";
import { ensureImportMap, findNonce } from "./page_import_map.ts";

/** What the module of a canvas exports. */
interface CanvasModule {
  readonly mountCanvas: (element: Element, options: FeedOptions) => MountedFeed;
}

const nonceOfScript = findNonce(import.meta.url);
let importMap: Promise<void> | null = null;

const mountFeed: MountFeed = async (element, options) => {
  const isOpen = options.canvas === "open";
  if (isOpen) await (importMap ??= ensureImportMap(options.nonce ?? nonceOfScript));
  // With the query of this module, which is another one after a failure.
  const { search } = new URL(import.meta.url);
  const url = `${HOST_ASSET_PREFIX}${isOpen ? "mount-open.mjs" : "mount-sealed.mjs"}${search}`;
  const { mountCanvas }: CanvasModule = await import(url);
  return mountCanvas(element, options);
};

Reflect.set(globalThis, MOUNT_FEED, mountFeed);
