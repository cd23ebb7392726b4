import assert from "node:assert/strict";
import { clickCard, testFirefoxInSoak, waitFor, waitForSettled } from "./each_browser.ts";
import { sharedSite } from "./shared_sites.ts";

// claim: sealed-opaque-everywhere
testFirefoxInSoak(
  "the frame's document has an opaque origin and no network, also when it is opened alone",
  sharedSite,
  async (page) => {
    await page.goto(`${sharedSite().origin}/__tck/v1/canvas.html`);
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
testFirefoxInSoak(
  "the question about a link shows the whole address, whatever it contains",
  sharedSite,
  async (page) => {
    // Names before "@" and a long path are what hides where an address leads.
    const address = `${sharedSite().elsewhere}/${"a".repeat(3_000)}?to=https://b.example/#end`;
    const module = `
    import { createElement as h } from "react";
    export default () => h("a", { href: ${
      JSON.stringify(address)
    }, style: { display: "block", height: 60 } }, "Follow");`;
    const { url } = await sharedSite().addBatch([{ module }]);
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
    assert.deepEqual(sharedSite().received, []);
  },
);

testFirefoxInSoak(
  "a card shows the markup that it writes",
  sharedSite,
  async (page) => {
    const module = `
      import { createElement as h, useEffect, useRef } from "react";
      export default () => {
        const written = useRef(null);
        useEffect(() => { written.current.innerHTML = "<b>written</b> srcdoc"; }, []);
        return h("div", null,
          h("p", { ref: written }), h("p", { dangerouslySetInnerHTML: { __html: "<i>given</i>" } }));
      };`;
    const { url } = await sharedSite().addBatch([{ module }]);
    await page.goto(url);
    const frame = await waitForSettled(page, "sealed", 1);
    const text = await waitFor(() =>
      frame.evaluate(() => {
        const root = document.querySelector("article")!.shadowRoot!;
        return root.querySelector("b") && root.querySelector<HTMLElement>("[data-tck-content]")!.innerText;
      })
    );
    assert.equal(text!.replaceAll(/\s+/g, " "), "written srcdoc given");
  },
);
