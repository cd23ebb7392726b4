import assert from "node:assert/strict";
import type { Frame, Page } from "puppeteer-core";
import { whileNothingMay } from "../../waiting/mod.ts";
import { withFirefoxPage } from "./firefox_page.ts";
import { navigatingWidget, NAVIGATIONS } from "./navigations.ts";
import type { SealedSite } from "./sealed_site.ts";

/** A widget that shows a text and its state. */
export const CALM = `
  import { createElement } from "react";
  import { useWidgetState } from "@tck/kit";
  export default () => createElement("p", null, "calm " + JSON.stringify(useWidgetState()));`;

/** Navigates the frame of a sealed canvas in Firefox, and asserts that nothing is sent and that the other cards are shown. */
export async function expectNothingSent(site: SealedSite, way: string): Promise<void> {
  const { url } = await site.addBatch([
    { module: CALM },
    { module: navigatingWidget(NAVIGATIONS[way]!, site.elsewhere) },
    { module: `${CALM}//3` },
  ]);
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
async function waitForFrame(page: Page, isExpected: (counts: Counts) => boolean): Promise<Frame> {
  const deadline = Date.now() + 90_000;
  let counts: Counts | undefined;
  while (Date.now() < deadline) {
    const frame = page.frames().find((frame) => frame !== page.mainFrame());
    counts = await frame?.evaluate(() => ({
      mounted: document.querySelectorAll('article[data-state="mounted"]').length,
      failed: document.querySelectorAll('article[data-state="failed"]').length,
    })).catch(() => undefined);
    if (frame !== undefined && counts !== undefined && isExpected(counts)) return frame;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`The cards did not come: ${JSON.stringify(counts)}`);
}

interface Counts {
  mounted: number;
  failed: number;
}
