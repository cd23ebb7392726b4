// budget: 30 s: a preview for each case of a chat, whose card and view are frames
import assert from "node:assert/strict";
import type { Route } from "playwright-core";
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

Deno.test("a card that cannot be loaded any more when the next edit was is not an error", async () => {
  await withShell(CHAT_FILES, async ({ page, project, open }) => {
    const shown = (text: string) => waitForCards(page as unknown as TestedPage, text);
    await open("?view=chat&widget=002_linking");
    await shown("before");
    const held = Promise.withResolvers<Route>();
    await page.route("**/__tck/chat/card?*", (route) => held.resolve(route), { times: 1 });
    await project.write("shared/text.ts", `export const text = "between";`);
    const overtaken = await held.promise;
    await project.write("shared/text.ts", `export const text = "after";`);
    await shown("after");
    await overtaken.fulfill({ status: 503, contentType: "application/json", body: '{"detail":"Too late."}' });
    await page.evaluate(async () => {
      for (const _ of [1, 2, 3]) await new Promise((resolve) => requestAnimationFrame(resolve));
    });
    assert.equal(await page.getByText("Too late.").count(), 0);
  });
});
