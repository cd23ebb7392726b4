import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import axe from "axe-core";
import type { Frame, Page } from "playwright-core";
import { readBundleStream } from "../../../core/tckb/mod.ts";
import type { EnvelopeOptions } from "../../hosts/routes/envelopes.ts";
import { cardFrame, type SealedSite, withSealedPage } from "./sealed_site.ts";

type Canvas = "open" | "sealed";

/** Opens cards of which four are broken in different ways, and tries those again that can be healed. */
export async function expectBrokenAlone(site: SealedSite, canvas: Canvas, count: number): Promise<void> {
  const { widgets, integrity, manifest } = createWidgets(count);
  const { url, bundles } = await site.addBatch(widgets);
  await withSealedPage(site, async (page) => {
    await replaceBundle(page, bundles[integrity]!.hash, bundles[0]!.hash);
    await removeManifest(page, manifest);
    await recordCardEvents(page);
    await page.goto(url);
    const frame = await cardFrame(page, canvas);
    await waitForStates(frame, { mounted: count - 4, failed: 4 });
    const shown = await frame.locator("article[data-state=failed]").evaluateAll((cards) =>
      cards.map((card) => (card as HTMLElement).dataset["failure"])
    );
    assert.deepEqual(shown, ["render", "integrity", "manifest", "timeout"]);
    const events = await page.evaluate(() => (globalThis as unknown as { cards: CardDetail[] }).cards);
    assert.equal(new Set(events.map(({ widgetId }) => widgetId)).size, count);
    const failed = events.filter(({ state }) => state === "failed").map(({ failure }) => failure);
    assert.deepEqual(failed.toSorted(), ["integrity", "manifest", "render", "timeout"]);

    await frame.evaluate(() => Object.assign(globalThis, { isCalm: true }));
    await frame.locator("[data-failure=render]").getByRole("button").click();
    await frame.getByText("I was broken").waitFor();
    await waitForStates(frame, { mounted: count - 3, failed: 3 });
    await frame.locator("[data-failure=manifest]").getByRole("button").click();
    await waitForStates(frame, { mounted: count - 3, failed: 3 });
    await expectNoAccessibilityFaults(frame);
  });
}

/** Unmounts and mounts a card many times, and asserts that neither its frame nor the page keeps anything of it. */
export async function expectNoLeak(site: SealedSite, canvas: Canvas, rounds: number): Promise<void> {
  const { url } = await site.addBatch([
    { module: throwingModule("Leak") },
    { module: cardModule("Calm") },
    { module: cardModule("Other") },
  ]);
  await withSealedPage(site, async (page) => {
    await page.goto(url);
    const frame = await cardFrame(page, canvas);
    await waitForStates(frame, { mounted: 2, failed: 1 });
    await frame.evaluate(() => Object.assign(globalThis, { isCalm: true }));
    await frame.locator("[data-failure=render]").getByRole("button").click();
    await waitForStates(frame, { mounted: 3, failed: 0 });
    // The page passes on what became of each card: neither side may keep it.
    const sessions = [await page.context().newCDPSession(page)];
    if (canvas === "sealed") sessions.push(await page.context().newCDPSession(frame));
    const measure = async () => {
      const sum = { heap: 0, nodes: 0 };
      for (const session of sessions) {
        // The console keeps the errors that the card has thrown.
        await session.send("Runtime.discardConsoleEntries");
        await session.send("HeapProfiler.collectGarbage");
        sum.heap += (await session.send("Runtime.getHeapUsage")).usedSize;
        sum.nodes += (await session.send("Memory.getDOMCounters")).nodes;
      }
      return sum;
    };
    const round = async () => {
      await frame.evaluate(() => (globalThis as unknown as { breakCard: () => void }).breakCard());
      await frame.locator("[data-failure=render]").getByRole("button").click();
      await waitForStates(frame, { mounted: 3, failed: 0 });
    };
    for (let index = 0; index < 5; index++) await round();
    const before = await measure();
    for (let index = 0; index < rounds; index++) await round();
    const after = await measure();
    assert.ok(after.nodes <= before.nodes + 20, `${before.nodes} nodes, then ${after.nodes}`);
    assert.ok(after.heap < before.heap + 500_000, `${before.heap} bytes, then ${after.heap}`);
  });
}

