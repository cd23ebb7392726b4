import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import axe from "axe-core";
import type { Frame, Page } from "playwright-core";
import type { EnvelopeOptions } from "../../hosts/routes/envelopes.ts";
import { readBundleStream } from "../../../core/tckb/mod.ts";
import { SealedSite, withSealedPage } from "./sealed_site.ts";

/** The canvases, each with the services that serve it. */
const sites = new Map<"open" | "sealed", SealedSite>();
Deno.test.beforeAll(async () => {
  for (const canvas of ["open", "sealed"] as const) sites.set(canvas, await SealedSite.open(canvas));
});
Deno.test.afterAll(async () => {
  for (const site of sites.values()) await site.close();
});

for (const canvas of ["open", "sealed"] as const) {
  Deno.test(`${canvas}: of thirty cards four are broken in different ways, and a retry heals the one that can be`, async () => {
    const site = sites.get(canvas)!;
    const { url, bundles } = await site.addBatch(thirtyWidgets());
    await withSealedPage(site, async (page) => {
      await replaceBundle(page, bundles[9]!.hash, bundles[0]!.hash);
      await removeManifest(page, 19);
      await recordCardEvents(page);
      await page.goto(url);
      const frame = await cardFrame(page, canvas);
      await waitForStates(frame, { mounted: 26, failed: 4 });
      assert.deepEqual(await failures(frame), ["render", "integrity", "manifest", "timeout"]);
      const events = await page.evaluate(() => (globalThis as unknown as { cards: CardDetail[] }).cards);
      assert.equal(new Set(events.map(({ widgetId }) => widgetId)).size, 30);
      const failed = events.filter(({ state }) => state === "failed").map(({ failure }) => failure);
      assert.deepEqual(failed.toSorted(), ["integrity", "manifest", "render", "timeout"]);

      await frame.evaluate(() => Object.assign(globalThis, { isCalm: true }));
      await frame.locator("[data-failure=render]").getByRole("button").click();
      await frame.getByText("I was broken").waitFor();
      await waitForStates(frame, { mounted: 27, failed: 3 });
      await frame.locator("[data-failure=manifest]").getByRole("button").click();
      await waitForStates(frame, { mounted: 27, failed: 3 });
      await expectNoAccessibilityFaults(frame);
    });
  });
}

Deno.test("cards of known sizes do not move when they are mounted", async () => {
  for (const [canvas, site] of sites) {
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
});

Deno.test("the error of a card fits into the smallest size, however long its title is", async () => {
  const { url } = await sites.get("open")!.addBatch([true, false].map((isGrid) => ({
    module: throwingModule(`Small ${isGrid}`),
    manifest: {
      id: `small-${isGrid}`,
      title: isGrid ? "Weather" : "Donaudampfschifffahrtsgesellschaftskapitän".repeat(4),
      cardType: isGrid ? "grid" : "feed",
      sizes: [isGrid ? "1x1" : "fill-auto"],
    },
  })));
  await withSealedPage(sites.get("open")!, async (page) => {
    await page.goto(url);
    await waitForStates(page.mainFrame(), { mounted: 0, failed: 2 });
    const overflows = await page.locator("article[data-state=failed], .tck-card-failure-title").evaluateAll((
      elements,
    ) =>
      elements.filter(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
        scrollHeight > clientHeight || scrollWidth > clientWidth
      ).map(({ className }) => className)
    );
    assert.deepEqual(overflows, []);
  }, { viewport: { width: 320, height: 700 } });
});

for (const canvas of ["open", "sealed"] as const) {
  Deno.test(`${canvas}: the card that the reader scrolls to is mounted before those above it that wait`, async () => {
    // On a busy machine all groups may have begun to load before the reader has scrolled.
    for (let attempt = 1;; attempt++) {
      const order = await mountWhileScrolling(canvas);
      if (order.slice(order.indexOf(59)).some((number) => number < 50)) return;
      assert.ok(attempt < 5, order.join());
    }
  });

  Deno.test(`${canvas}: nothing leaks when a card is unmounted and mounted fifty times`, async () => {
    const site = sites.get(canvas)!;
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
      for (let index = 0; index < 50; index++) await round();
      const after = await measure();
      assert.ok(after.nodes <= before.nodes + 20, `${before.nodes} nodes, then ${after.nodes}`);
      assert.ok(after.heap < before.heap + 500_000, `${before.heap} bytes, then ${after.heap}`);
    });
  });
}

interface CardDetail {
  readonly widgetId: string;
  readonly state: string;
  readonly failure: string | null;
}

/** Thirty widgets: the 5th throws, the 10th has other bytes, the 20th no manifest, and the 25th never finishes loading. */
function thirtyWidgets(): EnvelopeOptions[] {
  const widgets: EnvelopeOptions[] = Array.from({ length: 30 }, (_, index) => ({
    module: cardModule(`Card ${index + 1}`),
    css: "p { color: var(--color-text) }",
    covered: true,
    manifest: { id: `card-${index + 1}`, title: `Card ${index + 1}` },
  }));
  widgets[4] = { ...widgets[4]!, module: throwingModule("I was broken") };
  widgets[24] = { ...widgets[24]!, module: `await new Promise(() => {}); ${cardModule("Never")}` };
  return widgets;
}

function cardModule(text: string): string {
  return `import * as React from "react";
    export default () => React.createElement("p", null, ${JSON.stringify(text)});`;
}

/** Throws until `isCalm`, and again after `breakCard`. */
function throwingModule(text: string): string {
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

async function cardFrame(page: Page, canvas: "open" | "sealed"): Promise<Frame> {
  if (canvas === "open") return page.mainFrame();
  return (await (await page.waitForSelector("iframe.canvas-frame")).contentFrame())!;
}

async function waitForStates(frame: Frame, expected: { mounted: number; failed: number }): Promise<void> {
  await frame.waitForFunction(
    ({ mounted, failed }) =>
      document.querySelectorAll("article[data-state=mounted]").length === mounted &&
      document.querySelectorAll("article[data-state=failed]").length === failed,
    expected,
    { timeout: 60_000 },
  );
}

async function failures(frame: Frame): Promise<(string | undefined)[]> {
  return await frame.locator("article[data-state=failed]").evaluateAll((cards) =>
    cards.map((card) => (card as HTMLElement).dataset["failure"])
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

/** Scrolls to the last of sixty cards while they wait. @returns their numbers in the order in which they were mounted */
async function mountWhileScrolling(canvas: "open" | "sealed"): Promise<number[]> {
  const site = sites.get(canvas)!;
  const { url } = await site.addBatch(Array.from({ length: 60 }, (_, index) => ({
    module: `while (!globalThis.isReleased) await new Promise((resolve) => setTimeout(resolve, 50));
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
