// What `application_test.ts` and `service_worker_test.ts` assert in Chromium, in Firefox.
import assert from "node:assert/strict";
import type { Page } from "puppeteer-core";
import { hasPrograms } from "../../servers/programs.ts";
import { until } from "../../waiting/mod.ts";
import { ApplicationSite, compareReacts } from "./application_site.ts";
import { withFirefoxPage } from "./firefox_page.ts";
import { SealedSite } from "./sealed_site.ts";

const CARD = `
  import { createElement } from "react";
  export default () => createElement("p", null, "calm");`;

if (await hasPrograms(["firefox-esr"], "the canvas in Firefox", "firefox-esr")) {
  // claim: application-own-react
  Deno.test("Firefox: an application and the canvas beside it have a React each, with the import map in the HTML", async () => {
    const application = await ApplicationSite.open();
    try {
      await withFirefoxPage(async (page) => {
        await page.goto(application.pageUrl("html"));
        const widget = await page.waitForSelector(">>> ::-p-text(widget 0)", { timeout: 60_000 });
        await widget!.click();
        await page.waitForSelector(">>> ::-p-text(widget 1)");
        await page.waitForSelector("::-p-text(application 0, its theme)");
        assert.deepEqual(await page.evaluate(compareReacts), { apart: true, kept: true });
      });
    } finally {
      await application.close();
    }
  });

  Deno.test("Firefox: the service worker stores a bundle, the second visit requests none, and offline the feed opens with its card", async () => {
    const requested: string[] = [];
    const fixtures = {
      batch: () => Promise.resolve(null),
      read: (hash: string) => {
        requested.push(hash);
        return Promise.resolve(null);
      },
    };
    const site = await SealedSite.open("sealed", { serviceWorker: true, fixtures });
    try {
      const { url, bundles: [bundle] } = await site.addBatch([{ module: CARD }]);
      await withFirefoxPage(async (page) => {
        await page.goto(url);
        await waitForCard(page);
        await page.waitForFunction(
          async (hash) => {
            const stored = await caches.match(`/__tck/bundles/${hash}`);
            return stored !== undefined && (await caches.keys()).some((name) => name.startsWith("tck-pages"));
          },
          { polling: 100, timeout: 60_000 },
          bundle!.hash,
        );
        requested.length = 0;
        await page.reload();
        await waitForCard(page);
        assert.deepEqual(requested, []);
        assert.equal(await page.evaluate(() => navigator.serviceWorker.controller !== null), true);
        const registered = await page.evaluate(
          (script) =>
            navigator.serviceWorker.register(script, { type: "module" }).then(() => true, () => false),
          `/api/widgets/v1/${bundle!.hash}/widget.mjs`,
        );
        assert.equal(registered, false);

        await site.stack.close();
        await page.reload();
        await page.waitForSelector("::-p-text(Morning brief)");
        const size = await page.evaluate(async (hash) => {
          const answer = await fetch("/api/widgets/v1/bundles", {
            method: "POST",
            body: JSON.stringify({ hashes: [hash] }),
          });
          return (await answer.arrayBuffer()).byteLength;
        }, bundle!.hash);
        assert.ok(size > bundle!.bytes.byteLength);
        await waitForCard(page);
      });
    } finally {
      await site.close();
    }
  });
}

/** Waits for a card in whatever frame is the current one. */
async function waitForCard(page: Page): Promise<void> {
  await until("the card is mounted", async () => {
    const frame = page.frames().find((frame) => frame !== page.mainFrame());
    const count = await frame?.evaluate(() =>
      document.querySelectorAll('article[data-state="mounted"]').length
    )
      .catch(() => 0);
    return count === 1;
  }, 90_000);
}
