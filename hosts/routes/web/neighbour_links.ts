import { html, raw } from "hono/html";
import { formatBatchTitle } from "./batch_titles.ts";
import type { BatchIdentity, Neighbours } from "./cloud_batches.ts";
import type { Markup, PageLanguage } from "./page.ts";

const TEXTS: { readonly [language in PageLanguage]: { pages: string; older: string; newer: string } } = {
  en: { pages: "Other pages", older: "Older", newer: "Newer" },
  de: { pages: "Andere Seiten", older: "Älter", newer: "Neuer" },
};

/** Links to the page before and after this one in the list, which is ordered from newest to oldest. */
export function renderNeighbours({ older, newer }: Neighbours, language: PageLanguage): Markup | "" {
  if (older === null && newer === null) return "";
  const texts = TEXTS[language];
  const link = (batch: BatchIdentity | null, rel: "prev" | "next", text: string) => {
    if (batch === null) return "";
    const { kind, date } = formatBatchTitle(batch, language);
    return renderNeighbourLink({ rel, href: `/feed/${batch.batchId}`, text, to: `${kind}, ${date}` });
  };
  return html`<nav class="page-neighbours" aria-label="${texts.pages}">
    ${link(older, "prev", texts.older)} ${link(newer, "next", texts.newer)}
  </nav>`;
}

/** A link to older (`prev`) or newer (`next`) pages. */
interface NeighbourLink {
  rel: "prev" | "next";
  href: string;
  text: string;
  /** Where it leads, for screen readers and as a tooltip. */
  to?: string;
}

const ARROW_BACK = raw(`<span aria-hidden="true">← </span>`);
const ARROW_FORWARD = raw(`<span aria-hidden="true"> →</span>`);

export function renderNeighbourLink({ rel, href, text, to }: NeighbourLink): Markup {
  const title = to === undefined ? "" : html`title="${to}"`;
  const hidden = to === undefined ? "" : html`<span class="canvas-hidden-text">: ${to}</span>`;
  return html`
    <a class="page-neighbour" rel="${rel}" href="${href}" ${title}
    >${rel === "prev" ? ARROW_BACK : ""}${text}${hidden}${rel === "next" ? ARROW_FORWARD : ""}</a>
  `;
}
