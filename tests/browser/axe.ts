import axe from "axe-core";
import type { Page } from "playwright-core";

/** Adds axe to a page, as the global `axe`. */
export async function addAxe(page: Page): Promise<void> {
  await page.evaluate(axe.source);
}
