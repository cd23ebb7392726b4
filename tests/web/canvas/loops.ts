import assert from "node:assert/strict";
import type { Frame, Page } from "playwright-core";
import type { EnvelopeOptions } from "../../hosts/routes/envelopes.ts";
import { type SealedSite, withSealedPage } from "./sealed_site.ts";
import { until } from "../../waiting/mod.ts";

/** What the page calls when a card has failed. */
interface Noting {
  noteFailed(widgetId: string): Promise<void>;
}

const calm = (index: number) => `
  import { createElement, useEffect, useState } from "react";
  export default function Calm() {
    const [count, setCount] = useState(0);
    // A card that is busy itself, so that its code runs after that of the others.
    useEffect(() => {
      const timer = setInterval(() => setCount((count) => count + 1), 50);
      return () => clearInterval(timer);
    }, []);
    return createElement("p", null, "calm ${index}, ", count > 0 ? "alive" : "");
  }`;

const HOLD = "while (true);";

/** A widget that loops in an effect, by a script that has the element that it shows. */
const effect = (script: string) => `
  import { createElement, useEffect, useRef } from "react";
  export default () => {
    const shown = useRef(null);
    useEffect(() => { const element = shown.current; ${script} }, []);
    return createElement("p", { ref: shown }, "loop");
  };`;

/** A widget that never ends. What ran last is its own, so that it is found in the second frame. */
export const MODULE_LOOP: string = `${HOLD} export default () => null;`;

/** The same, after a click on its button. */
export const CLICK_LOOP: string = `
  import { createElement } from "react";
  export default () => createElement("button", { onClick() { ${HOLD} } }, "loop");`;

/** The same in code that the frame calls for the card, as it does in a test of three loops too. */
export const CALLED_LOOPS: { readonly [when: string]: string } = {
  "when it is rendered": `export default () => { ${HOLD} };`,
  "in the effect of an element that it renders": `
    import { createElement, useLayoutEffect } from "react";
    const Inner = () => { useLayoutEffect(() => { ${HOLD} }, []); return "loop"; };
    export default () => createElement(Inner);`,
  "in a timer": `
    import { useEffect } from "react";
    export default () => { useEffect(() => { setTimeout(() => { ${HOLD} }, 700); }, []); return "loop"; };`,
};

/** Loops in what the frame follows as it follows timers. */
export const OBSERVING_LOOPS: { readonly [when: string]: string } = {
  "when it is resized": effect(`new ResizeObserver(() => { ${HOLD} }).observe(element);`),
  "when an animation frame begins": effect(`requestAnimationFrame(() => { ${HOLD} });`),
  "when it comes into view": effect(`new IntersectionObserver(() => { ${HOLD} }).observe(element);`),
};

/** Loops that begin when the code of all cards that are shown together has run. */
export const LATE_LOOPS: { readonly [when: string]: string } = {
  "after an await": effect(`(async () => { await null; ${HOLD} })();`),
  "in a chain of promises": effect(`const again = () => Promise.resolve().then(again); again();`),
  "in a chain of mutations": effect(`
    new MutationObserver(() => element.append("")).observe(element, { childList: true });
    element.append("");`),
};

const PAINTED = '<g mask="url(#m0)"><rect width="900" height="900"/></g>';

/** A picture whose drawing takes a time that doubles with each of its masks: no code of a card runs meanwhile. */
export const ENDLESS_DRAWING: string = `<svg width="500" height="500">${
  Array.from({ length: 40 }, (_, index) =>
    `<mask id="m${index + 1}" width="900" height="900">${
      PAINTED.repeat(2).replaceAll("m0", `m${index}`)
    }</mask>`)
    .join("")
}<rect width="500" height="500" mask="url(#m40)"/></svg>`;

