/**
 * The entry of `boot-frame.mjs`, the code of the sealed frame: it renders the canvas as the open page does (lifecycle
 * specification, D.4 and D.5), but gets the batches and bundles from its page and has no network of its own.
 *
 * @module
 */
import { DailyHost } from "@tck/kit/host";
import { mountHost } from "@tck/kit/host-mount";
import { HOST_ASSET_PREFIX } from "../../../core/contract/mod.ts";
import type { Batch } from "../../../core/feed/mod.ts";
import { BatchesError } from "../batches.ts";
import { renderCanvas } from "../boot_canvas.tsx";
import { findCanvasRoot } from "../canvas_root.ts";
import { CanvasSession } from "../canvas_session.ts";
import { type PageMessage, readPageMessage } from "../messages.ts";
import { reportContentHeight } from "./content_height.ts";
import { FrameBundles } from "./frame_bundles.ts";
import { reportLinks } from "./link_events.ts";
import { connectPage } from "./page_channel.ts";
import { withholdGlobals } from "./withheld_globals.ts";

withholdGlobals();
const root = await findCanvasRoot();
const { greeting, send, listen } = await connectPage();
document.documentElement.lang = greeting.language;

const control = mountHost(document, {
  theme: greeting.theme,
  hostCssUrl: `${HOST_ASSET_PREFIX}style.css`,
});
const bundles = new FrameBundles({
  request: (hash) => send({ type: "load-bundle", hash }),
  onRun: (hash) => send({ type: "run", hash }),
});
let batches = Promise.withResolvers<Batch[]>();

const RECEIVERS: {
  readonly [type in PageMessage["type"]]: (message: Extract<PageMessage, { type: type }>) => unknown;
} = {
  batches: (message) => batches.resolve([...message.batches]),
  "batches-failed": ({ code }) =>
    batches.reject(new BatchesError(code, "The page could not load the batches")),
  bundle: ({ hash, envelope }) => bundles.receive(hash, envelope),
  "bundle-failed": ({ hash, code }) => bundles.fail(hash, code),
  theme: ({ theme }) => control.setTheme(theme),
  ping: () => send({ type: "pong" }),
};

listen((data) => {
  const message = readPageMessage(data);
  if (message !== null) (RECEIVERS[message.type] as (message: PageMessage) => unknown)(message);
});
reportLinks((href) => send({ type: "open", href }));
reportContentHeight((height) => send({ type: "resize", height }));

const session = new CanvasSession({
  host: new DailyHost({ loader: bundles.importModule, fetch: bundles.fetch }),
  loadBatches: () => {
    batches = Promise.withResolvers();
    send({ type: "load-batches" });
    return batches.promise;
  },
  // The page has already led the reader to the sign-in page if that can help.
  signIn: () => false,
});
await renderCanvas(root, session, control);
