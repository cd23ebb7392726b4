import { raw } from "hono/html";
import type { FeedPart } from "../../../web/canvas/paint/mod.ts";
import type { PageLanguage } from "./page.ts";

const PLACE = `<div class="canvas-slot"><div class="tck-card"><div class="tck-card-skeleton">${
  "<span></span>".repeat(3)
}</div></div></div>`;

/**
 * What the root of a canvas contains until the canvas's code has started: places of cards that wait, as the canvas shows
 * them while it loads the list. React replaces them; the page of a sealed canvas hides them once its frame has a height.
 */
export const WAITING_PLACES = raw(
  `<div class="canvas canvas-start" aria-hidden="true"><div class="canvas-feed">${
    PLACE.repeat(3)
  }</div></div>`,
);

const LATE_TEXTS: { readonly [language in PageLanguage]: { late: string; reload: string } } = {
  en: { late: "This takes longer than usual.", reload: "Reload the page" },
  de: { late: "Das dauert länger als sonst.", reload: "Seite neu laden" },
};

/** What is shown below the places after some seconds: code that does not arrive cannot report it. */
export function renderLateNotice(language: PageLanguage): string {
  const { late, reload } = LATE_TEXTS[language];
  return raw(`<p class="canvas-message canvas-start canvas-late">${late} <a href="">${reload}</a></p>`);
}

const FRAME_TITLES: { readonly [language in PageLanguage]: string } = { en: "Cards", de: "Karten" };

/** The host asset that a page with that frame has as its first script (`web/canvas/page/mark-page.ts`). */
export const MARK_SCRIPT = "mark-page.js";

/** What a page shows before its code: the document of a feed's first cards. */
export interface PaintedFeed {
  readonly batchId: string;
  /** More than one have links, of a page without JavaScript. */
  readonly parts: readonly FeedPart[];
}

/**
 * The frame of the document with the first cards (`paint_page.ts`), in place of those that wait. Its document needs no
 * sandbox of the element, since its policy has one; both hold, whatever answers.
 */
export function renderPaintFrame({ batchId, parts }: PaintedFeed, language: PageLanguage): string {
  const title = FRAME_TITLES[language];
  const name = parts.length > 1 ? ` name="${PAINT_FRAME}"` : "";
  return raw(
    `<iframe class="canvas-paint" sandbox="" title="${title}" src="/feed/${batchId}/paint"${name}></iframe>`,
  );
}

/** The name of the frame, for links. */
const PAINT_FRAME = "canvas-paint";

const PAINTED_TEXTS: { readonly [language in PageLanguage]: string } = {
  en: "What the cards do, and some of the cards, need JavaScript, which is turned off in your browser.",
  de:
    "Was die Karten tun, und manche der Karten, brauchen JavaScript, das in deinem Browser ausgeschaltet ist.",
};

const SCRIPT_TEXTS: { readonly [language in PageLanguage]: string } = {
  en: "The cards of this page need JavaScript, which is turned off in your browser.",
  de: "Die Karten dieser Seite brauchen JavaScript, das in deinem Browser ausgeschaltet ist.",
};

/**
 * What is shown without JavaScript in place of the places that wait.
 *
 * @param painted the cards that are shown nevertheless, or null
 */
export function renderScriptNotice(language: PageLanguage, painted: PaintedFeed | null): string {
  const text = (painted === null ? SCRIPT_TEXTS : PAINTED_TEXTS)[language];
  const parts = painted === null ? "" : renderParts(painted, language);
  return raw(`<noscript>${parts}<p class="canvas-message">${text}</p></noscript>`);
}

/** Links to the parts of a feed, which the frame then shows. A link in its own document would send no cookie. */
function renderParts({ batchId, parts }: PaintedFeed, language: PageLanguage): string {
  if (parts.length < 2) return "";
  const title = FRAME_TITLES[language];
  const links = parts.map(({ from, places }, index) => {
    const numbers = places.length === 1 ? from + 1 : `${from + 1}–${from + places.length}`;
    return `<a target="${PAINT_FRAME}" href="/feed/${batchId}/paint?part=${index + 1}">${numbers}</a>`;
  });
  return `<nav class="page-neighbours" aria-label="${title}">${title} ${links.join(" ")}</nav>`;
}
