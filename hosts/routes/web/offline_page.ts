import { html, raw } from "hono/html";
import { STORED_PAGES } from "../../../core/contract/mod.ts";
import { LINK_TEXTS } from "./failure_texts.ts";
import { MESSAGE_CLASS, renderMessage } from "./message_page.ts";
import { PAGE_LANGUAGES, type PageLanguage, renderPage } from "./page.ts";

const TEXTS: { readonly [language in PageLanguage]: { title: string; text: string; stored: string } } = {
  en: {
    title: "You are offline",
    text: "This page is not stored on this device. Pages that you have opened lately can be read offline.",
    stored: "On this device",
  },
  de: {
    title: "Du bist offline",
    text:
      "Diese Seite ist auf diesem Gerät nicht gespeichert. Seiten, die du zuletzt geöffnet hast, kannst du offline lesen.",
    stored: "Auf diesem Gerät",
  },
};

/** Renders the page that the service worker shows offline in place of one that is not stored, in each language. */
export async function renderOfflinePages(): Promise<Record<PageLanguage, string>> {
  const pages = PAGE_LANGUAGES.map(async (language) =>
    [language, await renderOfflinePage(language)] as const
  );
  return Object.fromEntries(await Promise.all(pages)) as Record<PageLanguage, string>;
}

async function renderOfflinePage(language: PageLanguage): Promise<string> {
  const { retry, all } = LINK_TEXTS[language];
  const { title, text, stored } = TEXTS[language];
  const { markup } = await renderPage({
    language,
    theme: null,
    title,
    header: true,
    signOut: false,
    mainClass: MESSAGE_CLASS,
    // Without an address of its own, the link leads to the page that was asked for.
    body: html`
      ${renderMessage({ title, text, link: html`<a href="">${retry}</a> <a href="/">${all}</a>` })}
      <section class="page-week" aria-labelledby="stored" ${raw(STORED_PAGES.hidden)}>
        <h2 id="stored">${stored}</h2>
        <div class="page-days">
          <ul class="page-batches" role="list">${raw(STORED_PAGES.items)}</ul>
        </div>
      </section>
    `,
  });
  return markup;
}
