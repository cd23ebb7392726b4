import assert from "node:assert/strict";
import { openChromium } from "../../browser/chromium.ts";
import { showsText } from "./page_text.ts";

Deno.test("a text that is not shown in time is lost, and a page that was closed fails the measurement", async () => {
  const browser = await openChromium();
  try {
    const page = await browser.newPage();
    await page.setContent("<p data-marker>edit 1</p>");
    assert.equal(await showsText(page, "edit 1", 60_000), true);
    assert.equal(await showsText(page, "edit 2", 50), false);
    await page.close();
    await assert.rejects(showsText(page, "edit 1", 60_000), /has been closed/);
  } finally {
    await browser.close();
  }
});
