import type { Page } from "playwright-core";

/** A text that is not shown after this time, in milliseconds, is lost. */
const PATIENCE = 60_000;

/** Waits until the page shows a text, in a shadow root or not. */
export async function waitForText(page: Page, text: string, timeout: number = PATIENCE): Promise<void> {
  await page.waitForFunction(findText, text, { polling: "raf", timeout });
}

/** Runs in the page. */
function findText(text: string): boolean {
  const search = (root: Document | ShadowRoot): boolean =>
    [...root.querySelectorAll("[data-marker]")].some(({ textContent }) => textContent === text) ||
    [...root.querySelectorAll("*")].some(({ shadowRoot }) => shadowRoot !== null && search(shadowRoot)) ||
    [...root.querySelectorAll("iframe")].some(({ contentDocument }) =>
      contentDocument !== null && search(contentDocument)
    );
  return search(document);
}
