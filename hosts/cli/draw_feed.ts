import type { BrowserContext, ElementHandle, Page } from "playwright-core";
import { UsageError } from "../../terminal/mod.ts";
import { textOfMarkup } from "../../web/card-text/mod.ts";
import type { SealedPage } from "../../web/canvas/sealed_page/mod.ts";
import type { Host } from "./host.ts";

/** A file of a feed. */
export interface FeedFile {
  /** What follows the batch's id: `.pdf`, `-01.png`. */
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** The files of a feed, and how many of its cards could not be shown. */
interface DrawnFeed {
  readonly files: readonly FeedFile[];
  readonly failed: number;
}

/** How long the cards of a feed may take, in milliseconds. */
const MAX_WAIT_MS = 60_000;

/** The width of the page in CSS pixels, and the pixels of a picture for each of them. */
const VIEWPORT = { width: 800, height: 1_000 };
const SCALE = 2;

/** The address of the page. Nothing is there: the browser is given the page, and has no network. */
const ADDRESS = "http://feed.invalid/";

/**
 * Finds how the host starts its browser.
 *
 * @throws {UsageError} when it starts none
 */
export function requireBrowser(
  format: string,
  { launchBrowser, invocation }: Host,
): NonNullable<Host["launchBrowser"]> {
  if (launchBrowser !== undefined) return launchBrowser;
  throw new UsageError(`${invocation} starts no browser, which ${format} needs; --format html needs none`);
}

/**
 * Draws a feed in the host's browser, which loads nothing but the page.
 *
 * @throws {UsageError} when the host starts no browser
 */
export async function drawFeed(
  page: SealedPage,
  format: "pdf" | "png" | "txt",
  host: Host,
): Promise<DrawnFeed> {
  const launchBrowser = requireBrowser(format, host);
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: VIEWPORT, deviceScaleFactor: SCALE });
    return await draw(await showPage(context, page), format);
  } finally {
    await browser.close();
  }
}

async function showPage(context: BrowserContext, { html, policy }: SealedPage): Promise<Page> {
  let isGiven = false;
  await context.route("**/*", async (route) => {
    if (isGiven) return await route.abort();
    isGiven = true;
    const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy };
    await route.fulfill({ status: 200, headers, body: html });
  });
  const page = await context.newPage();
  page.setDefaultTimeout(MAX_WAIT_MS);
  await page.goto(ADDRESS);
  await page.waitForSelector("#canvas-feed-root[data-state=ready]", { state: "attached" });
  return page;
}

async function draw(page: Page, format: "pdf" | "png" | "txt"): Promise<DrawnFeed> {
  const cards = await page.$$("article[data-widget-id]");
  const failed = await page.$$eval('article[data-state="failed"]', (found) => found.length);
  if (format === "pdf") {
    const content = await page.pdf({ format: "A4", printBackground: true });
    return { files: [{ name: ".pdf", content }], failed };
  }
  const files: FeedFile[] = [];
  for (const [index, card] of cards.entries()) {
    const name = `-${String(index + 1).padStart(2, "0")}.${format}`;
    files.push({ name, content: format === "png" ? await card.screenshot() : await readText(card) });
  }
  return { files, failed };
}

/** The text of a card: its title, what it shows, and what the host shows below it. */
async function readText(card: ElementHandle<Element>): Promise<string> {
  const { title, markup } = await card.evaluate((article) => ({
    title: article.getAttribute("aria-label") ?? "",
    markup: (article.shadowRoot?.querySelector("[data-tck-content]")?.innerHTML ?? "") +
      `<div>${article.innerHTML}</div>`,
  }));
  return `${title}\n\n${textOfMarkup(markup)}\n`;
}
