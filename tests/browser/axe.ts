import axe from "axe-core";
import type { Page } from "playwright-core";

/**
 * Adds axe to a page, as the global `axe`, and takes the empty layer above each card's content out of the way: through it
 * axe sees no colours, and reports no contrast.
 */
export async function addAxe(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  await page.evaluate(() => {
    for (const article of document.querySelectorAll("article")) {
      const layer = article.shadowRoot?.querySelector<HTMLElement>("[data-tck-portal]:empty");
      layer?.style.setProperty("display", "none");
    }
  });
}
