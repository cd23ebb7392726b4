import assert from "node:assert/strict";
import { attackingWidget, LEAVING } from "./attacks.ts";
import { testFirefoxInSoak, testInEachBrowser, waitFor } from "./each_browser.ts";
import { sharedSite } from "./shared_sites.ts";

const site = () => sharedSite("open");

/** Attacks of those on a sealed canvas that succeed in an open one in Chromium. */
const REAL = [
  "local storage by a destructured window",
  "session storage by the document's view",
  "local storage by the view of an event",
  "local storage by a timer's this",
  "local storage of a frame within",
  "a cookie",
  "IndexedDB",
  "the cache",
  "the private file system",
  "WebRTC",
  "the API with the session",
  "the parent's document",
  "a module of the page by import()",
];

// claim: open-same-origin
// claim: open-no-foreign-script
testInEachBrowser(
  "a widget in an open canvas sends no request to another origin and runs no script of one",
  site,
  async (page) => {
    const { url } = await site().addBatch([{
      module: attackingWidget(site().origin, site().elsewhere, [...LEAVING, "a dialog of the browser"]),
    }]);
    await page.goto(url);
    const results: string[] = JSON.parse(
      await waitFor(() =>
        page.evaluate(() =>
          document.querySelector("article")?.shadowRoot?.querySelector("[data-results]")?.textContent ?? null
        )
      ),
    );
    assert.deepEqual(site().received, []);
    const denied = [
      "eval",
      "a worker",
      "a shared worker",
      "a service worker",
      "a script from elsewhere",
      "an inline script",
    ];
    assert.deepEqual(results.filter((name) => denied.includes(name)), []);
    const isFirefox = await page.evaluate(() => "mozInnerScreenX" in globalThis);
    const real = isFirefox ? ["the API with the session"] : REAL;
    assert.deepEqual(real.filter((name) => !results.includes(name)), [], "the attacks are real");
  },
);

/** The elements that React takes for the page's, whatever renders them. */
const PAGE_ELEMENTS = `
  import { createElement as h } from "react";
  import { jsx } from "react/jsx-runtime";
  import { preinit, preload, preconnect } from "react-dom";
  export default () => {
    preload("/of-a-card.css", { as: "style" });
    preinit("/of-a-card.mjs", { as: "script" });
    preconnect("https://of-a-card.example");
    return h("body", { className: "of-a-card" }, [
      h("title", { key: 1 }, "of-a-card"),
      jsx("meta", { name: "of-a-card", content: "" }, 2),
      h("link", { key: 3, rel: "canonical", href: "/of-a-card" }),
      h("link", { key: 4, rel: "stylesheet", href: "/of-a-card.css", precedence: "high" }),
      h("style", { key: 5, href: "of-a-card", precedence: "high" }, "a {}"),
      h("script", { key: 6, async: true, src: "/of-a-card.js" }),
      h("html", { key: 7, lang: "xx" }, h("head", { id: "of-a-card" }, h("p", null, "shown"))),
    ]);
  };`;

testFirefoxInSoak(
  "what a card renders stays in the card: titles, metadata, links, styles, scripts and the page's own elements",
  site,
  async (page) => {
    const { url } = await site().addBatch([{ module: PAGE_ELEMENTS }]);
    await page.goto(url);
    await waitFor(() =>
      page.evaluate(() =>
        document.querySelector("article")?.shadowRoot?.textContent?.includes("shown") ? true : null
      )
    );
    const { title, head, body, language } = await page.evaluate(() => ({
      title: document.title,
      head: document.head.outerHTML.includes("of-a-card"),
      body: document.body.className,
      language: document.documentElement.lang,
    }));
    assert.deepEqual([title.includes("of-a-card"), head, body, language], [false, false, "", "en"]);
  },
);
