import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { FITTING_CARDS, type FittingView, withViews } from "../fitting.ts";

declare global {
  /** The observers of the page that observe something. */
  var watching: Set<ResizeObserver>;
}

/** A card is laid out by the browser so many times while the kit lays it out, at most. */
const MOST = 6;

/** Views with each kind of block, and some that are too full. */
const VIEWS: readonly FittingView[] = [
  "news",
  "table",
  "timeline",
  "budget",
  "calendar",
  "panels",
  "plant",
  "gauge",
  "schedule",
  "crowded",
  "luggage",
  "everything",
];

Deno.test("a card of any size costs six forced layouts at most", async () => {
  await withViews(async (page, show) => {
    const counts: number[] = [];
    for (const view of VIEWS) {
      await show(view, { strict: false });
      for (const [card, { size }] of FITTING_CARDS.entries()) {
        const count = await countLayouts(page, card);
        assert.ok(count >= 1 && count <= MOST, `${view}, ${size}: ${count} layouts`);
        counts.push(count);
      }
    }
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    assert.ok(mean <= MOST / 2, `${mean} layouts in the mean`);
  });
});

Deno.test("a card that is rendered again watches nothing twice, and one that is gone watches nothing", async () => {
  await withViews(async (page, show) => {
    await show([]);
    await page.evaluate(() => {
      const watching = globalThis.watching = new Set();
      globalThis.ResizeObserver = class extends ResizeObserver {
        override observe(target: Element, options?: ResizeObserverOptions): void {
          watching.add(this);
          super.observe(target, options);
        }
        override disconnect(): void {
          watching.delete(this);
          super.disconnect();
        }
      };
    });
    const countAfter = (theme: "light" | "dark") =>
      page.evaluate(async (theme) => {
        globalThis.control.setTheme(theme);
        for (let frames = 0; frames < 3; frames++) await new Promise((done) => requestAnimationFrame(done));
        return globalThis.watching.size;
      }, theme);
    await show(["advice", "everything"]);
    const once = await countAfter("light");
    assert.ok(once > 2 * FITTING_CARDS.length, `${once} observers: of each card, and of what is in it`);
    for (const theme of ["dark", "light", "dark"] as const) {
      assert.equal(await countAfter(theme), once, theme);
    }
    await show([]);
    assert.equal(await countAfter("light"), 0);
  });
});

/** How often the browser lays the page out while one card alone is laid out, which is narrower and whose font has been loaded. */
async function countLayouts(page: Page, card: number): Promise<number> {
  await page.evaluate(async (card) => {
    for (const [index, article] of document.querySelectorAll<HTMLElement>("article").entries()) {
      article.style.display = index === card ? "" : "none";
    }
    for (let frames = 0; frames < 3; frames++) await new Promise((done) => requestAnimationFrame(done));
  }, card);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const read = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "LayoutCount")!.value;
  };
  const before = await read();
  const frame = `document.querySelectorAll(".tck-card-frame")[${card}]`;
  // What is asked for the next frame is not counted.
  const expression =
    `globalThis.nextFrame ??= requestAnimationFrame; globalThis.requestAnimationFrame = () => 0;
    ${frame}.style.inlineSize = ${frame}.offsetWidth - 12 + "px";
    document.fonts.dispatchEvent(new Event("loadingdone"));`;
  await session.send("Runtime.evaluate", { expression });
  const after = await read();
  await session.send("Runtime.evaluate", { expression: "globalThis.requestAnimationFrame = nextFrame" });
  await session.detach();
  return after - before;
}
