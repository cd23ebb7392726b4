import { html } from "hono/html";
import type { Markup, PageLanguage } from "./page.ts";

interface ActionTexts {
  print: string;
  save: string;
  /** What the page says when there is nothing to print. */
  failed: string;
}

const TEXTS: { readonly [language in PageLanguage]: ActionTexts } = {
  en: {
    print: "Print",
    save: "Save as file",
    failed: "The page cannot be printed now. Load it again and retry.",
  },
  de: {
    print: "Drucken",
    save: "Als Datei speichern",
    failed: "Die Seite kann gerade nicht gedruckt werden. Lade sie neu und versuche es noch einmal.",
  },
};

/** The buttons of a feed: to print it, and to save it as one file. */
export function renderFeedActions(batchId: string, language: PageLanguage): Markup {
  const { print, save, failed } = TEXTS[language];
  const path = printPath(batchId);
  return html`
    <p class="page-actions">
      <button type="button" class="page-action" data-print="${path}">${print}</button>
      <a class="page-action" href="${path}" download="${feedFileName(batchId)}">${save}</a>
    </p>
    <p aria-live="assertive" data-print-failure="${failed}"></p>
  `;
}

/**
 * Loads the page that prints itself in a frame that is not shown, and removes the frame when it says that it has been
 * printed. The sandbox is that of the frame's own policy. The page cannot see what such a frame has loaded, so it first asks
 * whether there is something to print; a redirect leads to the sign-in.
 */
export const PRINT_FEED = `const findFrame = () => document.querySelector(".page-print");
addEventListener("message", ({ source }) => source === findFrame()?.contentWindow && findFrame().remove());
document.querySelector("[data-print]").addEventListener("click", async ({ target }) => {
  const failure = document.querySelector("[data-print-failure]");
  failure.textContent = "";
  const answer = await fetch(target.dataset.print, { method: "HEAD", redirect: "manual" }).catch(() => null);
  if (!answer?.ok) {
    failure.textContent = failure.dataset.printFailure;
    return;
  }
  findFrame()?.remove();
  const frame = document.createElement("iframe");
  frame.className = "page-print";
  frame.title = target.textContent;
  frame.sandbox = "allow-scripts allow-modals";
  frame.src = target.dataset.print;
  document.body.append(frame);
});`;

/** Where the feeds are. Of the pages below it, only the one that prints itself may be framed. */
export const FEED_PREFIX = "/feed/";

/** The path of the page that prints itself in a frame, and is a download elsewhere. */
function printPath(batchId: string): string {
  return `${FEED_PREFIX}${batchId}/print`;
}

export function feedFileName(batchId: string): string {
  return `${batchId}.html`;
}
