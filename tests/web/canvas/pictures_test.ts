// budget: 45 s: four places, three of them in two browsers, in each of which nothing may be loaded for a while
import assert from "node:assert/strict";
import { sealPage } from "../../../web/canvas/sealed_page/mod.ts";
import { openHostAssets } from "../host_assets.ts";
import type { EnvelopeOptions } from "../../hosts/routes/envelopes.ts";
import { attackingWidget } from "./attacks.ts";
import { ChatSite, findCards, VIEW_POLICY } from "./chat/chat_site.ts";
import {
  type BrowserFrame,
  type BrowserPage,
  testFirefoxInSoak,
  testInEachBrowser,
  testInSoak,
  waitFor,
  waitForSettled,
} from "./each_browser.ts";
import { makeCards } from "./page_cards.ts";
import { findSavedCards } from "./saved_frame.ts";
import { RESOURCE_ATTACK } from "./resource_attacks.ts";
import { PICTURES, PICTURES_CSS } from "./shown_pictures.ts";

let site: ChatSite;
Deno.test.beforeAll(async () => void (site = await ChatSite.open()));
Deno.test.afterAll(() => site.close());

/** Opens a widget somewhere. Returns the document that it runs in. */
type Open = (page: BrowserPage, widget: EnvelopeOptions) => Promise<BrowserFrame>;

const openSealed: Open = async (page, widget) => {
  const { url } = await site.sealed.addBatch([widget]);
  await page.goto(url);
  return await waitForSettled(page, "sealed", 1);
};

/** A file, as a server sends it that knows nothing of it. */
const openSaved: Open = async (page, widget) => {
  const { html } = await sealPage(await makeCards([widget]), {
    assets: await openHostAssets(),
    title: "Page",
    isFile: true,
  });
  site.sealed.intercept = () =>
    Promise.resolve(new Response(html, { headers: { "Content-Type": "text/html" } }));
  await page.goto(`${site.sealed.origin}/feed.html`);
  site.sealed.intercept = (_request, answer) => answer();
  return await findSavedCards(page);
};

const openChat = (policy: string | null): Open => async (page, widget) => {
  const { batch } = await site.addPage([widget]);
  site.viewPolicy = policy;
  try {
    await site.show(page, { tool: "show_card", input: { batch, widget: "weather" } });
    return await findCards(page, 1);
  } finally {
    site.viewPolicy = VIEW_POLICY;
  }
};

const PLACES: { readonly [name: string]: Open } = {
  "a sealed canvas": openSealed,
  "a saved file": openSaved,
  "a chat without a policy": openChat(null),
  "a chat": openChat(VIEW_POLICY),
};

/** What the widget says at its end. */
async function readResults(frame: BrowserFrame): Promise<string[]> {
  return JSON.parse(
    await waitFor(() =>
      frame.evaluate(() =>
        document.querySelector("article")?.shadowRoot?.querySelector("[data-results]")?.textContent ?? null
      )
    ),
  );
}

for (const [name, open] of Object.entries(PLACES)) {
  const testInPlace = name === "a chat" ? testFirefoxInSoak : testInEachBrowser;
  // claim: sealed-no-documents-by-styles
  // claim: file-no-documents-by-styles
  // claim: chat-no-documents-by-styles
  testInPlace(
    `a widget in ${name} has no document loaded that a style refers to, and that would send a text`,
    () => site.sealed,
    async (page) => {
      site.sealed.received.length = 0;
      const { origin, elsewhere } = site.sealed;
      const frame = await open(page, { module: attackingWidget(origin, elsewhere, [], { RESOURCE_ATTACK }) });
      await readResults(frame);
      const sent = site.sealed.received.map((line) => decodeURIComponent(line).replace(/.*secret=/, ""));
      assert.deepEqual([...new Set(sent)], []);
    },
  );
}

for (const [name, open] of Object.entries(PLACES)) {
  const testInPlace = name === "a chat" ? testInSoak : testFirefoxInSoak; // `chat/chat_hosts_test.ts` has them in a chat
  testInPlace(
    `the pictures of a bundle are shown in ${name}`,
    () => site.sealed,
    async (page) => {
      const frame = await open(page, { module: PICTURES, css: PICTURES_CSS });
      const isFirefox = await frame.evaluate(() => "mozInnerScreenX" in globalThis);
      const missing = await readResults(frame);
      // Firefox sends texts by `data:` URLs, and the chat's own policy has no others.
      if (name === "a chat" && isFirefox) assert.equal(missing.includes("svg 0"), false);
      else assert.deepEqual(missing, []);
    },
  );
}
