import assert from "node:assert/strict";
import { clickCard, testInEachBrowser, waitFor, waitForSettled } from "./each_browser.ts";
import { SealedSite } from "./sealed_site.ts";

let site: SealedSite;
Deno.test.beforeAll(async () => void (site = await SealedSite.open()));
Deno.test.afterAll(() => site.close());

// claim: sealed-opaque-everywhere
testInEachBrowser(
  "the frame's document has an opaque origin and no network, also when it is opened alone",
  () => site,
  async (page) => {
    await page.goto(`${site.origin}/__tck/v1/canvas.html`);
    const found = await page.evaluate(async () => {
      const attempts: { [name: string]: () => unknown } = {
        storage: () => localStorage.length,
        cookie: () => document.cookie,
        request: () => fetch("/api/daily-pages/v2/batches"),
      };
      const succeeded: string[] = [];
      for (const [name, attempt] of Object.entries(attempts)) {
        try {
          await attempt();
          succeeded.push(name);
        } catch { /* as it should */ }
      }
      return { origin: self.origin, succeeded };
    });
    assert.deepEqual(found, { origin: "null", succeeded: [] });
  },
);

// claim: sealed-whole-address
testInEachBrowser(
  "the question about a link shows the whole address, whatever it contains",
  () => site,
  async (page) => {
    // Names before "@" and a long path are what hides where an address leads.
    const address = `${site.elsewhere}/${"a".repeat(3_000)}?to=https://b.example/#end`;
    const module = `
    import { createElement as h } from "react";
    export default () => h("a", { href: ${
      JSON.stringify(address)
    }, style: { display: "block", height: 60 } }, "Follow");`;
    const { url } = await site.addBatch([{ module }]);
    await page.goto(url);
    const frame = await waitForSettled(page, "sealed", 1);
    await clickCard(page, frame);
    const shown = await waitFor(() =>
      page.evaluate(() => {
        const text = document.querySelector<HTMLElement>("dialog[open] .canvas-dialog-address");
        if (text === null) return null;
        const { textOverflow, display } = getComputedStyle(text);
        const host = document.querySelector<HTMLElement>("dialog[open] .canvas-dialog-host")!;
        const { top, bottom } = host.getBoundingClientRect();
        return {
          host: host.innerText,
          isHostInView: top >= 0 && bottom <= innerHeight && bottom > top,
          text: text.innerText,
          isCut: textOverflow === "ellipsis" || display.includes("box"),
        };
      })
    );
    assert.equal(shown.host, new URL(address).host);
    assert.equal(shown.isHostInView, true);
    assert.equal(shown.text, address);
    assert.equal(shown.isCut, false);
    assert.deepEqual(site.received, []);
  },
);
