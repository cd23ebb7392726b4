// budget: 45 s: four places, three of them in two browsers, in each of which nothing may be loaded for a while
import assert from "node:assert/strict";
import { attackingWidget } from "./attacks.ts";
import { type OpenCard, openChat, openSaved, openSealed, readResults } from "./card_places.ts";
import { ChatSite } from "./chat/chat_site.ts";
import { testFirefoxInSoak, testInEachBrowser, testInSoak } from "./each_browser.ts";
import { RESOURCE_ATTACK } from "./resource_attacks.ts";
import { PICTURES, PICTURES_CSS } from "./shown_pictures.ts";

let site: ChatSite;
Deno.test.beforeAll(async () => void (site = await ChatSite.open()));
Deno.test.afterAll(() => site.close());

const PLACES: { readonly [name: string]: OpenCard } = {
  "a sealed canvas": openSealed,
  "a saved file": openSaved,
  "a chat without a policy": openChat(null),
  "a chat": openChat(),
};

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
      const frame = await open(site, page, {
        module: attackingWidget(origin, elsewhere, [], { RESOURCE_ATTACK }),
      });
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
      const frame = await open(site, page, { module: PICTURES, css: PICTURES_CSS });
      const isFirefox = await frame.evaluate(() => "mozInnerScreenX" in globalThis);
      const missing = await readResults(frame);
      // Firefox sends texts by `data:` URLs, and the chat's own policy has no others.
      if (name === "a chat" && isFirefox) assert.equal(missing.includes("svg 0"), false);
      else assert.deepEqual(missing, []);
    },
  );
}
