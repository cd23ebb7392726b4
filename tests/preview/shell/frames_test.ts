// budget: 40 s: a card in a loop counts as stalled after five seconds, twice
import assert from "node:assert/strict";
import {
  COUNTED_FRAMES,
  exactRoom,
  FAILED_CARD,
  FRAME_FILES,
  FRAME_WITH_TOKEN,
  LOOPING_CLICK,
  loopingEdit,
  RELOADED_FRAME,
} from "./frame_cases.ts";
import { testInChromium } from "./frame_page.ts";
import { openOtherSite } from "./other_site.ts";

// The same in Firefox, the other sizes and the other loops are in frames_soak.ts.
testInChromium(...exactRoom("2x2"));
testInChromium(...RELOADED_FRAME);

// claim: preview-own-origin
testInChromium(
  "a page of another site cannot show the preview in a frame, whatever referrer it gives",
  FRAME_FILES,
  async ({ page, preview }) => {
    await using other = await openOtherSite();
    const { port } = new URL(preview);
    for (const site of [`http://frame-0-0.localhost:${port}`, preview]) {
      for (const attributes of ["", 'referrerpolicy="no-referrer"', 'sandbox="allow-scripts"']) {
        await page.goto(other.url);
        const address = `${site}/?chrome=none&widget=001_counter`;
        await page.evaluate(loadFrame, `<iframe ${attributes} src="${address}"></iframe>`);
        const frame = page.frames().find((each) => each !== page.mainFrame())!;
        const shown = await frame.evaluate(() => document.documentElement.textContent ?? "");
        assert.match(shown, /request\.forbidden/, attributes);
      }
    }
  },
);

// claim: preview-own-origin
testInChromium(...COUNTED_FRAMES);

testInChromium(...FAILED_CARD);
testInChromium(...FRAME_WITH_TOKEN);
testInChromium(...loopingEdit("while it renders"));
testInChromium(...LOOPING_CLICK);

/** Runs in the page. */
function loadFrame(markup: string): Promise<void> {
  document.body.innerHTML = markup;
  const frame = document.querySelector("iframe")!;
  return new Promise((resolve) => frame.addEventListener("load", () => resolve()));
}
