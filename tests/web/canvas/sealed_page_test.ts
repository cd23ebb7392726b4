import assert from "node:assert/strict";
import { type SealedCard, sealPage, type SealPageOptions } from "../../../web/canvas/sealed_page/mod.ts";
import { DENIED_FEATURES } from "../../../hosts/routes/http/response_headers.ts";
import { openHostAssets } from "../host_assets.ts";
import { attackingWidget, ATTACKS } from "./attacks.ts";
import { type BrowserFrame, type BrowserPage, testFirefoxInSoak, waitFor } from "./each_browser.ts";
import { FRESH_GLOBALS } from "./fresh_globals.ts";
import { navigatingWidget } from "./navigations.ts";
import { makeCards } from "./page_cards.ts";
import { SealedSite } from "./sealed_site.ts";

let site: SealedSite;
Deno.test.beforeAll(async () => void (site = await SealedSite.open()));
Deno.test.afterAll(() => site.close());

/** Serves a page of one file, with its policy as a header, and opens it. */
async function openPage(
  page: BrowserPage,
  cards: readonly SealedCard[],
  options: Partial<SealPageOptions> = {},
): Promise<void> {
  const assets = await openHostAssets();
  const { html, policy } = await sealPage(cards, { assets, title: "Page", theme: "light", ...options });
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy };
  site.intercept = () => Promise.resolve(new Response(html, { headers }));
  await page.goto(`${site.origin}/page`);
}

/** Opens a page that has a page of one file in a frame, as the feed has while it is printed. Returns the frame. */
async function openInFrame(page: BrowserPage, cards: readonly SealedCard[]): Promise<BrowserFrame> {
  const { html, policy } = await sealPage(cards, {
    assets: await openHostAssets(),
    title: "Page",
    theme: "light",
  });
  const answer = (text: string, policy: string) =>
    new Response(text, {
      headers: {
        "Content-Type": "text/html",
        "Content-Security-Policy": policy,
        "Permissions-Policy": DENIED_FEATURES,
      },
    });
  site.intercept = (request) =>
    Promise.resolve(
      new URL(request.url).pathname === "/page" ? answer(html, policy) : answer(
        `<!doctype html><script>onmessage = ({ data }) => document.title = data;</script>
            <iframe sandbox="allow-scripts" src="/page"></iframe>`,
        "frame-src 'self'",
      ),
    );
  await page.goto(`${site.origin}/around`);
  return await waitFor(() => Promise.resolve(page.frames().find((one) => one !== page.mainFrame()) ?? null));
}

/** Waits until all cards are shown. Returns the state of each, and its text. */
async function waitForPage(page: BrowserPage): Promise<string[]> {
  return await waitFor(() =>
    page.evaluate(() => {
      if (document.querySelector("#canvas-feed-root[data-state=ready]") === null) return null;
      return [...document.querySelectorAll<HTMLElement>("article")].map((article) => {
        const content = article.shadowRoot?.querySelector("[data-tck-content]");
        return `${article.dataset.state}: ${content?.textContent ?? article.dataset.failure}`;
      });
    })
  );
}

const text = (content: string) => `
  import { createElement as h } from "react";
  export default () => h("p", null, ${content});`;

testFirefoxInSoak(
  "a page of one file shows its cards with one React, for the reader it is made for, in an opaque origin",
  () => site,
  async (page) => {
    const reader = text(
      `(({ locale, timeZone, theme }) => [locale, timeZone, theme].join(" "))(useWidgetContext())`,
    );
    const cards = await makeCards([
      {
        module: `import { useWidgetContext } from "@tck/kit";${reader}`,
        manifest: { languages: ["en", "pt"] },
      },
      {
        module: text(`(globalThis.react ??= React) === React && import.meta.url`) +
          `import * as React from "react";`,
      },
      { module: text(`"styled"`), css: "p { color: rgb(1, 2, 3) }" },
    ]);
    await openPage(page, cards, { theme: "dark", locales: ["pt-BR"], timeZone: "Asia/Tokyo" });
    assert.deepEqual(await waitForPage(page), [
      "mounted: pt Asia/Tokyo dark",
      "mounted: https://widget.invalid/widget.mjs",
      "mounted: styled",
    ]);
    const found = await page.evaluate(() => {
      const [, , styled] = document.querySelectorAll("article");
      return [globalThis.origin, getComputedStyle(styled!.shadowRoot!.querySelector("p")!).color];
    });
    assert.deepEqual(found, ["null", "rgb(1, 2, 3)"]);
    // It is printed in light colours, also the second time.
    const themes = await page.evaluate(() =>
      ["beforeprint", "afterprint", "beforeprint", "afterprint"].map((type) => {
        dispatchEvent(new Event(type));
        return document.documentElement.dataset["theme"];
      })
    );
    assert.deepEqual(themes, ["light", "dark", "light", "dark"]);
  },
);

