import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { FRAME_ASSETS, HOST_ASSET_PREFIX, SHARED_SPECIFIERS } from "../../../core/contract/mod.ts";
import type { ScopedImportMap } from "./asset_loader.ts";

/** The path of the web application manifest, which a browser needs to install the application. */
export const WEB_MANIFEST_PATH = "/manifest.webmanifest";

/** The languages of the application's own pages. */
export const PAGE_LANGUAGES = ["en", "de"] as const;

/** A language of the application's own pages. */
export type PageLanguage = typeof PAGE_LANGUAGES[number];

export type PageTheme = "light" | "dark";

/** Escaped HTML. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

export interface PageFrame {
  language: PageLanguage;
  /** The stored choice of theme, or null to follow the system. */
  theme: PageTheme | null;
  title: string;
  /** One sentence on what the page shows, for browsers that list pages. @default none */
  description?: string;
  /** The class of the page's main element, beside its own. @default none */
  mainClass?: string;
  /** What a page with a canvas loads. */
  canvas?: CanvasScripts;
  /** The URLs of the documents that the page frames; null: none. */
  frameUrl: string | null;
  /** Whether the header with the theme switch is shown. */
  header: boolean;
  /** Whether the header offers to sign out. */
  signOut: boolean;
  /** The content of the page's main element. */
  body: Markup;
  /** The text of an inline script of the content. @default none */
  script?: string;
  /** The text of an inline script that runs before the parser has reached the content. @default none */
  firstScript?: string;
}

const TEXTS = {
  en: {
    skip: "Skip to the content",
    theme: "Switch between light and dark",
    signOut: "Sign out",
    home: "All pages",
  },
  de: {
    skip: "Zum Inhalt springen",
    theme: "Zwischen hell und dunkel wechseln",
    signOut: "Abmelden",
    home: "Alle Seiten",
  },
};

/** The import map and the entry module of a page with a canvas. */
export interface CanvasScripts {
  importMap: ScopedImportMap;
  entry: string;
  /** Whether the widgets run in a sandboxed frame, and not in the page. */
  sealed: boolean;
  /** The URL of the list of batches that the canvas loads. */
  listUrl: string;
  /** The URLs of the first widgets' modules, which the page loads itself. */
  widgetUrls: readonly string[];
  /** Whether the page registers the service worker. */
  serviceWorker: boolean;
}

/** A page, and what its content policy must allow. */
export interface RenderedPage {
  markup: string;
  /** The exact texts of the inline scripts. */
  inlineScripts: readonly string[];
}

/** Renders a whole page. The import map precedes every module script (lifecycle specification, D.3). */
export async function renderPage(frame: PageFrame): Promise<RenderedPage> {
  const inlineScripts = listInlineScripts(frame.canvas?.importMap ?? null, frame.header, [
    frame.firstScript,
    frame.script,
  ]);
  return { markup: String(await renderDocument(frame)), inlineScripts };
}

/** The exact texts of the inline scripts of a page, by its import map, if it has one, whether it has a header, and its own. */
export function listInlineScripts(
  importMap: ScopedImportMap | null,
  header: boolean,
  own: readonly (string | undefined)[],
): string[] {
  return [
    CHOOSE_THEME,
    ...(importMap === null ? [] : [escapeJson(importMap)]),
    ...(header ? [SWITCH_THEME] : []),
    ...own.filter((script) => script !== undefined),
  ];
}

/** The header says it too, but not in what the browser's "Save page as" writes: the copy of a frame would run without a policy. */
function renderFramePolicy(frameUrl: string): Markup {
  return html`<meta http-equiv="Content-Security-Policy" content="frame-src ${frameUrl}">`;
}

/** Without scripts, the page of a reader who has chosen no theme has the system's. */
function renderTheme(theme: PageTheme | null): string {
  return theme === null ? 'data-theme="light" data-system-theme' : `data-theme="${theme}"`;
}

