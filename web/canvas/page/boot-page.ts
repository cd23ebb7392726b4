/**
 * The entry of `boot-page.mjs`, the code of a page with a sealed canvas: `/feed/{batchId}`, and without a batch id
 * `/embed/daily-page/v2` (lifecycle specification, D.4). No widget runs in this page.
 *
 * @module
 */
import { HOST_ASSET_PREFIX } from "../../../core/contract/mod.ts";
import { listenForTheme, mountHost } from "../../tck-host-mount/mod.ts";
import { loadBatch, loadNewestBatch } from "../batches.ts";
import { dispatchCardEvent } from "../card_events.ts";
import { findCanvasRoot, isMock, readThemeOrigins } from "../canvas_root.ts";
import { reportToParent } from "../embed/embedded_page.ts";
import { keepPosition } from "../kept_position.ts";
import { ReaderWindow } from "../reader_window.ts";
import { keepSession } from "../session_renewal.ts";
import { goToSignIn, takeSignedIn } from "../sign_in.ts";
import { BundleStore } from "./bundle_store.ts";
import { loadFrameAssets } from "./frame_assets.ts";
import { framesOnly } from "./frame_guard.ts";
import { SealedCanvas } from "./sealed_canvas.ts";
import { registerServiceWorker } from "./service_worker.ts";

keepTimeZone();
const root = await findCanvasRoot();
keepPosition(root);
const reader = new ReaderWindow();
reportToParent(root, reader, () => canvas.endFlood());
const { batchId } = root.dataset;
const { lang, dataset: { theme } } = document.documentElement;
const control = mountHost(document, {
  theme: theme === "dark" ? "dark" : "light",
  hostCssUrl: `${HOST_ASSET_PREFIX}style.css`,
});
let registered: Promise<void> | undefined;
const frameUrl = root.dataset.frame ?? `${HOST_ASSET_PREFIX}canvas.html`;
const canvas = new SealedCanvas(root, {
  frameUrl,
  language: lang,
  isGuarded: !framesOnly(frameUrl),
  paint: root.querySelector(".canvas-paint"),
}, {
  loadBatches: async () => {
    const batches = await (batchId === undefined ? loadNewestBatch(isMock(root)) : loadBatch(batchId));
    takeSignedIn();
    return batches;
  },
  signIn: goToSignIn,
  loadAssets: loadFrameAssets,
  bundles: new BundleStore(isMock(root)),
  onCard: dispatchCardEvent,
  readTheme: () => control.theme,
  readWindowHeight: () => reader.height,
  reload: () => location.reload(),
  // What it fetches again would delay the cards.
  onComplete: () => registered ??= registerServiceWorker(root).catch(reportError),
});
control.subscribe(() => canvas.setTheme(control.theme));
reader.follow((height) => canvas.setWindowHeight(height));
if (!isMock(root)) keepSession();
listenForTheme(control, { allowedOrigins: readThemeOrigins(root) });

/**
 * Keeps the reader's time zone in a cookie of feeds: no request names it, and the server writes the times of the next feed's
 * first cards in it. It holds for a year, as the theme does.
 */
function keepTimeZone(): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  document.cookie = `tck_zone=${timeZone}; path=/feed; max-age=31536000; samesite=lax`;
}
