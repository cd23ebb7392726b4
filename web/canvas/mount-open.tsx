/**
 * The entry of `mount-open.mjs`: the open canvas of an application.
 *
 * @module
 */
import { mountHost } from "@tck/kit/host-mount";
import { DailyHost, EphemeralStorage } from "@tck/kit/host";
import { HOST_ASSET_PREFIX } from "../../core/contract/mod.ts";
import { initialTheme, showCanvas } from "./boot_canvas.tsx";
import { CanvasSession } from "./session/canvas_session.ts";
import type { FeedOptions, MountedFeed } from "./mount/feed_options.ts";
import { createMountedFeed } from "./mount/mounted_feed.ts";

/** Mounts the widgets in this page. */
export function mountCanvas(element: Element, options: FeedOptions): MountedFeed {
  const control = mountHost(document, {
    theme: initialTheme(),
    hostCssUrl: `${HOST_ASSET_PREFIX}style.css`,
  });
  return createMountedFeed(element, options, ({ root, loadBatches, signIn }) => {
    let isEnded = false;
    const session = new CanvasSession({
      host: new DailyHost({ loader: (url) => import(url), storage: new EphemeralStorage() }),
      loadBatches,
      signIn,
      onCard: (event) => isEnded || options.onCard?.(event),
    });
    const end = showCanvas(root, session, control);
    void session.load();
    return () => {
      isEnded = true;
      session.end();
      end();
    };
  }, () => control.dispose());
}
