import { html } from "hono/html";
import { LINK_TEXTS } from "./failure_texts.ts";
import { MESSAGE_CLASS, renderMessage } from "./message_page.ts";
import { PAGE_LANGUAGES, type PageLanguage, renderPage } from "./page.ts";

const TEXTS: { readonly [language in PageLanguage]: { title: string; text: string } } = {
  en: {
    title: "You are offline",
    text: "This page is not stored on this device. Pages that you have opened lately can be read offline.",
  },
  de: {
    title: "Du bist offline",
    text:
      "Diese Seite ist auf diesem Gerät nicht gespeichert. Seiten, die du zuletzt geöffnet hast, kannst du offline lesen.",
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
  const { title, text } = TEXTS[language];
  const { markup } = await renderPage({
    language,
    theme: null,
    title,
    header: true,
    signOut: false,
    mainClass: MESSAGE_CLASS,
    // Without an address of its own, the link leads to the page that was asked for.
    body: renderMessage({ title, text, link: html`<a href="">${retry}</a> <a href="/">${all}</a>` }),
  });
  return markup;
}
