import type { Page } from "playwright-core";
import { openChromium } from "../../browser/chromium.ts";

/** A page of a real Chromium on a preview, which is closed when the test ends. */
export interface StagePage extends AsyncDisposable {
  page: Page;
  /** How many documents the page has loaded. */
  loads(): number;
  /** The payloads of an event of the dev server's websocket, in order. */
  events(name: string): unknown[];
  /** The updates of modules that the dev server has sent, in order. */
  updates(): { path: string }[];
  /** Uncaught errors of the page. */
  errors: string[];
}

/** Opens the shell with a query, and waits until the widget on the Stage is painted. */
export async function openStage(url: string, query: string): Promise<StagePage> {
  const browser = await openChromium();
  const page = await browser.newPage();
  const errors: string[] = [];
  const messages: { type: string; event?: string; data?: unknown; updates?: { path: string }[] }[] = [];
  let loads = 0;
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("domcontentloaded", () => loads++);
  page.on("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => messages.push(JSON.parse(String(payload))));
  });
  await page.goto(new URL(query, url).href);
  await page.locator("html[data-tck-ready]").waitFor({ timeout: 60_000 });
  return {
    page,
    errors,
    loads: () => loads,
    updates: () => messages.flatMap(({ updates = [] }) => updates),
    events: (name) => messages.filter(({ event }) => event === name).map(({ data }) => data),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}
