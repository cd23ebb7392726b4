import assert from "node:assert/strict";
import { hasPrograms } from "../../servers/programs.ts";
import { attackingWidget } from "./attacks.ts";
import { isSoak } from "./each_browser.ts";
import { expectNothingSent, waitForCards } from "./firefox_navigation.ts";
import { withFirefoxPage } from "./firefox_page.ts";
import { CALM, NAVIGATIONS } from "./navigations.ts";
import { sharedSite } from "./shared_sites.ts";

/** The way that is tried in each run. The soak has the others. */
const WAY = "location.href";

if (await hasPrograms(["firefox-esr"], "the sealed canvas in Firefox", "firefox-esr")) {
  if (!isSoak) {
    // claim: sealed-no-storage
    // claim: sealed-no-requests
    // claim: sealed-no-session
    // claim: sealed-page-untouched
    // claim: sealed-no-nonce
    // claim: sealed-no-inner-document
    Deno.test("Firefox: a widget in a sealed canvas stores nothing, sends nothing and cannot use the session", async () => {
      const site = sharedSite();
      site.received.length = 0;
      const { url } = await site.addBatch([
        { module: attackingWidget(site.origin, site.elsewhere) },
        { module: CALM },
      ]);
      await withFirefoxPage(async (page) => {
        await page.goto(url);
        const frame = await waitForCards(page, { mounted: 2, failed: 0 });
        assert.equal(await frame.evaluate(() => self.origin), "null");
        const results = await frame.waitForSelector(">>> [data-results]", { timeout: 60_000 });
        assert.deepEqual(JSON.parse(await results!.evaluate((element) => element.textContent!)), []);
        assert.deepEqual(site.received, []);
        const stored = await page.evaluate(async () => [
          // The page has a mark while its cards run.
          ...Object.keys(localStorage).filter((key) => !/^tck:cards:0\.\d+$/.test(key)),
          ...Object.keys(sessionStorage),
          // The page keeps the reader's time zone.
          document.cookie.replace(/^tck_zone=[^;]*$/, ""),
          ...(await indexedDB.databases()).map(({ name }) => String(name)),
          ...await caches.keys(),
        ]);
        assert.deepEqual(stored, [""]);
        assert.equal(page.url(), url);
        await page.reload();
        const again = await waitForCards(page, { mounted: 2, failed: 0 });
        assert.deepEqual(await again.evaluate(() => [self.name, history.state]), ["", null]);
      });
    });
  }

  for (const way of Object.keys(NAVIGATIONS)) {
    if ((way === WAY) === isSoak) continue;
    // claim: sealed-no-requests
    Deno.test(`Firefox: a widget that navigates its frame by ${way} sends nothing, and the other cards are shown`, async () => {
      await expectNothingSent(sharedSite(), way);
    });
  }
}
