import { raw } from "hono/html";
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

/**
 * The frame of the document with the first cards (`paint_page.ts`), in place of those that wait. Its document needs no
 * sandbox of the element, since its policy has one; both hold, whatever answers.
 */
export function renderPaintFrame(batchId: string, language: PageLanguage): string {
  const title = FRAME_TITLES[language];
  return raw(
    `<iframe class="canvas-paint" sandbox="" title="${title}" src="/feed/${batchId}/paint"></iframe>`,
  );
}

const FIRST_TEXTS: { readonly [language in PageLanguage]: string } = {
  en: "More cards, and what the cards do, need JavaScript, which is turned off in your browser.",
  de: "Weitere Karten, und was die Karten tun, brauchen JavaScript, das in deinem Browser ausgeschaltet ist.",
};

const SCRIPT_TEXTS: { readonly [language in PageLanguage]: string } = {
  en: "The cards of this page need JavaScript, which is turned off in your browser.",
  de: "Die Karten dieser Seite brauchen JavaScript, das in deinem Browser ausgeschaltet ist.",
};

/**
 * What is shown without JavaScript in place of the places that wait.
 *
 * @param isPainted whether the first cards are shown
 */
export function renderScriptNotice(language: PageLanguage, isPainted: boolean): string {
  const text = (isPainted ? FIRST_TEXTS : SCRIPT_TEXTS)[language];
  return raw(`<noscript><p class="canvas-message">${text}</p></noscript>`);
}
