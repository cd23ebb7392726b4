/**
 * The entry of `mount-sealed.mjs`: the sealed canvas of an application. No widget runs in its page.
 *
 * @module
 */
import { HOST_ASSET_PREFIX } from "../../../core/contract/mod.ts";
import { mountHost } from "../../tck-host-mount/mod.ts";
import type { FeedOptions, MountedFeed } from "../mount/feed_options.ts";
import { createMountedFeed } from "../mount/mounted_feed.ts";
import { ReaderWindow } from "../reader_window.ts";
import { BundleStore } from "./bundle_store.ts";
import { loadFrameAssets } from "./frame_assets.ts";
import { SealedCanvas } from "./sealed_canvas.ts";

/** Mounts the widgets in a sandboxed frame. */
export function mountCanvas(element: Element, options: FeedOptions): MountedFeed {
  const { lang, dataset: { theme } } = document.documentElement;
  const control = mountHost(document, {
    theme: theme === "dark" ? "dark" : "light",
    hostCssUrl: `${HOST_ASSET_PREFIX}style.css`,
  });
  const reader = new ReaderWindow();
  return createMountedFeed(element, options, ({ root, loadBatches, signIn }) => {
    const canvas = new SealedCanvas(root, {
      frameUrl: `${HOST_ASSET_PREFIX}canvas.html`,
      language: lang,
      isGuarded: true,
    }, {
      loadBatches,
      signIn,
      loadAssets: loadFrameAssets,
      bundles: new BundleStore(false),
      readTheme: () => control.theme,
      readWindowHeight: () => reader.height,
      onComplete: () => {},
      onCard: (event) => options.onCard?.(event),
    });
    const unsubscribe = [
      control.subscribe(() => canvas.setTheme(control.theme)),
      reader.follow((height) => canvas.setWindowHeight(height)),
    ];
    return () => {
      unsubscribe.forEach((end) => end());
      canvas.end();
    };
  }, () => {
    reader.end();
    control.dispose();
  });
}