/** Asserts that cards of known sizes do not move when they are mounted, and that none lies on another. */
export async function expectNoMove(site: SealedSite, canvas: Canvas): Promise<void> {
  const { url } = await site.addBatch(Array.from({ length: 12 }, (_, index) => ({
    module: cardModule(`Fixed ${canvas} ${index}`),
    manifest: {
      id: `fixed-${index}`,
      cardType: index < 8 ? "grid" : "feed",
      sizes: [["1x1", "2x1", "2x2", "4x1"][index % 4]!],
    },
  })));
  await withSealedPage(site, async (page) => {
    await page.addInitScript(() => {
      Object.assign(globalThis, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
          (globalThis as unknown as { shift: number }).shift += entry.value;
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(url);
    const frame = await cardFrame(page, canvas);
    await waitForStates(frame, { mounted: 12, failed: 0 });
    for (const one of page.frames()) {
      const shift = await one.evaluate(() => (globalThis as unknown as { shift: number }).shift);
      assert.ok(shift < 0.02, `${canvas}: ${shift}`);
    }
    await expectNoOverlap(frame);
  }, { viewport: { width: 1280, height: 900 } });
}

/** Asserts that no card lies on another. */
async function expectNoOverlap(frame: Frame): Promise<void> {
  const overlaps = await frame.evaluate(() => {
    const boxes = [...document.querySelectorAll("li")].map((slot) => slot.getBoundingClientRect());
    return boxes.filter((one, index) =>
      boxes.slice(index + 1).some((other) =>
        one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 &&
        other.top < one.bottom - 1
      )
    ).length;
  });
  assert.equal(overlaps, 0);
}

/** Asserts that the card that the reader scrolls to is mounted before those above it that wait. */
export async function expectScrolledFirst(site: SealedSite, canvas: Canvas): Promise<void> {
  // On a busy machine all groups may have begun to load before the reader has scrolled.
  for (let attempt = 1;; attempt++) {
    const order = await mountWhileScrolling(site, canvas);
    if (order.slice(order.indexOf(59)).some((number) => number < 50)) return;
    assert.ok(attempt < 5, order.join());
  }
}

interface CardDetail {
  readonly widgetId: string;
  readonly state: string;
  readonly failure: string | null;
}

/** Widgets of which one throws, one gets other bytes, one no manifest, and one never finishes loading. */
function createWidgets(count: number): { widgets: EnvelopeOptions[]; integrity: number; manifest: number } {
  const [render, integrity, manifest, timeout] = [1 / 6, 1 / 3, 2 / 3, 5 / 6].map((part) =>
    Math.floor(count * part) - 1
  ) as [number, number, number, number];
  const widgets: EnvelopeOptions[] = Array.from({ length: count }, (_, index) => ({
    module: cardModule(`Card ${index + 1}`),
    css: "p { color: var(--color-text) }",
    covered: true,
    manifest: { id: `card-${index + 1}`, title: `Card ${index + 1}` },
  }));
  widgets[render] = { ...widgets[render]!, module: throwingModule("I was broken") };
  widgets[timeout] = { ...widgets[timeout]!, module: `await new Promise(() => {}); ${cardModule("Never")}` };
  return { widgets, integrity, manifest };
}

/** A widget that shows a text. */
export function cardModule(text: string): string {
  return `import * as React from "react";
    export default () => React.createElement("p", null, ${JSON.stringify(text)});`;
}

/** Throws until `isCalm`, and again after `breakCard`. */
export function throwingModule(text: string): string {
  return `import { createElement, useState } from "react";
    export default () => {
      const [isBroken, setBroken] = useState(!globalThis.isCalm);
      globalThis.breakCard = () => setBroken(true);
      if (isBroken) throw new Error("broken");
      return createElement("p", null, ${JSON.stringify(text)});
    };`;
}

/** Sends the bytes of another bundle under a hash, by either route. */
async function replaceBundle(page: Page, hash: string, other: string): Promise<void> {
  await page.route(`**/api/widgets/v1/${hash}/widget.mjs`, async (route) => {
    const answer = await page.request.get(route.request().url().replace(hash, other));
    await route.fulfill({ response: answer });
  });
  await page.route("**/api/widgets/v1/bundles", async (route) => {
    const response = await route.fetch();
    const envelopes = new Map<string, Uint8Array>();
    const body = new Blob([Uint8Array.from(await response.body())]);
    for await (const record of readBundleStream(body.stream())) {
      envelopes.set(record.hash, new Uint8Array(record.envelope!));
    }
    if (envelopes.has(hash)) envelopes.set(hash, envelopes.get(other)!);
    const records = [...envelopes].flatMap(([hash, envelope]) => [
      Buffer.from(`${JSON.stringify({ hash, size: envelope.byteLength })}\n`),
      Buffer.from(envelope),
    ]);
    await route.fulfill({ response, body: Buffer.concat(records) });
  });
}

/** Removes the manifest of one widget from the list. */
async function removeManifest(page: Page, index: number): Promise<void> {
  await page.route("**/api/daily-pages/v2/batches?*", async (route) => {
    const response = await route.fetch();
    const list = await response.json();
    delete list.batches[0].widgets[index].manifest;
    await route.fulfill({ response, json: list });
  });
}

async function recordCardEvents(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const cards: unknown[] = [];
    Object.assign(globalThis, { cards });
    document.addEventListener("tck:card", (event) => cards.push((event as CustomEvent).detail));
  });
}

/** Waits until so many cards are shown and so many have failed. */
export async function waitForStates(
  frame: Frame,
  expected: { mounted: number; failed: number },
): Promise<void> {
  await frame.waitForFunction(
    ({ mounted, failed }) =>
      document.querySelectorAll("article[data-state=mounted]").length === mounted &&
      document.querySelectorAll("article[data-state=failed]").length === failed,
    expected,
    { timeout: 60_000 },
  );
}

async function expectNoAccessibilityFaults(frame: Frame): Promise<void> {
  await frame.evaluate(axe.source);
  const faults = await frame.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    const { violations } = await axe.run("#canvas-feed-root", { rules: { region: { enabled: false } } });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
  });
  assert.deepEqual(faults, []);
}

