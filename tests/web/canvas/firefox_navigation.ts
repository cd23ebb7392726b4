import assert from "node:assert/strict";
import type { Frame, Page } from "puppeteer-core";
import { untilFound, whileNothingMay } from "../../waiting/mod.ts";
import { withFirefoxPage } from "./firefox_page.ts";
import { addNavigatingBatch } from "./navigations.ts";
import type { SealedSite } from "./sealed_site.ts";

/** Navigates the frame of a sealed canvas in Firefox, and asserts that nothing is sent and that the other cards are shown. */
export async function expectNothingSent(site: SealedSite, way: string): Promise<void> {
  const url = await addNavigatingBatch(site, way);
  await withFirefoxPage(async (page) => {
    await page.goto(url);
    await waitForCalmCards(page);
    await whileNothingMay("be sent, nor replace the cards", 1_000);
    await waitForCalmCards(page);
    assert.deepEqual(site.received, []);
    assert.equal(page.url(), url);
  });
}

/** Firefox may keep the frame's document, where Chromium replaces it by an error page: the third card may be mounted. */
function waitForCalmCards(page: Page): Promise<Frame> {
  return waitForFrame(page, ({ mounted, failed }) => mounted >= 2 && mounted + failed === 3);
}

/** Waits until so many cards are shown and so many have failed. */
export function waitForCards(page: Page, expected: Counts): Promise<Frame> {
  return waitForFrame(page, (counts) => JSON.stringify(counts) === JSON.stringify(expected));
}

/** Waits for cards in whatever frame is the current one. */
function waitForFrame(page: Page, isExpected: (counts: Counts) => boolean): Promise<Frame> {
  let counts: Counts | undefined;
  return untilFound("the cards", async () => {
    const frame = page.frames().find((frame) => frame !== page.mainFrame());
    counts = await frame?.evaluate(() => ({
      mounted: document.querySelectorAll('article[data-state="mounted"]').length,
      failed: document.querySelectorAll('article[data-state="failed"]').length,
    })).catch(() => undefined);
    return frame !== undefined && counts !== undefined && isExpected(counts) ? frame : null;
  }, 90_000).catch((error) =>
    Promise.reject(new Error(`The cards are ${JSON.stringify(counts)}`, { cause: error }))
  );
}

interface Counts {
  mounted: number;
  failed: number;
}
