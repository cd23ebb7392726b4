import { type BrowserFrame, type BrowserPage, paintTwice, waitFor } from "./each_browser.ts";

/** The frame of a saved file, once its cards are painted. */
export async function findSavedCards(page: BrowserPage): Promise<BrowserFrame> {
  const found = await waitFor(async () => {
    const frame = page.frames().find((one) => one !== page.mainFrame());
    const isReady = await frame?.evaluate(() => document.querySelector("[data-state=ready]") !== null)
      .catch(() => false);
    return isReady ? frame! : null;
  });
  for (const each of [page, found]) await each.evaluate(paintTwice);
  return found;
}
