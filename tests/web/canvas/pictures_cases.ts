import assert from "node:assert/strict";
import { attackingWidget } from "./attacks.ts";
import { type OpenCard, openChat, openSaved, openSealed, readResults } from "./card_places.ts";
import { sharedChat } from "./shared_chat.ts";
import { testFirefoxInSoak, testInEachBrowser, testInSoak } from "./each_browser.ts";
import { RESOURCE_ATTACK } from "./resource_attacks.ts";
import { PICTURES, PICTURES_CSS } from "./shown_pictures.ts";

const PLACES: { readonly [name: string]: OpenCard } = {
  "a sealed canvas": openSealed,
  "a saved file": openSaved,
  "a chat without a policy": openChat(null),
  "a chat": openChat(),
};

/** A frame without the policy of a chat is in each run, and one with it, which denies more, in the soak. */
const TESTS_OF_DOCUMENTS: { readonly [name: string]: typeof testInSoak } = {
  "a sealed canvas": testInEachBrowser,
  "a chat": testInSoak,
};

for (const [name, open] of Object.entries(PLACES)) {
  const testInPlace = TESTS_OF_DOCUMENTS[name] ?? testFirefoxInSoak;
  // claim: sealed-no-documents-by-styles
  // claim: file-no-documents-by-styles
  // claim: chat-no-documents-by-styles
  testInPlace(
    `a widget in ${name} has no document loaded that a style refers to, and that would send a text`,
    () => sharedChat().sealed,
    async (page) => {
      sharedChat().sealed.received.length = 0;
      const { origin, elsewhere } = sharedChat().sealed;
      const frame = await open(sharedChat(), page, {
        module: attackingWidget(origin, elsewhere, [], { RESOURCE_ATTACK }),
      });
      await readResults(frame);
      const sent = sharedChat().sealed.received.map((line) =>
        decodeURIComponent(line).replace(/.*secret=/, "")
      );
      assert.deepEqual([...new Set(sent)], []);
    },
  );
}

for (const [name, open] of Object.entries(PLACES)) {
  const testInPlace = name === "a chat" ? testInSoak : testFirefoxInSoak; // `chat/chat_hosts_test.ts` has them in a chat
  testInPlace(
    `the pictures of a bundle are shown in ${name}`,
    () => sharedChat().sealed,
    async (page) => {
      const frame = await open(sharedChat(), page, { module: PICTURES, css: PICTURES_CSS });
      const isFirefox = await frame.evaluate(() => "mozInnerScreenX" in globalThis);
      const missing = await readResults(frame);
      // Firefox sends texts by `data:` URLs, and the chat's own policy has no others.
      if (name === "a chat" && isFirefox) assert.equal(missing.includes("svg 0"), false);
      else assert.deepEqual(missing, []);
    },
  );
}
