import type { BrowserContextOptions, Page } from "playwright-core";
import { openChromium } from "../browser/chromium.ts";
import { until } from "../waiting/mod.ts";
import { PlaygroundSite } from "./playground_site.ts";

/** A page of the playground, and what it is served from. */
export interface PlaygroundPage {
  readonly page: Page;
  readonly site: PlaygroundSite;
}

/** Milliseconds that a busy machine may take to load two compilers and to build a widget with them. */
const TIMEOUT_MS = 90_000;

/** Runs a test in a page of the playground that has not been opened. */
export async function inPlayground(
  run: (opened: PlaygroundPage) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  await using site = await PlaygroundSite.open();
  const browser = await openChromium();
  try {
    const page = await (await browser.newContext(options)).newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    await run({ page, site });
  } finally {
    await browser.close();
  }
}

/** Waits until the status begins with a text. */
export async function waitForStatus(page: Page, text: string): Promise<string> {
  await page.waitForFunction((text) => document.getElementById("status")!.textContent.startsWith(text), text);
  return (await page.textContent("#status"))!;
}

/** The frame of the cards that are shown. */
export const SHOWN_FRAME = "#cards iframe:not([data-waits])";

/** Waits until so many cards are painted, and no others. */
export async function waitForCards(page: Page, count: number): Promise<void> {
  const cards = page.frameLocator(SHOWN_FRAME).locator("article");
  await until("the cards", async () => await cards.count() === count, TIMEOUT_MS);
}

/** Waits until the first card that is painted shows a text. */
export async function waitForText(page: Page, text: string): Promise<void> {
  await page.frameLocator(SHOWN_FRAME).getByText(text).first().waitFor();
}

/** Replaces the text of the open file, as a person who pastes does. */
export async function writeSource(page: Page, text: string): Promise<void> {
  await page.locator(".cm-content").click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText(text);
}

/** A valid widget that shows a text. */
export function widgetThatShows(text: string): string {
  return `import { Card, Text } from "@tck/kit";
export const manifest = { id: "shown", cardType: "feed", sizes: ["fill-auto"] };
export default function Shown() { return <Card><Text>${text}</Text></Card>; }
`;
}
