import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { parseManifest } from "../../../core/manifest/mod.ts";
import { readTckb } from "../../../core/tckb/mod.ts";
import { type Card, showCards } from "../tck-host-mount/card_page.ts";
import type { WidgetSite } from "../widget_site.ts";
import { describeCard } from "./describe_card.ts";
import { buildFixedFont } from "./fixed_font.ts";

/** A folder of bundles that an earlier kit was built for, with what they painted on it. */
export const KEPT = fileURLToPath(new URL("../../../fixtures/kept/", import.meta.url));

/** What one bundle paints: for each size, language and theme a heading and its lines. */
export type Painting = readonly string[];

/** The widths of each size in CSS pixels: of a full-width card one in which the kit's blocks are narrow, and one in which they are wide. */
const WIDTHS = {
  "fill-auto": [280, 640],
  "1x1": [168],
  "2x1": [352],
  "2x2": [352],
  "4x1": [720],
  "4x2": [720],
  "4x4": [720],
} as const;

/** What a description depends on apart from the bundle and the kit. */
export const PAGE = {
  viewport: { width: 800, height: 900 },
  timezoneId: "UTC",
  reducedMotion: "reduce",
} as const;

/** The names of the kept bundles of a version. */
export async function listKept(version: string): Promise<string[]> {
  const files = await readdir(`${KEPT}${version}`);
  return files.filter((file) => file.endsWith(".tckb")).map((file) => file.slice(0, -".tckb".length))
    .toSorted();
}

/** Mounts a kept bundle on the kit that a site serves, in every size, language and theme, and describes what is painted. */
export async function paintKept(page: Page, site: WidgetSite, file: string): Promise<Painting> {
  const cards = await listCards(file);
  await showCards(page, site, cards.map(({ card }) => card));
  const mounted = page.locator("article[data-state=mounted]");
  await page.waitForFunction(
    (count) => document.querySelectorAll("article[data-state=mounted]").length === count,
    cards.length,
  );
  await useFixedFont(page);
  const painting: string[] = [];
  for (const theme of ["light", "dark"] as const) {
    await page.evaluate((theme) => globalThis.control.setTheme(theme), theme);
    await settle(page);
    for (const [index, { name }] of cards.entries()) {
      if (theme === "dark" && index > 0) break; // Only the colours differ.
      painting.push(`# ${name}, ${theme}`, ...await mounted.nth(index).evaluate(describeCard));
    }
  }
  return [...painting, ...await paintOpened(page, new Set(painting))];
}

/** What the first card's popovers and tooltips paint when they are open, and nothing paints when they are closed. */
async function paintOpened(page: Page, closed: ReadonlySet<string>): Promise<Painting> {
  const card = page.locator("article").first();
  const painting: string[] = [];
  for (const button of await card.locator("button[aria-haspopup=dialog], button[aria-describedby]").all()) {
    if (!await button.isVisible()) continue; // The card leaves it out.
    await button.scrollIntoViewIfNeeded();
    await button.click();
    await settle(page);
    const opened = await card.evaluate(describeCard);
    painting.push(`# open: ${await button.textContent()}`, ...opened.filter((line) => !closed.has(line)));
    await page.keyboard.press("Escape");
    await settle(page);
  }
  return painting;
}

async function listCards(file: string): Promise<{ name: string; card: Card }[]> {
  const tckb = await readTckb(new Uint8Array(await readFile(file)));
  const manifest = parseManifest(tckb.manifest);
  const decoder = new TextDecoder();
  const files = {
    module: decoder.decode(tckb.module),
    css: decoder.decode(tckb.css ?? new Uint8Array()),
    propertiesCss: decoder.decode(tckb.propertiesCss ?? new Uint8Array()),
    manifest,
  };
  const [language = "en", ...others] = manifest.languages ?? [];
  const [first] = manifest.sizes;
  return [
    ...manifest.sizes.flatMap((size) => WIDTHS[size].map((width) => ({ size, width, locale: language }))),
    ...others.slice(0, 1).map((locale) => ({ size: first!, width: WIDTHS[first!][0], locale })),
  ].map((shown) => ({
    name: `${shown.size} at ${shown.width}, ${shown.locale}`,
    card: { ...files, ...shown },
  }));
}

/**
 * The page's tokens name the typefaces; the fixed one takes the place of all of them. Without `geometricPrecision` a
 * machine's settings decide whether a character's width is rounded to whole pixels.
 */
async function useFixedFont(page: Page): Promise<void> {
  await page.evaluate(async (bytes) => {
    const families = ["sans", "serif", "mono"];
    for (const family of families) {
      const font = new FontFace(`fixed-${family}`, Uint8Array.from(bytes), { weight: "100 900" });
      document.fonts.add(await font.load());
    }
    const createSheet = (css: string) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      return sheet;
    };
    const tokens = families.map((family) => `--font-${family}: fixed-${family};`).join(" ");
    document.adoptedStyleSheets.push(createSheet(`:root { ${tokens} }`));
    const precise = createSheet("* { text-rendering: geometricPrecision !important; }");
    for (const { shadowRoot } of document.querySelectorAll("article")) {
      shadowRoot!.adoptedStyleSheets.push(precise);
    }
  }, [...buildFixedFont()]);
}

/** Waits until the layout uses the typeface and no colour is in transition. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise(requestAnimationFrame);
    const ending = document.getAnimations().filter(({ effect }) =>
      effect?.getComputedTiming().endTime !== Infinity
    );
    await Promise.all(ending.map(({ finished }) => finished.catch(() => {})));
    await new Promise(requestAnimationFrame);
  });
}
