import { Hono } from "hono";
import { HOST_ASSET_PREFIX } from "../../../core/contract/mod.ts";
import { ISOLATION_HEADERS } from "../http/response_headers.ts";
import { type PageLanguage, WEB_MANIFEST_PATH } from "./page.ts";
import { languageOf } from "./page_response.ts";

const TEXTS: { readonly [language in PageLanguage]: { name: string; description: string } } = {
  en: { name: "Daily pages", description: "Your cards, day by day." },
  de: { name: "Tagesseiten", description: "Deine Karten, Tag für Tag." },
};

const ICONS = [
  { src: `${HOST_ASSET_PREFIX}icon.svg`, type: "image/svg+xml", sizes: "any", purpose: "any" },
  { src: `${HOST_ASSET_PREFIX}icon-192.png`, type: "image/png", sizes: "192x192", purpose: "any" },
  { src: `${HOST_ASSET_PREFIX}icon-512.png`, type: "image/png", sizes: "512x512", purpose: "any" },
  { src: `${HOST_ASSET_PREFIX}icon-512.png`, type: "image/png", sizes: "512x512", purpose: "maskable" },
];

/** The background of pages in the light theme: a manifest has one for both themes. */
const BACKGROUND = "#f2f0eb";

/** Serves the web application manifest (W3C), in the reader's language. */
export function createWebManifest(): Hono {
  const routes = new Hono();
  routes.get(WEB_MANIFEST_PATH, (context) => {
    const language = languageOf(context);
    const { name, description } = TEXTS[language];
    const manifest = {
      id: "/",
      name,
      short_name: name,
      description,
      lang: language,
      start_url: "/",
      scope: "/",
      display: "standalone",
      background_color: BACKGROUND,
      theme_color: BACKGROUND,
      icons: ICONS,
    };
    return context.body(JSON.stringify(manifest), 200, {
      ...ISOLATION_HEADERS,
      "Content-Type": "application/manifest+json",
      "Cache-Control": "no-cache",
      "Vary": "Accept-Language",
    });
  });
  return routes;
}
