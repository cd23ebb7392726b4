// budget: 50 s: a card in a loop counts as stalled after five seconds, three times
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  exactRoom,
  FAILED_CARD,
  FRAME_FILES,
  FRAME_WITH_TOKEN,
  LOOPING_CLICK,
  loopingEdit,
  loopingStart,
  RELOADED_FRAME,
} from "./frame_cases.ts";
import { testFrames, testInChromium, waitFor } from "./frame_page.ts";

// The same in Firefox, the other sizes and the other loops are in frames_soak.ts.
testInChromium(...exactRoom("2x2"));
testInChromium(...FAILED_CARD);
testInChromium(...RELOADED_FRAME);
testInChromium(...FRAME_WITH_TOKEN);
testInChromium(...loopingEdit("while it renders"));
testInChromium(...loopingStart("?mount=iframe"));
testInChromium(...LOOPING_CLICK);

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
testFrames(
  "a page of another site that opens the shell cannot count its frames",
  FRAME_FILES,
  async ({ page, preview }) => {
    await using other = await openOtherSite();
    await page.goto(other.url);
    await page.evaluate((address) => {
      Object.assign(globalThis, { opened: open(address) });
    }, `${preview}/?view=compare`);
    const frames = await waitFor("the end of what this page has of the other one", () =>
      page.evaluate(() => {
        const { opened } = globalThis as unknown as { opened: Window };
        return opened.closed ? opened.length : null;
      }));
    assert.equal(frames, 0);
  },
);

/** Runs in the page. */
function loadFrame(markup: string): Promise<void> {
  document.body.innerHTML = markup;
  const frame = document.querySelector("iframe")!;
  return new Promise((resolve) => frame.addEventListener("load", () => resolve()));
}

/** A page of another port of this machine. */
async function openOtherSite(): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<!doctype html><title>Other</title><body></body>");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}
