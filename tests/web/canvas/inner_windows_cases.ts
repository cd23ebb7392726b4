import assert from "node:assert/strict";
import { sealPage } from "../../../web/canvas/sealed_page/mod.ts";
import { openHostAssets } from "../host_assets.ts";
import { testFirefoxInSoak } from "./each_browser.ts";
import { findInnerWindows } from "./inner_windows.ts";
import { makeCards } from "./page_cards.ts";
import { findSavedCards } from "./saved_frame.ts";
import { sharedSite } from "./shared_sites.ts";

/** Some of those that give one in a document that is in no sandbox: the walk would not find others otherwise. */
const KNOWN = [
  "CustomElementRegistry.define",
  "DOMImplementation.createDocument",
  "DOMParser.parseFromString",
  "Document.createElement",
  "Document.createElementNS",
  "Document.execCommand",
  "Element.innerHTML",
  "Element.insertAdjacentHTML",
  "Element.outerHTML",
  "Element.setHTMLUnsafe",
  "Range.createContextualFragment",
  "ShadowRoot.innerHTML",
];

// claim: page-no-inner-windows
testFirefoxInSoak(
  "no member of the browser's prototypes gives a widget in a saved file a window that it can use",
  sharedSite,
  async (page) => {
    const { html } = await sealPage(await makeCards([{}]), {
      assets: await openHostAssets(),
      title: "Page",
      isFile: true,
    });
    const open = async (text: string) => {
      const site = sharedSite();
      site.intercept = () =>
        Promise.resolve(new Response(text, { headers: { "Content-Type": "text/html" } }));
      await page.goto(`${site.origin}/feed.html`);
      site.intercept = (_request, answer) => answer();
    };
    await open("<!doctype html><title>Page</title><body><main>text</main>");
    const unlimited = await page.evaluate(findInnerWindows);
    assert.deepEqual(KNOWN.filter((name) => !unlimited.found.includes(name)), [], unlimited.found.join());
    await open(html);
    const { found, made } = await (await findSavedCards(page)).evaluate(findInnerWindows);
    assert.deepEqual(found, []);
    assert.ok(made > 10, `${made} elements with a window were made`);
  },
);
