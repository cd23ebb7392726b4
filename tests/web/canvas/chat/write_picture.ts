/**
 * Writes `docs/images/chat.png`: a chat that shows a card of the sample project.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { buildSampleBundles } from "../../../../hosts/packaging/sample_project.ts";
import { openChromium } from "../../../browser/chromium.ts";
import type { BrowserPage } from "../each_browser.ts";
import { ChatSite, findCards } from "./chat_site.ts";

const PICTURE = fileURLToPath(new URL("../../../../docs/images/chat.png", import.meta.url));

/** The chat around the card. */
const STYLE = `
body { box-sizing: border-box; width: 640px; padding: 16px 40px 32px; font: 15px/1.5 system-ui, sans-serif; color: #23201c; background: #ffffff; }
.reader { width: fit-content; margin: 0 0 16px auto; padding: 8px 16px; background: #f0f0f0; border-radius: 18px; }
.model { margin: 0 0 12px; }`;

const site = await ChatSite.open();
const chromium = await openChromium();
try {
  await site.sealed.stores.commit("ada", "2026-03-01", "morning_brief", await buildSampleBundles());
  const context = await chromium.newContext({ viewport: { width: 720, height: 600 }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  const input = { batch: "20260301-morning-brief", widget: "weather" };
  await site.show(page as unknown as BrowserPage, { tool: "show_card", input, width: 560 });
  await findCards(page as unknown as BrowserPage, 1);
  await page.addStyleTag({ content: STYLE });
  await page.evaluate(() => {
    const say = (text: string, className: string) => {
      const line = document.createElement("p");
      line.className = className;
      line.textContent = text;
      return line;
    };
    const frame = document.querySelector("iframe")!;
    frame.before(
      say("How will the weather be today?", "reader"),
      say("Here is the card of this morning:", "model"),
    );
  });
  await page.locator("body").screenshot({ path: PICTURE });
} finally {
  await chromium.close();
  await site.close();
}
