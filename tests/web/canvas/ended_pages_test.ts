// budget: 75 s: a Firefox whose tabs are ended, once for live cards and once for painted ones
import assert from "node:assert/strict";
import type { Page } from "puppeteer-core";
import { hasPrograms } from "../../servers/programs.ts";
import { whileNothingMay } from "../../waiting/mod.ts";
import { type BrowserPage, waitFor, waitForSettled } from "./each_browser.ts";
import { withFirefoxPage } from "./firefox_page.ts";
import { SealedSite } from "./sealed_site.ts";

let site: SealedSite;
Deno.test.beforeAll(async () => void (site = await SealedSite.open()));
Deno.test.afterAll(() => site.close());

const CALM = `
  import { createElement } from "react";
  export default () => createElement("p", null, "calm");`;

/** Ends the process of its frame, which Firefox has in common with the page. */
const ENDING = `${CALM}
  document.querySelector(":not(".repeat(200_000) + "a" + ")".repeat(200_000));`;

/** First cards that do the same. */
const ENDING_SHEET = `${":not(".repeat(200_000)}a${")".repeat(200_000)}{color:red}`;

/** Whether the reader is asked, has the first cards, and has a frame in which cards run; null until one of both is there. */
const readPage = () => {
  const [isAsked, hasFirstCards, hasFrame] = [".canvas-message button", ".canvas-paint", ".canvas-frame"].map(
    (selector) => document.querySelector(selector) !== null,
  );
  return isAsked || hasFrame ? { isAsked, hasFirstCards, hasFrame } : null;
};

/** Resolves when the tab of a page has ended. */
async function untilEnded(page: Page): Promise<void> {
  await waitFor(() => page.evaluate(() => null).catch(() => true as const));
}

const hasFirefox = await hasPrograms(["firefox-esr"], "tests in Firefox", "firefox-esr");

// claim: sealed-ended-tab
Deno.test({
  name:
    "Firefox: where a card has ended the tab, no card is there, live or painted, until the reader starts them",
  ignore: !hasFirefox,
  fn: () =>
    withFirefoxPage(async (first) => {
      const context = first.browserContext();
      const { url: ending } = await site.addBatch([{ module: ENDING }]);
      const { url: calm } = await site.addBatch([{ module: CALM }]);
      // Pages that are open, have been closed or were left do not count.
      for (const page of [first, await context.newPage(), await context.newPage()]) {
        await page.goto(calm);
        assert.deepEqual((await waitFor(() => page.evaluate(readPage)))?.isAsked, false);
        await waitForSettled(page as unknown as BrowserPage, "sealed", 1);
        if (page !== first) await page.close();
      }
      await first.reload();
      await waitForSettled(first as unknown as BrowserPage, "sealed", 1);
      await first.goto(ending).catch(() => {});
      await untilEnded(first);
      const second = await context.newPage();
      await second.goto(ending);
      const expected = { isAsked: true, hasFirstCards: false, hasFrame: false };
      assert.deepEqual(await waitFor(() => second.evaluate(readPage)), expected);
      await whileNothingMay("run a card", 1_000);
      assert.deepEqual(await second.evaluate(readPage), expected);
      const other = await context.newPage();
      await other.goto(calm);
      await waitForSettled(other as unknown as BrowserPage, "sealed", 1);
      await second.bringToFront();
      await second.click(".canvas-message button").catch(() => {});
      await untilEnded(second);
      const third = await context.newPage();
      await third.goto(ending);
      assert.deepEqual(await waitFor(() => third.evaluate(readPage)), expected, "again");
    }),
});

// claim: sealed-ended-tab
Deno.test({
  name:
    "Firefox: where the first cards have ended the tab before any other code ran, they are not shown again",
  ignore: !hasFirefox,
  fn: () =>
    withFirefoxPage(async (first) => {
      const context = first.browserContext();
      const { url } = await site.addBatch([{ module: CALM, cards: { en: "<p>calm</p>" } }]);
      const [code, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let isEnding = true;
      site.intercept = async (request, answer) => {
        if (request.url.endsWith("/boot-page.mjs")) await code.promise;
        if (!request.url.endsWith("/paint")) return await answer();
        asked.resolve();
        if (!isEnding) return await answer();
        const document = `<!doctype html><style>${ENDING_SHEET}</style><a>calm</a>`;
        return new Response(document, { headers: { "Content-Type": "text/html" } });
      };
      try {
        // Of a page that has ended it waits for the whole time.
        const opened = first.goto(url, { timeout: 5_000 }).catch(() => {});
        await asked.promise;
        await untilEnded(first);
        code.resolve();
        const second = await context.newPage();
        await second.goto(url);
        const expected = { isAsked: true, hasFirstCards: false, hasFrame: false };
        assert.deepEqual(await waitFor(() => second.evaluate(readPage)), expected);
        isEnding = false;
        await second.click(".canvas-message button");
        await waitForSettled(second as unknown as BrowserPage, "sealed", 1);
        // Nothing has ended since.
        const painted = Promise.withResolvers<void>();
        const { intercept } = site;
        site.intercept = (request, answer) => {
          if (request.url.endsWith("/paint")) painted.resolve();
          return intercept(request, answer);
        };
        await second.reload();
        await waitForSettled(second as unknown as BrowserPage, "sealed", 1);
        await painted.promise;
        await opened;
      } finally {
        site.intercept = (_request, answer) => answer();
      }
    }),
});
