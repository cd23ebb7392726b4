import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { CodedError, escapeControls } from "../../core/errors/mod.ts";
import { UsageError } from "../../terminal/mod.ts";
import { textOfMarkup } from "../../web/card-text/mod.ts";
import type { SealedPage } from "../../web/canvas/sealed_page/mod.ts";
import type { Host } from "./host.ts";

export interface FeedFile {
  /** The end of the file's name, after the batch's id: `.pdf`, `-01.png`. */
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** The files of a feed, and how many of its cards could not be shown. */
interface DrawnFeed {
  readonly files: readonly FeedFile[];
  readonly failed: number;
}

/** A feed cannot be drawn. */
class FeedDrawingError extends CodedError<"feed.unresponsive"> {
  override readonly name = "FeedDrawingError";
}

/** How long the browser may take for a feed, in milliseconds: a card may hold it up at any moment. */
const MAX_DRAWING_MS = 60_000;

/** The longest markup of a card that is read, in UTF-16 units. */
const MAX_MARKUP_LENGTH = 1_048_576;

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
 * @param widgetIds the ids of the feed's widgets, in their order: what else a card makes of its page has no file
 * @param limitMs the time that it may take
 * @throws {UsageError} when the host starts no browser
 * @throws {FeedDrawingError} `feed.unresponsive` after the time
 */
export async function drawFeed(
  page: SealedPage,
  widgetIds: readonly string[],
  format: "pdf" | "png" | "txt",
  host: Host,
  limitMs: number = MAX_DRAWING_MS,
): Promise<DrawnFeed> {
  const launchBrowser = requireBrowser(format, host);
  const late = Promise.withResolvers<never>();
  let browser: Browser | null = null;
  const timer = setTimeout(() => {
    const reason = browser === null ? "the browser does not start" : "its cards do not respond";
    const message = `Cannot draw the feed as ${format}: ${reason} within ${limitMs / 1000} s`;
    late.reject(new FeedDrawingError("feed.unresponsive", message));
  }, limitMs);
  const launch = launchBrowser();
  try {
    browser = await Promise.race([late.promise, launch]);
    return await Promise.race([late.promise, drawIn(browser, page, widgetIds, format)]);
  } finally {
    clearTimeout(timer);
    if (browser !== null) await browser.close();
    // One that starts after all is not waited for.
    else launch.then((started) => started.close()).catch(() => {});
  }
}

async function drawIn(
  browser: Browser,
  sealed: SealedPage,
  widgetIds: readonly string[],
  format: "pdf" | "png" | "txt",
): Promise<DrawnFeed> {
  const context = await browser.newContext({ viewport: VIEWPORT, deviceScaleFactor: SCALE });
  const page = await showPage(context, sealed);
  const cards = await findCards(page, widgetIds);
  const failed = cards.filter(({ state }) => state !== "mounted").length;
  if (format === "pdf") {
    const content = await page.pdf({ format: "A4", printBackground: true });
    return { files: [{ name: ".pdf", content }], failed };
  }
  const files: FeedFile[] = [];
  const world = await openIsolatedWorld(context, page);
  for (const [index, { id, state, card }] of cards.entries()) {
    if (state === null) continue;
    const name = `-${String(index + 1).padStart(2, "0")}.${format}`;
    files.push({ name, content: format === "png" ? await card.screenshot() : await readText(world, id) });
  }
  return { files, failed };
}

/** The selector of a card in the page itself, not in the shadow roots of cards. */
function cardSelector(widgetId: string): string {
  return `#canvas-feed-root article[data-widget-id=${JSON.stringify(widgetId)}]`;
}

interface ShownCard {
  readonly id: string;
  readonly card: Locator;
  /** Null for a card that another one has removed from the page. */
  readonly state: string | null;
}

async function findCards(page: Page, widgetIds: readonly string[]): Promise<ShownCard[]> {
  const cards: ShownCard[] = [];
  for (const id of widgetIds) {
    const card = page.locator(`css:light=${cardSelector(id)}`).first();
    cards.push({ id, card, state: await card.count() === 0 ? null : await card.getAttribute("data-state") });
  }
  return cards;
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
  page.setDefaultTimeout(0); // One deadline is for all that is drawn.
  await page.goto(ADDRESS);
  await page.waitForSelector("#canvas-feed-root[data-state=ready]", { state: "attached" });
  return page;
}

/** Evaluates expressions beside the page's scripts, whose objects a card may have changed. */
type IsolatedWorld = (expression: string) => Promise<unknown>;

async function openIsolatedWorld(context: BrowserContext, page: Page): Promise<IsolatedWorld> {
  const session = await context.newCDPSession(page);
  const { frameTree } = await session.send("Page.getFrameTree");
  const { executionContextId } = await session.send("Page.createIsolatedWorld", {
    frameId: frameTree.frame.id,
  });
  return async (expression) => {
    const options = { expression, contextId: executionContextId, returnByValue: true } as const;
    return (await session.send("Runtime.evaluate", options)).result.value;
  };
}

/** The text of a card: its title, what it shows, and what the host shows below it. Control characters are escaped. */
async function readText(world: IsolatedWorld, widgetId: string): Promise<string> {
  const expression = `(${readMarkup})(${JSON.stringify(cardSelector(widgetId))}, ${
    String(MAX_MARKUP_LENGTH)
  })`;
  const { title, markup } = await world(expression) as { title: string; markup: string };
  return `${escapeControls(title)}\n\n${escapeControls(textOfMarkup(markup), "\n")}\n`;
}

/** Runs in the page. */
function readMarkup(selector: string, length: number): { title: string; markup: string } {
  const article = document.querySelector(selector)!;
  const shown = article.shadowRoot?.querySelector("[data-tck-content]")?.innerHTML ?? "";
  return {
    title: (article.getAttribute("aria-label") ?? "").slice(0, length),
    markup: `${shown.slice(0, length)}<div>${article.innerHTML.slice(0, length)}</div>`,
  };
}