testFirefoxInSoak(
  "the heading of a page of one file begins where its cards begin, in windows of each width",
  () => site,
  async (page) => {
    const heading = { text: "Morning brief", localDate: "2026-03-04", date: "4 March 2026" };
    const column = { module: text(`"column"`) };
    const grid = { module: text(`"grid"`), manifest: { cardType: "grid", sizes: ["4x1"] } };
    for (const widgets of [[column], [grid, column]]) {
      await openPage(page, await makeCards(widgets), { heading });
      await waitForPage(page);
      for (const width of [1_440, 700, 390]) {
        await (page.setViewportSize ?? page.setViewport!).call(page, { width, height: 800 });
        const [title, first] = await page.evaluate(() =>
          ["h1", "article"].map((selector) => {
            const { left, right } = document.querySelector(selector)!.getBoundingClientRect();
            return [left, right];
          })
        );
        assert.deepEqual(title, first, `${widgets.length} cards in ${width} px`);
      }
    }
  },
);

// claim: page-bundles-verified
testFirefoxInSoak(
  "a card without its bundle, with another module or an unknown import fails alone, and says why",
  () => site,
  async (page) => {
    const [good, missing, other, unknown, broken, twice, undeclared, thrower] = await makeCards([
      { module: text(`"good"`) },
      { module: text(`"missing"`) },
      { module: text(`"other"`) },
      { module: `import { Nothing } from "@tck/kit"; export default () => Nothing;` },
      { module: `export default () => { ` },
      { module: `let a = 1; let a = 2; export default () => a;` },
      { module: `export { missing as default };` },
      { module: `throw new Error("no luck");` },
    ]);
    const cards = [
      good!,
      { ...missing!, envelope: null },
      { ...other!, envelope: good!.envelope },
      unknown!,
      broken!,
      twice!,
      undeclared!,
      thrower!,
    ];
    const { unavailable } = await sealPage(cards, { assets: await openHostAssets(), title: "Page" });
    assert.deepEqual(unavailable.map(({ failure }) => failure), ["fetch", "integrity", "import"]);
    await openPage(page, cards);
    assert.deepEqual(await waitForPage(page), [
      "mounted: good",
      "failed: fetch",
      "failed: integrity",
      ...Array(5).fill("failed: import"),
    ]);
  },
);

// claim: page-bundles-verified
testFirefoxInSoak(
  "a page without cards is given them by its own script, verifies them, and runs no other bundle afterwards",
  () => site,
  async (page) => {
    const script = `globalThis.shell = tckCardShell; delete globalThis.tckCardShell;`;
    await openPage(page, [], { acceptsCards: true, scripts: [script] });
    const [first, second, other, third] = await makeCards([
      { module: text(`"first"`) },
      { module: text(`typeof tckCardShell`) },
      { module: text(`"other"`) },
      { module: text(`"third"`) },
    ]);
    const show = async (cards: readonly SealedCard[]) => {
      const plain = cards.map(({ widget, envelope }) => ({ widget, envelope: [...envelope!] }));
      return await page.evaluate(
        (cards) =>
          globalThis.shell.show(cards.map((card) => ({
            ...card,
            envelope: new Uint8Array(card.envelope),
          }))),
        plain,
      );
    };
    assert.deepEqual(await show([first!, { ...other!, envelope: first!.envelope }, second!]), [
      { widgetId: "w1", state: "mounted", failure: null },
      { widgetId: "w3", state: "failed", failure: "integrity" },
      { widgetId: "w2", state: "mounted", failure: null },
    ]);
    assert.deepEqual(await waitForPage(page), [
      "mounted: first",
      "failed: integrity",
      "mounted: undefined",
    ]);
    await show([second!, third!]);
    assert.deepEqual(await waitForPage(page), ["mounted: undefined", "failed: import"]);
  },
);

