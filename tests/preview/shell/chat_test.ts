// budget: 30 s: a preview for each case of a chat, whose card and view are frames
import assert from "node:assert/strict";
import { CHAT_FILES, checkChatPage, checkChatWidths, EDITED_IMPORT, SHOWN_CARD } from "./chat_cases.ts";
import { type TestedPage, testInChromium, waitForCards } from "./frame_page.ts";
import { SEALED_CHAT } from "./sealed_chat.ts";
import { withShell } from "./shell_page.ts";

// The same in Firefox is in chat_soak.ts.
testInChromium(...SHOWN_CARD);
testInChromium(...EDITED_IMPORT);
// claim: preview-chat-sealed
testInChromium(...SEALED_CHAT);

Deno.test("the page of a chat is accessible, has the room in every window and the width that is chosen, and is reached by the keyboard", async () => {
  await withShell(CHAT_FILES, async ({ page, open, errors }) => {
    await checkChatPage({ page, open }, "dark", 390);
    await checkChatPage({ page, open }, "light", 1440);
    await open("?view=stage&widget=002_linking");
    await page.locator("article", { hasText: "before" }).waitFor();
    await page.keyboard.press("h");
    await waitForCards(page as unknown as TestedPage, "before");
    await page.keyboard.press("[");
    await waitForCards(page as unknown as TestedPage, "Hello Ada");
    assert.match(page.url(), /view=chat/);
    await checkChatWidths({ page, open });
    assert.deepEqual(errors, []);
  });
});
