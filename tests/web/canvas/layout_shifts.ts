import assert from "node:assert/strict";
import { whileNothingMay } from "../../waiting/mod.ts";
import { type SealedSite, waitForCards, withSealedPage } from "./sealed_site.ts";

/** A card of a height, which its manifest does not say. */
const card = (index: number, height: number) => `
  import { createElement } from "react";
  export default () => createElement("p", { style: { height: "${height}px" } }, "card ${index}");`;

const HEIGHTS = [90, 420, 160, 700, 60, 300, 240, 520];

/** Runs in each document: adds up what moves without the reader's doing. */
function recordShifts(): void {
  const { sendShift } = globalThis as unknown as { sendShift: (shift: number) => void };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { hadRecentInput, value } = entry as PerformanceEntry & {
        hadRecentInput: boolean;
        value: number;
      };
      if (!hadRecentInput) sendShift(value);
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Asserts that nothing in view moves while the cards of a page load. */
export async function expectNoShift(
  site: SealedSite,
  canvas: "sealed" | "open",
  viewport: { width: number; height: number },
): Promise<void> {
  const { url } = await site.addBatch(HEIGHTS.map((height, index) => ({
    module: card(index, height),
    cards: { en: `<p style="height:${height}px">card ${index}</p>` },
    manifest: { id: `card-${index}`, sizes: [index === 2 ? "2x1" : "fill-auto"] },
  })));
  await withSealedPage(site, async (page) => {
    let sum = 0;
    await page.exposeBinding("sendShift", (_source, shift: number) => void (sum += shift));
    await page.addInitScript(recordShifts);
    await page.goto(url);
    if (canvas === "sealed") await waitForCards(page, "mounted", HEIGHTS.length);
    else await page.locator('article[data-state="mounted"]').nth(HEIGHTS.length - 1).waitFor();
    // Shifts are reported after the frame in which they happen.
    await whileNothingMay("move a card", 500);
    assert.ok(sum <= 0.02, `It moves by ${sum}`);
  }, { viewport });
}

/** The windows of the devices. */
export const DEVICES: { readonly [device: string]: { width: number; height: number } } = {
  "a phone": { width: 390, height: 844 },
  "a desktop": { width: 1280, height: 900 },
};