function renderDocument(frame: PageFrame): Markup {
  return html`
    <!doctype html>
    <html lang="${frame.language}" ${raw(renderTheme(frame.theme))}>
      <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    ${frame.frameUrl === null ? "" : renderFramePolicy(frame.frameUrl)}
    <title>${frame.title}</title>
    ${frame.description ? html`<meta name="description" content="${frame.description}">` : ""}
    <link rel="icon" href="${HOST_ASSET_PREFIX}icon.svg" type="image/svg+xml">
    <link rel="apple-touch-icon" href="${HOST_ASSET_PREFIX}icon-192.png">
    <meta name="theme-color" content="#f2f0eb" media="(prefers-color-scheme: light)">
    <meta name="theme-color" content="#100f0d" media="(prefers-color-scheme: dark)">
    <link rel="manifest" href="${WEB_MANIFEST_PATH}">
    <script>${raw(CHOOSE_THEME)}</script>
    ${renderScript(frame.firstScript)}
    ${frame.canvas ? renderCanvasScripts(frame.canvas) : ""}
    <link rel="stylesheet" href="${HOST_ASSET_PREFIX}style.css" data-tck-host-style>
    <link rel="stylesheet" href="${HOST_ASSET_PREFIX}page.css">
      </head>
      <body>
    ${frame.header ? renderHeader(frame) : ""}
    <main id="content" class="page-main ${frame.mainClass ?? ""}" tabindex="-1">
      ${frame.body}
    </main>
    ${renderScript(frame.header ? SWITCH_THEME : undefined)}
    ${renderScript(frame.script)}
      </body>
    </html>
  `;
}

function renderScript(text: string | undefined): Markup | string {
  return text === undefined ? "" : html`<script>${raw(text)}</script>`;
}

/**
 * The import map, and links that begin to load at once what the entry asks for later. A module has its integrity value on
 * the element too, because the browser's preload scanner does not know the map and would load it twice. What is preloaded
 * for `fetch` has none: Chromium ignores it there, and logs a warning. What frames and widgets need does not delay what the
 * page needs before them: the document of the first cards and the stylesheets.
 */
function renderCanvasScripts({ importMap, entry, sealed, listUrl, widgetUrls }: CanvasScripts): Markup {
  const { integrity } = importMap;
  const entryUrl = `${HOST_ASSET_PREFIX}${entry}`;
  const modules = sealed ? [`${HOST_ASSET_PREFIX}boot-page.mjs`] : OPEN_MODULES;
  const frameAssets = sealed ? FRAME_ASSETS.map((name) => `${HOST_ASSET_PREFIX}${name}`) : [];
  const preload = (priority: "auto" | "low") => (url: string) =>
    html`
      <link rel="preload" as="fetch" crossorigin fetchpriority="${priority}" href="${url}">
    `;
  return html`${sealed ? html`<meta name="tck-canvas" content="sealed">` : ""}<script type="importmap">${
    raw(escapeJson(importMap))
  }</script>
${
    modules.filter((url) => url in integrity && url !== entryUrl).map((url) =>
      html`
        <link rel="modulepreload" href="${url}" integrity="${integrity[url]!}">
      `
    )
  }<script type="module" async src="${entryUrl}" integrity="${integrity[entryUrl] ?? ""}"></script>
    ${preload("auto")(listUrl)}${[...frameAssets, ...widgetUrls].map(preload("low"))}`;
}

/** The modules that a feed of an open canvas needs. */
const OPEN_MODULES = [
  ...new Set(SHARED_SPECIFIERS.map(({ asset }) => `${HOST_ASSET_PREFIX}${asset}`)),
  `${HOST_ASSET_PREFIX}boot-feed.mjs`,
];

function renderHeader(frame: PageFrame): Markup {
  const texts = TEXTS[frame.language];
  return html`
    <a class="page-skip" href="#content">${texts.skip}</a>
    <header class="page-header">
      <a class="page-home" href="/" title="${texts.home}">tck</a>
      <div class="page-controls">
    ${frame.signOut
      ? html`<form method="post" action="/logout"><button class="page-control">${texts.signOut}</button></form>`
      : ""}
    <button class="page-control page-theme" type="button" data-theme-switch aria-label="${texts
      .theme}" title="${texts.theme}"></button>
      </div>
    </header>
  `;
}

/** Runs before the first paint: applies the stored theme, or else the system's. */
const CHOOSE_THEME = `{
  const chosen = document.cookie.match(/(?:^|; )tck_theme=(light|dark)/)?.[1];
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  document.documentElement.dataset.theme = chosen ?? system;
}`;

/** The switch sends the canvas the message that an embedding page would send. */
const SWITCH_THEME = `document.querySelector("[data-theme-switch]").addEventListener("click", () => {
  const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  document.cookie = "tck_theme=" + theme + "; path=/; max-age=31536000; samesite=lax";
  postMessage({ type: "tck:theme", theme }, location.origin);
});`;

/** Formats JSON so that it cannot end the surrounding script element. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
