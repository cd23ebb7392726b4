import assert from "node:assert/strict";
import { attackingWidget, LEAVING } from "./attacks.ts";
import { testInEachBrowser, waitFor } from "./each_browser.ts";
import { SealedSite } from "./sealed_site.ts";

let site: SealedSite;
Deno.test.beforeAll(async () => void (site = await SealedSite.open("open")));
Deno.test.afterAll(() => site.close());

// claim: open-same-origin
// claim: open-no-foreign-script
testInEachBrowser(
  "a widget in an open canvas sends no request to another origin and runs no script of one",
  () => site,
  async (page) => {
    const { url } = await site.addBatch([{
      module: attackingWidget(site.origin, site.elsewhere, [...LEAVING, "a dialog of the browser"]),
    }]);
    await page.goto(url);
    const results: string[] = JSON.parse(
      await waitFor(() =>
        page.evaluate(() =>
          document.querySelector("article")?.shadowRoot?.querySelector("[data-results]")?.textContent ?? null
        )
      ),
    );
    assert.deepEqual(site.received, []);
    const denied = [
      "eval",
      "a worker",
      "a shared worker",
      "a service worker",
      "a script from elsewhere",
      "an inline script",
    ];
    assert.deepEqual(results.filter((name) => denied.includes(name)), []);
    assert.ok(results.includes("the API with the session"), "the attacks have run");
  },
);
