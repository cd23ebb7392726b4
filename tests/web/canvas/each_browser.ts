import { openChromium } from "../../browser/chromium.ts";
import { hasPrograms } from "../../servers/programs.ts";
import { untilFound } from "../../waiting/mod.ts";
import { withFirefoxPage } from "./firefox_page.ts";
import { openSignedIn, type SealedSite } from "./sealed_site.ts";

/** What a test needs of a document, from Playwright's Chromium and from Puppeteer's Firefox. */
export interface BrowserFrame {
  evaluate<Result>(run: () => Result): Promise<Awaited<Result>>;
  evaluate<Result, Argument>(
    run: (argument: Argument) => Result,
    argument: Argument,
  ): Promise<Awaited<Result>>;
}

/** A dialog of the browser itself. */
export interface BrowserDialog {
  message(): string;
  type(): string;
  defaultValue(): string;
  accept(): Promise<void>;
  dismiss(): Promise<void>;
}

/** A key that changes what a click does. */
export type ModifierKey = "Control" | "Shift" | "Alt" | "Meta";

/** A page with the session of user "ada". */
export interface BrowserPage extends BrowserFrame {
  readonly keyboard: {
    press(key: "Enter" | " " | "s" | "Tab" | "Escape"): Promise<void>;
    down(key: ModifierKey | "Tab"): Promise<void>;
    up(key: ModifierKey | "Tab"): Promise<void>;
  };
  readonly mouse: {
    click(x: number, y: number, options?: { button?: "left" | "middle" | "right" }): Promise<void>;
    move(x: number, y: number): Promise<void>;
    down(): Promise<void>;
    up(): Promise<void>;
  };
  on(event: "console", listener: (message: { text(): string }) => void): unknown;
  on(event: "dialog", listener: (dialog: BrowserDialog) => void): unknown;
  addInitScript?(run: () => void): Promise<unknown>;
  evaluateOnNewDocument?(run: () => void): Promise<unknown>;
  setViewportSize?(size: { width: number; height: number }): Promise<void>;
  setViewport?(size: { width: number; height: number }): Promise<void>;
  goto(url: string): Promise<unknown>;
  url(): string;
  mainFrame(): BrowserFrame;
  frames(): BrowserFrame[];
}

const hasFirefox = await hasPrograms(["firefox-esr"], "tests in Firefox", "firefox-esr");

/** The soak imports test files, to try in Firefox what each run tries in Chromium. */
export const isSoak: boolean = Deno.mainModule.endsWith("_soak.ts");

/** What is tried on a page that is signed in to a site. */
type BrowserTest = (page: BrowserPage) => Promise<void>;

/** Runs a test in Chromium and, as a test of its own, in Firefox, each with a page that is signed in to the site. */
export function testInEachBrowser(title: string, site: () => SealedSite, run: BrowserTest): void {
  if (isSoak) return;
  runInChromium(title, site, run);
  runInFirefox(title, run);
}

/**
 * Runs a test in Chromium. In Firefox the soak runs it, by a file that imports the test's file: for what another test shows
 * of Firefox, or what does not depend on the browser.
 */
export function testFirefoxInSoak(title: string, site: () => SealedSite, run: BrowserTest): void {
  if (isSoak) runInFirefox(title, run);
  else runInChromium(title, site, run);
}

/** Runs a test in Chromium: for what the soak has more of, or what Firefox has not. */
export function testInChromium(title: string, site: () => SealedSite, run: BrowserTest): void {
  if (!isSoak) runInChromium(title, site, run);
}

/** Runs a test in both browsers, in the soak only: for a variant of what a test of the same file shows. */
export function testInSoak(title: string, site: () => SealedSite, run: BrowserTest): void {
  if (!isSoak) return;
  runInChromium(title, site, run);
  runInFirefox(title, run);
}

function runInChromium(title: string, site: () => SealedSite, run: BrowserTest): void {
  Deno.test(`Chromium: ${title}`, async () => {
    const chromium = await openChromium();
    try {
      // What a test must not reach is denied by the canvas, not by the browser's settings.
      const context = await openSignedIn(chromium, site(), { permissions: ["clipboard-read"] });
      const page = await context.newPage();
      await run(page as unknown as BrowserPage);
      await context.close();
    } finally {
      await chromium.close();
    }
  });
}

function runInFirefox(title: string, run: BrowserTest): void {
  if (!hasFirefox) return;
  Deno.test(`Firefox: ${title}`, () => withFirefoxPage((page) => run(page as unknown as BrowserPage)));
}

/** Changes the size of the window, by Playwright or by Puppeteer. */
export async function resizeWindow(
  page: BrowserPage,
  size: { width: number; height: number },
): Promise<void> {
  await (page.setViewportSize ?? page.setViewport)!.call(page, size);
}

/** Runs a function in each document before its own scripts, by Playwright or by Puppeteer. */
export async function runInDocuments(page: BrowserPage, run: () => void): Promise<void> {
  await (page.addInitScript ?? page.evaluateOnNewDocument)!.call(page, run);
}

/**
 * The document with the cards, in the page or in its frame, once the given number of them have ended their loading and are
 * shown, so that they can be clicked.
 */
export async function waitForSettled(
  page: BrowserPage,
  canvas: "open" | "sealed",
  count: number,
): Promise<BrowserFrame> {
  const settled = await waitFor(async () => {
    const frame = canvas === "open"
      ? page.mainFrame()
      : page.frames().find((each) => each !== page.mainFrame());
    const settled = await frame?.evaluate(() =>
      document.querySelectorAll('article[data-state="mounted"], article[data-state="failed"]').length
    ).catch(() => 0);
    return settled === count ? frame! : null;
  });
  if (canvas === "sealed") {
    await waitFor(() =>
      page.evaluate(() => document.querySelector('#canvas-feed-root[data-state="ready"]') !== null || null)
    );
  }
  for (const each of [page, settled]) await each.evaluate(paintTwice);
  return settled;
}

/** Resolves when the browser has painted what is there. Chromium sends clicks to a frame of another process after that. */
export const paintTwice = (): Promise<unknown> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

/** Reads a value again and again, until it is not null. */
export function waitFor<Value>(read: () => Promise<Value | null>): Promise<Value> {
  return untilFound(`a value of ${read}`, read, 90_000);
}

/** Clicks on the first link or button of the first card. */
export async function clickCard(page: BrowserPage, frame: BrowserFrame): Promise<void> {
  const outer = frame === page.mainFrame() ? { left: 0, top: 0 } : await page.evaluate(() => {
    const { left, top } = document.querySelector("iframe")!.getBoundingClientRect();
    return { left, top };
  });
  const inner = await frame.evaluate(() => {
    const { left, top } = document.querySelector("article")!.shadowRoot!.querySelector("a, button")!
      .getBoundingClientRect();
    return { left, top };
  });
  await page.mouse.click(outer.left + inner.left + 20, outer.top + inner.top + 20);
}