// claim: page-sealed
// claim: page-no-inner-windows
testFirefoxInSoak(
  "a widget in a page of one file stores nothing, sends nothing and opens nothing",
  () => site,
  async (page) => {
    site.received.length = 0;
    const module = attackingWidget(site.origin, site.elsewhere, [], { ...ATTACKS, ...FRESH_GLOBALS });
    const frame = await openInFrame(page, await makeCards([{ module }]));
    const results = await waitFor(() =>
      frame.evaluate(() =>
        document.querySelector("article")?.shadowRoot?.querySelector("[data-results]")?.textContent ?? null
      )
    );
    assert.deepEqual(JSON.parse(results), []);
    assert.deepEqual(site.received, []);
  },
);

// claim: page-sealed
testFirefoxInSoak(
  "a widget that navigates a page of one file in a frame sends nothing",
  () => site,
  async (page) => {
    site.received.length = 0;
    const module = navigatingWidget(
      `location.href = elsewhere + "/?secret"; parent.postMessage("left", "*");`,
      site.elsewhere,
    );
    await openInFrame(page, await makeCards([{ module }]));
    await waitFor(() => page.evaluate(() => document.title === "left" || null));
    // What a browser sends, it sends before it answers a request of the same page that is made later.
    await page.evaluate(() => fetch("/later").then((response) => response.text()));
    assert.deepEqual(site.received, []);
  },
);

// claim: page-text-escaped
testFirefoxInSoak(
  "texts of bundles, manifests and titles end no element of the page, and are shown as they are",
  () => site,
  async (page) => {
    const hostile = `</script><script>globalThis.ran = 1</script><!--<script>\u2028 --> </style><style>*{}`;
    const module = `
      import { createElement as h } from "react";
      const text = ${JSON.stringify(hostile)} + \`</script><!--\` + /<!--[<]\\/script>/.source;
      let n = 1;
      export default () => h("p", null, text, n<!--n, n);`;
    const cards = await makeCards([{
      module,
      css: `p::after { content: "</style><script>globalThis.ran = 2</script>" }`,
      manifest: { title: hostile },
    }]);
    const heading = { text: hostile, localDate: `"><script>globalThis.ran = 3</script>`, date: hostile };
    await openPage(page, cards, {
      title: hostile,
      heading,
      language: `en"><script>globalThis.ran=4</script>`,
    });
    const [card] = await waitForPage(page);
    assert.equal(card, `mounted: ${hostile}</script><!--<!--[<]\\/script>0`);
    const found = await page.evaluate(() => ({
      title: document.title,
      heading: document.querySelector("h1")!.textContent,
      ran: (globalThis as { ran?: number }).ran ?? null,
      scripts: document.querySelectorAll("script").length,
    }));
    assert.deepEqual(found, { title: hostile, heading: hostile, ran: null, scripts: 1 });
  },
);

Deno.test("a script that would end its element is not written into a page", async () => {
  const assets = await openHostAssets();
  for (const script of ["'</script>'", "'<!-- <script>'", "1\r\n2", "'\0'"]) {
    const sealing = sealPage([], { assets, title: "", acceptsCards: true, scripts: [script] });
    await assert.rejects(sealing, /^Error: Cannot write a script or stylesheet into a page: it contains "/);
  }
  await sealPage([], { assets, title: "", acceptsCards: true, scripts: ["'<script>'", "'<!-- -->'"] });
});

declare global {
  var shell: import("../../../web/canvas/sealed_page/mod.ts").CardShell;
}
