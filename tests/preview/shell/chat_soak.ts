import { CHAT_FILES, checkChatPage, EDITED_IMPORT, SHOWN_CARD } from "./chat_cases.ts";
import { testInFirefox } from "./frame_page.ts";
import { SEALED_CHAT } from "./sealed_chat.ts";
import { withShell } from "./shell_page.ts";

testInFirefox(...SHOWN_CARD);
testInFirefox(...EDITED_IMPORT);
// claim: preview-chat-sealed
testInFirefox(...SEALED_CHAT);

Deno.test("the page of a chat is accessible and has the room in every window, in both themes", async () => {
  await withShell(CHAT_FILES, async ({ page, open }) => {
    for (const theme of ["light", "dark"] as const) {
      for (const width of [390, 768, 1440]) await checkChatPage({ page, open }, theme, width);
    }
  });
});
