import type { BrowserContextOptions, Page } from "playwright-core";
import { openChromium } from "../browser/chromium.ts";
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

/** Waits until all cards of the last build are painted. */
export async function waitForCards(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    (count) => document.querySelectorAll(".card:not([data-waits])").length === count,
    count,
  );
}

/** Waits until the first card that is painted shows a text. */
export async function waitForText(page: Page, text: string): Promise<void> {
  await page.frameLocator(".card:not([data-waits]) iframe").first().getByText(text).waitFor();
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
