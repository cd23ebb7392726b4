import { hasPrograms } from "../servers/programs.ts";
import { openChromium } from "./chromium.ts";
import { openFirefox } from "./firefox.ts";

/** What a test does with a page, in each of the two browsers. */
export interface TestPage {
  /** Opens an address, and returns the status of the response. */
  open(url: string): Promise<number>;
  /** Runs an expression in the page. */
  run<Result>(expression: string): Promise<Result>;
}

const hasFirefox = await hasPrograms(["firefox-esr"], "tests in Firefox", "firefox-esr");

/** Runs a test in Chromium and, as a test of its own, in Firefox, each with a page of an empty profile. */
export function testInPage(title: string, run: (page: TestPage) => Promise<void>): void {
  Deno.test(`Chromium: ${title}`, () => inChromium(run));
  if (hasFirefox) Deno.test(`Firefox: ${title}`, () => inFirefox(run));
}

async function inChromium(run: (page: TestPage) => Promise<void>): Promise<void> {
  const browser = await openChromium();
  try {
    const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
    await run({
      open: async (url) => (await page.goto(url))!.status(),
      run: (expression) => page.evaluate(expression),
    });
  } finally {
    await browser.close();
  }
}

async function inFirefox(run: (page: TestPage) => Promise<void>): Promise<void> {
  const browser = await openFirefox({ acceptInsecureCerts: true });
  try {
    const page = await browser.newPage();
    await run({
      open: async (url) => (await page.goto(url))!.status(),
      run: async <Result>(expression: string) => await page.evaluate(expression) as Result,
    });
  } finally {
    await browser.close();
  }
}
