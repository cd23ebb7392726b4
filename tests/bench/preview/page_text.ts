import { errors, type Page } from "playwright-core";

/** The longest wait for the first paint, in milliseconds. */
const PATIENCE = 60_000;

/** Waits until the page shows a text, in a shadow root or not. */
export async function waitForText(page: Page, text: string, timeout: number = PATIENCE): Promise<void> {
  await page.waitForFunction(findText, text, { polling: "raf", timeout });
}

/**
 * Whether the page shows a text in time.
 *
 * @throws when the page cannot be asked, for example because the browser has ended
 */
export async function showsText(page: Page, text: string, timeout: number): Promise<boolean> {
  try {
    await waitForText(page, text, timeout);
    return true;
  } catch (error) {
    if (error instanceof errors.TimeoutError) return false;
    throw error;
  }
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
