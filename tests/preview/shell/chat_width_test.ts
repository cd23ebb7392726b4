// budget: 25 s: it starts a preview and a browser, and shows a card in a chat at three widths
import assert from "node:assert/strict";
import { CHAT_FILES } from "./chat_cases.ts";
import { withShell } from "./shell_page.ts";

Deno.test("a chat is as wide as chosen, or as the room that the window has, and is never cut off", async () => {
  await withShell(CHAT_FILES, async ({ page, open, errors }) => {
    const widths: number[] = [];
    for (const viewport of [390, 900, 1280]) {
      await page.setViewportSize({ width: viewport, height: 844 });
      await open("?view=chat&widget=001_counter&chatWidth=560");
      await page.locator(".shell-chat-view").waitFor();
      const { scrolls, end, view } = await page.locator(".shell-chat-scroller").evaluate((scroller) => ({
        scrolls: scroller.scrollWidth > scroller.clientWidth,
        end: scroller.querySelector(".shell-chat")!.getBoundingClientRect().right,
        view: scroller.querySelector<HTMLElement>(".shell-chat-view")!.offsetWidth,
      }));
      widths.push(view);
      assert.equal(scrolls, false, `at ${viewport} px`);
      assert.ok(end <= viewport, `${end} of ${viewport} px`);
      const hint = page.getByText("there is no room for 560 px here");
      await hint.waitFor({ state: view === 560 ? "detached" : "visible" });
    }
    assert.ok(widths[0]! > 320 && widths[0]! < 390);
    assert.equal(widths[2], 560);
    assert.deepEqual(errors, []);
  });
});
