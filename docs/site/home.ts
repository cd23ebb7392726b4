import { escapeText } from "../../web/canvas/escaped_text.ts";
import type { PageContent } from "./page.ts";
import { PAGE_GROUPS } from "./site_pages.ts";

/** The README as the first page: what is before its first section is the first screen, then comes where each reader goes on. */
export function renderHome(html: string, navigation: NonNullable<PageContent["navigation"]>): string {
  const end = html.indexOf("<h2");
  const readers = PAGE_GROUPS.map(({ title, purpose }, index) => {
    const links = navigation[index]!.links.slice(0, 4).map((one) =>
      `<li><a href="${one.path}">${escapeText(one.title)}</a></li>`
    );
    return `<section class="reader"><h2>${escapeText(title)}</h2><p>${escapeText(purpose)}</p><ul>${
      links.join("")
    }</ul></section>`;
  });
  // The first link is shown as a button, which nothing separates from what follows.
  const hero = html.slice(0, end).replace("</strong> · ", "</strong> ");
  return `<div class="hero">${hero}</div><div class="readers">${readers.join("\n")}</div>
<div class="prose">${html.slice(end)}</div>`;
}
