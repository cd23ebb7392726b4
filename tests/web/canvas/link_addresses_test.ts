// budget: 40 s: three places, in two browsers
import assert from "node:assert/strict";
import { sealPage } from "../../../web/canvas/sealed_page/mod.ts";
import type { EnvelopeOptions } from "../../hosts/routes/envelopes.ts";
import { openHostAssets } from "../host_assets.ts";
import { ADDRESS_ATTACKS } from "./address_attacks.ts";
import { attackingWidget } from "./attacks.ts";
import { ChatSite, findCards } from "./chat/chat_site.ts";
import {
  type BrowserFrame,
  type BrowserPage,
  testFirefoxInSoak,
  testInEachBrowser,
  waitFor,
  waitForSettled,
} from "./each_browser.ts";
import { makeCards } from "./page_cards.ts";
import { findSavedCards } from "./saved_frame.ts";

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

const openSaved: Open = async (page, widget) => {
  const assets = await openHostAssets();
  const { html } = await sealPage(await makeCards([widget]), { assets, title: "Page", isFile: true });
  site.sealed.intercept = () =>
    Promise.resolve(new Response(html, { headers: { "Content-Type": "text/html" } }));
  await page.goto(`${site.sealed.origin}/feed.html`);
  site.sealed.intercept = (_request, answer) => answer();
  return await findSavedCards(page);
};

const openChat: Open = async (page, widget) => {
  const { batch } = await site.addPage([widget]);
  await site.show(page, { tool: "show_card", input: { batch, widget: "weather" } });
  return await findCards(page, 1);
};

async function readResults(frame: BrowserFrame): Promise<unknown> {
  return JSON.parse(
    await waitFor(() =>
      frame.evaluate(() =>
        document.querySelector("article")?.shadowRoot?.querySelector("[data-results]")?.textContent ?? null
      )
    ),
  );
}

for (
  const [place, open] of Object.entries({
    "a sealed canvas": openSealed,
    "a saved file": openSaved,
    "a chat": openChat,
  })
) {
  const testInPlace = place === "a sealed canvas" ? testInEachBrowser : testFirefoxInSoak;
  // claim: sealed-links-ask
  testInPlace(
    `no element of a card in ${place} has an address of another server`,
    () => site.sealed,
    async (page) => {
      const { origin, elsewhere } = site.sealed;
      const frame = await open(page, { module: attackingWidget(origin, elsewhere, [], ADDRESS_ATTACKS) });
      assert.deepEqual(await readResults(frame), []);
    },
  );
}
