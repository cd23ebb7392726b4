import { readFile } from "node:fs/promises";
import * as esbuild from "esbuild";
import type { Page } from "playwright-core";
import { formatKitLine, KIT_VERSION } from "../../../core/contract/mod.ts";
import { type Card, showCards } from "../tck-host-mount/card_page.ts";
import type { WidgetSite } from "../widget_site.ts";

/** A part of the gallery of building blocks. */
export type GalleryView = "words" | "list" | "floating" | "small";

/** A card of the gallery. */
export interface GalleryCard {
  view: GalleryView;
  /** The reader's language, by default English. */
  locale?: "en" | "ar";
}

/** Mounts cards of the gallery below one another on an empty page, as the canvas does. */
export async function showGallery(
  page: Page,
  site: WidgetSite,
  cards: readonly GalleryCard[],
): Promise<void> {
  const module = await galleryModule();
  await showCards(
    page,
    site,
    cards.map(({ view, locale = "en" }): Card => ({
      // The comment gives each card a hash of its own: a bundle has one manifest.
      module: `${formatKitLine(KIT_VERSION)}\n${module}// ${view}, ${locale}`,
      locale,
      manifest: {
        id: `gallery-${view}-${locale}`,
        title: { en: `Gallery: ${view}`, ar: `معرض: ${view}` },
        languages: ["en", "ar"],
        defaultState: { view },
        slots: { actions: view === "words" ? ACTIONS : [] },
      },
    })),
  );
  await page.locator('article[data-state="mounted"]').nth(cards.length - 1).locator(".kit-card").waitFor();
}

const ACTIONS = [
  {
    id: "open",
    label: { en: "Buy a ticket", ar: "شراء تذكرة" },
    href: "/ticket",
    variant: "primary" as const,
  },
  { id: "other", label: { en: "Timetable", ar: "المواعيد" }, href: "/timetable" },
  { id: "idle", label: "Nothing to do" },
];

let built: Promise<string> | undefined;

/** The gallery imports shared specifiers only, so that its types need to be removed but nothing needs to be bundled. */
function galleryModule(): Promise<string> {
  return built ??= transform();
}

async function transform(): Promise<string> {
  const source = await readFile(new URL("./gallery_widget.tsx", import.meta.url), "utf8");
  try {
    return (await esbuild.transform(source, { loader: "tsx", jsx: "automatic", format: "esm" })).code;
  } finally {
    await esbuild.stop();
  }
}