/** The texts of the cards, once the given number of them is there. */
export async function waitForCards(page: Page, mounted: number, failed: number): Promise<string[]> {
  const count = (state: string) => page.frames().at(-1)!.locator(`article[data-state="${state}"]`).count();
  await until(`${mounted} cards are mounted and ${failed} have failed`, async () => {
    const counts = await Promise.all([count("mounted"), count("failed")]).catch(() => []);
    return counts[0] === mounted && counts[1] === failed;
  }, 180_000);
  return await page.frames().at(-1)!.evaluate(() =>
    [...document.querySelectorAll("article")].map((article) =>
      `${article.shadowRoot?.textContent ?? ""} ${article.textContent}`
    )
  );
}

/** Eight cards, those after the first as given. */
export function eightCards(...loops: readonly string[]): { module: string }[] {
  return Array.from({ length: 8 }, (_, index) => ({ module: loops[index - 1] ?? calm(index) }));
}

/** Collects the widgets of the cards that fail at any time. To be called before the page is loaded. */
export async function watchFailures(page: Page): Promise<ReadonlySet<string>> {
  const failed = new Set<string>();
  await page.exposeFunction("noteFailed", (widgetId: string) => void failed.add(widgetId));
  await page.addInitScript(() => {
    document.addEventListener("tck:card", (event) => {
      const { widgetId, state } = (event as CustomEvent).detail;
      if (state === "failed") void (globalThis as unknown as Noting).noteFailed(widgetId);
    });
  });
  return failed;
}

/** Asserts that a card which loops late fails, and that no other one ever does. */
export async function expectFoundAlone(site: SealedSite, loop: string): Promise<void> {
  const { url } = await site.addBatch(eightCards(loop));
  await withSealedPage(site, async (page) => {
    const failed = await watchFailures(page);
    await page.goto(url);
    const texts = await waitForCards(page, 7, 1);
    assert.equal(texts.filter((text) => text.includes("calm")).length, 7);
    assert.match(texts[1]!, /Try again/);
    assert.equal(failed.size, 1);
  });
}

/** Asserts that a card which loops fails alone, and that the frame is replaced once. */
export async function expectReplacedOnce(site: SealedSite, loop: string): Promise<void> {
  const { url } = await site.addBatch(eightCards(loop));
  await withSealedPage(site, async (page) => {
    const frames = new Set<Frame>();
    page.on("framenavigated", (frame) => void (frame.url().includes("/canvas.html") && frames.add(frame)));
    await page.goto(url);
    if (loop === CLICK_LOOP) {
      await waitForCards(page, 8, 0);
      void page.frames().at(-1)!.getByRole("button", { name: "loop" }).click({ noWaitAfter: true }).catch(
        () => {},
      );
    }
    await page.getByText("A card does not respond").waitFor();
    const texts = await waitForCards(page, 7, 1);
    assert.equal(texts.filter((text) => text.includes("calm")).length, 7);
    assert.match(texts[1]!, /Try again/);
    assert.equal(frames.size, 2);
    assert.equal(await page.getByText("A card does not respond").count(), 0);
  });
}

/** A widget whose drawing does not end. */
export const DRAWING: EnvelopeOptions = {
  module: `
    import { createElement } from "react";
    export default () => createElement("div", { dangerouslySetInnerHTML: { __html: ${
    JSON.stringify(ENDLESS_DRAWING)
  } } });`,
};

/** Asserts that another card is there beside one whose drawing does not end, and which may have failed. */
export async function expectDrawnBeside(
  site: SealedSite,
  card: EnvelopeOptions,
  failed: 0 | 1,
): Promise<void> {
  const { url } = await site.addBatch([{ module: `export default () => "other"` }, card]);
  await withSealedPage(site, async (page) => {
    await page.goto(url, { waitUntil: "commit" });
    // A frame that does not answer is not asked.
    await page.waitForSelector('#canvas-feed-root[data-state="ready"]:not(:has(.canvas-paint))', {
      timeout: 120_000,
    });
    const texts = await waitForCards(page, 2 - failed, failed);
    assert.match(texts[0]!, /other/);
  });
}
