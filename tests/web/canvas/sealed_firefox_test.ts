import assert from "node:assert/strict";
import { hasPrograms } from "../../servers/programs.ts";
import { attackingWidget } from "./attacks.ts";
import { expectNothingSent, waitForCards } from "./firefox_navigation.ts";
import { withFirefoxPage } from "./firefox_page.ts";
import { CALM, NAVIGATIONS_IN_EACH_RUN } from "./navigations.ts";
import { SealedSite } from "./sealed_site.ts";

let site: SealedSite;

if (await hasPrograms(["firefox-esr"], "the sealed canvas in Firefox", "firefox-esr")) {
  Deno.test.beforeAll(async () => void (site = await SealedSite.open()));
  Deno.test.afterAll(() => site.close());

  // claim: sealed-no-storage
  // claim: sealed-no-requests
  // claim: sealed-no-session
  // claim: sealed-page-untouched
  // claim: sealed-no-nonce
  // claim: sealed-no-inner-document
  Deno.test("Firefox: a widget in a sealed canvas stores nothing, sends nothing and cannot use the session", async () => {
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
        ...Object.keys(localStorage),
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

  for (const way of NAVIGATIONS_IN_EACH_RUN) {
    // claim: sealed-no-requests
    Deno.test(`Firefox: a widget that navigates its frame by ${way} sends nothing, and the other cards are shown`, async () => {
      await expectNothingSent(site, way);
    });
  }
}
