import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { until } from "../../waiting/mod.ts";
import { addNavigatingBatch } from "./navigations.ts";
import { type SealedSite, withSealedPage } from "./sealed_site.ts";

/** Asserts that widgets send nothing by navigations of their frame, and that the other cards come back. */
export async function expectNothingSent(site: SealedSite, ways: readonly string[]): Promise<void> {
  const url = await addNavigatingBatch(site, ...ways);
  await withSealedPage(site, async (page) => {
    const apiCalls: string[] = [];
    page.on("response", (response) => {
      if (response.url().includes("secret")) apiCalls.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(url);
    await page.waitForFunction(() => document.querySelectorAll("iframe").length === 1);
    // The browser itself follows no such address in the frame, which stays.
    const failed = ways.filter((way) => way !== "a javascript address").length;
    await expectCards(page, { mounted: ways.length + 2 - failed, failed });
    assert.deepEqual(site.received, []);
    assert.deepEqual(apiCalls, []);
    assert.equal(page.url(), url);
  });
}

/** Waits for cards in whatever frame is the current one. */
export async function expectCards(page: Page, expected: { mounted: number; failed: number }): Promise<void> {
  let counts: object = {};
  await until("the cards", async () => {
    const frame = await (await page.$("iframe.canvas-frame"))?.contentFrame();
    counts = await frame?.evaluate(() => ({
      mounted: document.querySelectorAll('article[data-state="mounted"]').length,
      failed: document.querySelectorAll('article[data-state="failed"]').length,
    })).catch(() => ({})) ?? {};
    return JSON.stringify(counts) === JSON.stringify(expected);
  }, 90_000).catch((error) =>
    Promise.reject(new Error(`The cards are ${JSON.stringify(counts)}`, { cause: error }))
  );
}
