import assert from "node:assert/strict";
import type { Frame, Page } from "puppeteer-core";
import { hasPrograms } from "../../servers/programs.ts";
import { attackingWidget } from "./attacks.ts";
import { withFirefoxPage } from "./firefox_page.ts";
import { navigatingWidget, NAVIGATIONS } from "./navigations.ts";
import { SealedSite } from "./sealed_site.ts";

const CALM = `
  import { createElement } from "react";
  import { useWidgetState } from "@tck/kit";
  export default () => createElement("p", null, "calm " + JSON.stringify(useWidgetState()));`;

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
        document.cookie,
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

  for (const [name, body] of Object.entries(NAVIGATIONS)) {
    // claim: sealed-no-requests
    Deno.test(`Firefox: a widget that navigates its frame by ${name} sends nothing, and the other cards are shown`, async () => {
      const { url } = await site.addBatch([
        { module: CALM },
        { module: navigatingWidget(body, site.elsewhere) },
        { module: `${CALM}//3` },
      ]);
      await withFirefoxPage(async (page) => {
        await page.goto(url);
        await waitForCalmCards(page);
        await new Promise((resolve) => setTimeout(resolve, 1000));
        await waitForCalmCards(page);
        assert.deepEqual(site.received, []);
        assert.equal(page.url(), url);
      });
    });
  }
}

/** Firefox may keep the frame's document, where Chromium replaces it by an error page: the third card may be mounted. */
function waitForCalmCards(page: Page): Promise<Frame> {
  return waitForFrame(page, ({ mounted, failed }) => mounted >= 2 && mounted + failed === 3);
}

function waitForCards(page: Page, expected: Counts): Promise<Frame> {
  return waitForFrame(page, (counts) => JSON.stringify(counts) === JSON.stringify(expected));
}

/** Waits for cards in whatever frame is the current one. */
async function waitForFrame(page: Page, isExpected: (counts: Counts) => boolean): Promise<Frame> {
  const deadline = Date.now() + 90_000;
  let counts: Counts | undefined;
  while (Date.now() < deadline) {
    const frame = page.frames().find((frame) => frame !== page.mainFrame());
    counts = await frame?.evaluate(() => ({
      mounted: document.querySelectorAll('article[data-state="mounted"]').length,
      failed: document.querySelectorAll('article[data-state="failed"]').length,
    })).catch(() => undefined);
    if (frame !== undefined && counts !== undefined && isExpected(counts)) return frame;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`The cards did not come: ${JSON.stringify(counts)}`);
}

interface Counts {
  mounted: number;
  failed: number;
}
