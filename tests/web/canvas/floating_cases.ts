import assert from "node:assert/strict";
import {
  type BrowserFrame,
  type BrowserPage,
  paintTwice,
  testFirefoxInSoak,
  waitFor,
} from "./each_browser.ts";
import { SealedReader } from "./sealed_reader.ts";
import { sharedSite } from "./shared_sites.ts";

/** A card that is higher than a window, with a popover in its middle. */
const WIDGET = `
  import { createElement as h } from "react";
  import { Popover } from "@tck/kit";
  const space = { style: { height: 900 } };
  export default () => h("div", null,
    h("p", space, "before"),
    h(Popover, { label: "Sources" }, h("div", { style: { height: 300, width: 200 } }, "Five sessions")),
    h("p", space, "after"));
`;

testFirefoxInSoak(
  "a popover opens where the reader sees the whole of it, low, high and in the middle of the window",
  sharedSite,
  async (page) => {
    const { url } = await sharedSite().addBatch([{ module: WIDGET }, { module: `${WIDGET}//2` }]);
    const { frame } = await SealedReader.open(page, url, 2);
    for (const place of [0.95, 0.05, 0.5]) {
      const button = await scrollTo(page, frame, place);
      const panel = await waitFor(async () => {
        // Chromium loses a click on a frame of another process that it has not yet laid out in its place.
        await page.mouse.click(button.x, button.y);
        for (const each of [page, frame]) await each.evaluate(paintTwice);
        return await findPanel(page, frame);
      });
      assert.ok(
        panel.top >= 0 && panel.bottom <= panel.windowHeight,
        `with its button at ${place}: ${JSON.stringify(panel)}`,
      );
      assert.ok(place === 0.5 || panel.bottom - panel.top > 300, "it is not made smaller without a need");
      await page.keyboard.press("Escape");
      await waitFor(async () => await findPanel(page, frame) === null || null);
    }
  },
);

/** Scrolls the page until the second card's button is at a part of the window's height. Returns its place in the page. */
async function scrollTo(page: BrowserPage, frame: BrowserFrame, part: number) {
  const button = await frame.evaluate(() => {
    const root = document.querySelectorAll("article")[1]!.shadowRoot!;
    const { x, y, height } = root.querySelector("button")!.getBoundingClientRect();
    return { x: x + 10, y: y + height / 2 };
  });
  return await page.evaluate(({ x, y, part }) => {
    const frame = document.querySelector("iframe.canvas-frame")!;
    globalThis.scrollTo(0, scrollY + frame.getBoundingClientRect().y + y - innerHeight * part);
    const box = frame.getBoundingClientRect();
    return { x: box.x + x, y: box.y + y };
  }, { ...button, part });
}

/** Where the open panel is in the page's window, once it is shown; null without one. */
async function findPanel(page: BrowserPage, frame: BrowserFrame) {
  const inFrame = await frame.evaluate(() => {
    const root = document.querySelectorAll("article")[1]!.shadowRoot!;
    const panel = root.querySelector<HTMLElement>(".kit-popover:popover-open");
    if (panel === null || panel.style.opacity === "0") return null;
    const { top, bottom } = panel.getBoundingClientRect();
    return { top, bottom };
  });
  if (inFrame === null) return null;
  return await page.evaluate(({ top, bottom }) => {
    const { y } = document.querySelector("iframe.canvas-frame")!.getBoundingClientRect();
    return { top: y + top, bottom: y + bottom, windowHeight: innerHeight };
  }, inFrame);
}
