import assert from "node:assert/strict";
import { testFirefoxInSoak, waitFor, waitForSettled } from "./each_browser.ts";
import { sharedSite } from "./shared_sites.ts";

// claim: signed-out-back
testFirefoxInSoak(
  "after a sign-out, Back leads to the sign-in and not to the page that the reader saw",
  sharedSite,
  async (page) => {
    const { url } = await sharedSite().addBatch([{
      module: `import { createElement } from "react"; export default () => createElement("p", null, "calm");`,
    }]);
    await page.goto(url);
    await waitForSettled(page, "sealed", 1);
    await page.evaluate(() => document.querySelector<HTMLElement>("form[action='/logout'] button")!.click());
    const read = () =>
      page.evaluate(() => ({
        query: location.search,
        heading: document.readyState === "complete" ? document.querySelector("h1")?.textContent : undefined,
        hasCards: document.querySelector("iframe") !== null,
      })).catch(() => null); // The document is being replaced.
    await waitFor(async () => (await read())?.heading === "Sign in" || null);
    await page.evaluate(() => setTimeout(() => history.back()));
    const back = await waitFor(async () => {
      const now = await read();
      return now?.heading !== undefined && now.query !== "" ? now : null;
    });
    const query = `?next=${encodeURIComponent(new URL(url).pathname)}`;
    assert.deepEqual(back, { query, heading: "Sign in", hasCards: false });
  },
);
