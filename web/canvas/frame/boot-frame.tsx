/**
 * The entry of `boot-frame.mjs`, the code of the sealed frame: it renders the canvas as the open page does (lifecycle
 * specification, D.4 and D.5), but gets the batches and bundles from its page and has no network of its own.
 *
 * @module
 */
import { DailyHost } from "@tck/kit/host";
import { mountHost } from "@tck/kit/host-mount";
import type { Batch } from "../../../core/feed/mod.ts";
import { BatchesError } from "../batches.ts";
import { renderCanvas } from "../boot_canvas.tsx";
import { findCanvasRoot } from "../canvas_root.ts";
import { CanvasSession } from "../canvas_session.ts";
import { type FrameMessage, type PageGreeting, type PageMessage, readPageMessage } from "../messages.ts";
import { reportContentHeight } from "./content_height.ts";
import { FrameBundles } from "./frame_bundles.ts";
import { reportLinks } from "./link_events.ts";
import { withholdGlobals } from "./withheld_globals.ts";

/**
 * Starts the canvas in the frame. The port's methods are taken before any widget runs, so that a widget which replaces a
 * global function cannot obtain the port.
 *
 * @param greeting the page's greeting
 * @param port the connection to the page
 */
export async function bootFrame(greeting: PageGreeting, port: MessagePort): Promise<void> {
  withholdGlobals();
  document.documentElement.lang = greeting.language;
  const post = port.postMessage.bind(port);
  const send = (message: FrameMessage) => post(message);
  const control = mountHost(document, { theme: greeting.theme, hostCssUrl: null });
  const bundles = new FrameBundles({
    request: (hash) => send({ type: "load-bundle", hash }),
    onRun: (hash) => send({ type: "run", hash }),
  });
  let batches = Promise.withResolvers<Batch[]>();

  const receivers: {
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
  port.onmessage = ({ data }) => {
    const message = readPageMessage(data);
    if (message !== null) (receivers[message.type] as (message: PageMessage) => unknown)(message);
  };
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
    onCard: (event) => send({ type: "card", ...event }),
  });
  await renderCanvas(await findCanvasRoot(), session, control);
}
