/**
 * The entry of `boot-frame.mjs`, the code of the sealed frame: it renders the canvas as the open page does (lifecycle
 * specification, D.4 and D.5), but gets the batches and bundles from its page and has no network of its own.
 *
 * @module
 */
import { DailyHost } from "@tck/kit/host";
import { mountHost, setWindowHeight } from "@tck/kit/host-mount";
import type { Batch } from "../../../core/feed/mod.ts";
import { BatchesError } from "../batches.ts";
import { renderCanvas } from "../boot_canvas.tsx";
import { findCanvasRoot } from "../canvas_root.ts";
import { CanvasSession } from "../session/canvas_session.ts";
import { type FrameMessage, isSmall, type PageMessage, readPageMessage } from "../messages.ts";
import { keepLinkAddresses } from "./addresses/address_sinks.ts";
import { reportContentHeight } from "./content_height.ts";
import { limitContextMenu } from "./events/context_menu.ts";
import { limitDragData } from "./events/drag_data.ts";
import { limitFocusAndScroll } from "./events/focus_and_scroll.ts";
import { limitFonts } from "./pictures/fonts.ts";
import { EnvelopeSource } from "./envelope_source.ts";
import { type FrameStart, onFrameStart } from "./frame_start.ts";
import { keepForms } from "./events/form_events.ts";
import { hideEvents } from "./events/hidden_events.ts";
import { watchUses } from "./events/last_use.ts";
import { reportLinks } from "./events/link_events.ts";
import { findWidgetId } from "./card_container.ts";
import { RunningBundle } from "./running_bundle.ts";
import { placeDialogs } from "./events/modal_dialogs.ts";
import { acceptPictures } from "./pictures/picture_sinks.ts";
import { takePictures } from "./pictures/pictures.ts";
import { limitMarkup } from "./addresses/markup.ts";
import { denyMiddlePaste } from "./events/middle_paste.ts";
import { takeGetter } from "./native_members.ts";
import { followShadowRoots } from "./shadow_roots.ts";
import { limitSyntheticEvents } from "./events/synthetic_events.ts";
import { withholdGlobals } from "./withheld_globals.ts";

onFrameStart((start) => void bootFrame(start));

/**
 * Starts the canvas in the frame. What works with the port is taken before any widget runs, so that a widget which
 * replaces a global function or an accessor of a prototype cannot obtain the port.
 */
async function bootFrame({ greeting, port }: FrameStart): Promise<void> {
  withholdGlobals();
  limitSyntheticEvents();
  limitDragData();
  limitFonts();
  denyMiddlePaste();
  const roots = followShadowRoots();
  limitContextMenu(roots);
  const pictures = takePictures();
  const rewrite = acceptPictures(pictures);
  const addresses = keepLinkAddresses();
  limitMarkup({ isPicture: pictures.takeWritten, rewrite, mark: addresses.mark });
  document.documentElement.lang = greeting.language;
  const post = port.postMessage.bind(port);
  const send = (message: FrameMessage) => {
    if (isSmall(message)) post(message);
  };
  const control = mountHost(document, { theme: greeting.theme, hostCssUrl: null });
  const { now } = Date;
  const running = new RunningBundle((hash) => send({ type: "run", hash, at: now() }));
  running.followModules();
  running.followSchedulers();
  const source = new EnvelopeSource({
    request: (hash) => send({ type: "load-bundle", hash }),
    running,
  });
  let batches = Promise.withResolvers<Batch[]>();
  /** The bundle of each widget. */
  const hashes = new Map<string, string>();

  const receivers: {
    readonly [type in PageMessage["type"]]: (message: Extract<PageMessage, { type: type }>) => unknown;
  } = {
    batches: (message) => {
      for (const { id, bundle } of message.batches.flatMap(({ widgets }) => widgets)) {
        hashes.set(id, bundle.hash);
      }
      batches.resolve([...message.batches]);
    },
    "batches-failed": ({ code }) =>
      batches.reject(new BatchesError(code, "The page could not load the batches")),
    bundle: ({ hash, envelope }) => source.receive(hash, envelope),
    "bundle-failed": ({ hash, failure, reason }) => source.fail(hash, failure, reason),
    theme: ({ theme }) => control.setTheme(theme),
    window: ({ height }) => setWindowHeight(document, height),
    "focus-link": () => links.focusLast(),
    ping: () => {
      send({ type: "pong" });
      running.forgetReport();
    },
  };
  const hide = hideEvents();
  port.onmessage = (event) => {
    hide(event);
    const message = readPageMessage(readData(event));
    if (message !== null) (receivers[message.type] as (message: PageMessage) => unknown)(message);
  };
  const uses = watchUses();
  const links = reportLinks(
    (link) => {
      // Meanwhile the page may ask about the link: the card neither scrolls nor takes the focus.
      uses.forget();
      send({ type: "open", ...link });
    },
    addresses,
    roots,
  );
  keepForms();
  limitFocusAndScroll(uses.last, roots);
  placeDialogs(uses.last);
  const contentHeight = reportContentHeight((height) => send({ type: "resize", height }));

  running.followEvents((event) => hashes.get(findWidgetId(event.composedPath()) ?? ""));
  const session = new CanvasSession({
    host: new DailyHost({ source }),
    loadBatches: () => {
      batches = Promise.withResolvers();
      send({ type: "load-batches" });
      return batches.promise;
    },
    // The page has already led the reader to the sign-in page if that can help.
    signIn: () => false,
    onCard: (event) => {
      contentHeight.expectGrowth();
      send({ type: "card", ...event });
    },
    onPainted: (isComplete) => {
      contentHeight.measure();
      send({ type: "painted", isComplete });
    },
  });
  await renderCanvas(await findCanvasRoot(), session, control);
}

/** What a widget would put in its place would be given the event, and its port. */
const readData = takeGetter(MessageEvent.prototype, "data");
