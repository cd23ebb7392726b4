/**
 * The inline script of a page of one file: it shows the cards that are written into the page, or offers the page's other
 * scripts to show some (`card_shell.ts`). The page has no network.
 *
 * @module
 */
import { mountHost } from "@tck/kit/host-mount";
import { ROOT_ID } from "../../canvas_root.ts";
import { keepLinkAddresses, type LinkAddresses } from "../../frame/addresses/address_sinks.ts";
import { limitContextMenu } from "../../frame/events/context_menu.ts";
import { limitDragData } from "../../frame/events/drag_data.ts";
import { limitFonts } from "../../frame/pictures/fonts.ts";
import { limitFocusAndScroll } from "../../frame/events/focus_and_scroll.ts";
import { keepForms } from "../../frame/events/form_events.ts";
import { limitMarkup } from "../../frame/addresses/markup.ts";
import { denyMiddlePaste } from "../../frame/events/middle_paste.ts";
import { watchUses } from "../../frame/events/last_use.ts";
import { placeDialogs } from "../../frame/events/modal_dialogs.ts";
import { acceptPictures } from "../../frame/pictures/picture_sinks.ts";
import { takePictures } from "../../frame/pictures/pictures.ts";
import { followShadowRoots } from "../../frame/shadow_roots.ts";
import { limitSyntheticEvents } from "../../frame/events/synthetic_events.ts";
import { denyPrintCommand, withhold, withholdGlobals } from "../../frame/withheld_globals.ts";
import { CONTENT_ID, type PageContent } from "../page_content.ts";
import { CardFeed } from "./card_feed.tsx";
import { offerShell } from "./offered_shell.ts";
import { followLinks, type PageLinks } from "./page_links.ts";
import { followTheme } from "./page_theme.ts";
import { fixTextWhilePrinting } from "./printed_text.ts";
import { takeEnvelopeReader } from "./reader_handover.ts";
import { acceptScripts, isRunningScript } from "./script_source.ts";
import { reportContentHeight } from "../../frame/content_height.ts";
import { connectView, followRoom } from "../../frame/view_connection.ts";

/** A widget opens no dialog of the browser, and does not print. */
const DIALOGS = ["alert", "confirm", "prompt", "print"];

/** A file that is drawn has the links of its cards. */
const DRAWN_ADDRESSES: LinkAddresses = { read: (text) => text, mark: (markup) => markup };

startPage();

/** Everything that a widget must not reach is taken before any of them runs. */
function startPage(): void {
  const read = takeEnvelopeReader();
  const print = globalThis.print.bind(globalThis);
  withholdGlobals();
  for (const name of DIALOGS) withhold(globalThis, name);
  denyPrintCommand();
  limitSyntheticEvents();
  limitDragData();
  limitFonts();
  denyMiddlePaste();
  const roots = followShadowRoots();
  limitContextMenu(roots);
  const pictures = takePictures();
  const { settings, cards } = takeContent();
  const rewrite = acceptPictures(pictures);
  const addresses = settings.isDrawn ? DRAWN_ADDRESSES : keepLinkAddresses();
  limitMarkup({
    isOwnScript: isRunningScript,
    isPicture: pictures.takeWritten,
    rewrite,
    mark: addresses.mark,
  });
  keepForms();
  const uses = watchUses();
  limitFocusAndScroll(uses.last, roots);
  placeDialogs(uses.last);
  acceptScripts();
  const links = followLinks(addresses, roots);
  const control = mountHost(document, { theme: "light", hostCssUrl: null });
  const theme = followTheme(control, settings.theme);
  const root = document.getElementById(ROOT_ID)!;
  fixTextWhilePrinting(() => root.querySelectorAll("article"));
  const feed = new CardFeed(root, control, settings);
  if (cards === null) return offerShell({ read: read!, feed, links, theme, pictures });
  const shown = (settings.isFramed ? joinFile(links) : Promise.resolve()).then(() => feed.show(cards));
  if (settings.printsItself) void shown.then(pictures.loaded).then(() => printOnce(print));
}

/** The page around this one, which has it for this only, is notified when the dialog is closed. */
function printOnce(print: () => void): void {
  globalThis.addEventListener("afterprint", () => globalThis.parent.postMessage("tck:printed", "*"));
  print();
}

function takeContent(): PageContent {
  const element = document.getElementById(CONTENT_ID)!;
  element.remove();
  return JSON.parse(element.textContent);
}

/** Connects the page with the file that has it in a frame. Resolves when the reader's window is known, before any widget runs. */
function joinFile(links: PageLinks): Promise<void> {
  const joined = Promise.withResolvers<void>();
  connectView((send) => {
    reportContentHeight((height) => send({ type: "resize", height }));
    links.passTo((href, isChosen) => send({ type: "open", href, isChosen }));
    return (message) => {
      if (message.type === "focus-link") return links.focusLast();
      if (message.type === "look") followRoom(message.look.windowHeight);
      joined.resolve();
    };
  });
  return joined.promise;
}