/** Scrolls to the last of sixty cards while they wait. @returns their numbers in the order in which they were mounted */
async function mountWhileScrolling(site: SealedSite, canvas: Canvas): Promise<number[]> {
  const { url } = await site.addBatch(Array.from({ length: 60 }, (_, index) => ({
    module:
      `while (!globalThis.isReleased) await new Promise((resolve) => setTimeout(resolve, 50)); // timer: a look
      ${cardModule(`Delayed ${canvas} ${index}`)}`,
    manifest: { id: `delayed-${index}` },
  })));
  let order: number[] = [];
  await withSealedPage(site, async (page) => {
    await recordCardEvents(page);
    await page.goto(url);
    const frame = await cardFrame(page, canvas);
    const ids = await frame.waitForFunction(() => {
      const articles = [...document.querySelectorAll<HTMLElement>("article[data-state=loading]")];
      return articles.length === 60 && articles.map(({ dataset }) => dataset["widgetId"]!);
    }).then((handle) => handle.jsonValue()) as string[];
    // The frame of a sealed canvas is shown when the first cards have had their time.
    if (canvas === "sealed") await page.locator("#canvas-feed-root[data-state=ready]").waitFor();
    await frame.locator("article").last().scrollIntoViewIfNeeded();
    // The canvas has the report of its own observer, which is older, before this one.
    await frame.evaluate(() =>
      new Promise<void>((resolve) => {
        const observer = new IntersectionObserver((entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting)) setTimeout(resolve);
        });
        observer.observe([...document.querySelectorAll("article")].at(-1)!);
      })
    );
    await frame.evaluate(() => Object.assign(globalThis, { isReleased: true }));
    await waitForStates(frame, { mounted: 60, failed: 0 });
    await page.waitForFunction(() => (globalThis as unknown as { cards: CardDetail[] }).cards.length === 60);
    const shown = await page.evaluate(() =>
      (globalThis as unknown as { cards: CardDetail[] }).cards.map(({ widgetId }) => widgetId)
    );
    order = shown.map((id) => ids.indexOf(id));
  });
  return order;
}
