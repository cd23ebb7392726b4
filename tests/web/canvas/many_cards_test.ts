// budget: 25 s: cards are mounted by dozens
import assert from "node:assert/strict";
import type { Frame } from "playwright-core";
import {
  cardFrame,
  cardModule,
  expectBrokenAlone,
  expectNoLeak,
  expectScrolledFirst,
  throwingModule,
  waitForStates,
} from "./many_cards.ts";
import { SealedSite, withSealedPage } from "./sealed_site.ts";

/** The canvases, each with the services that serve it. */
const sites = new Map<"open" | "sealed", SealedSite>();
Deno.test.beforeAll(async () => {
  for (const canvas of ["open", "sealed"] as const) sites.set(canvas, await SealedSite.open(canvas));
});
Deno.test.afterAll(async () => {
  for (const site of sites.values()) await site.close();
});

// The soak has more cards and rounds, and the open canvas too.
Deno.test("sealed: of twelve cards four are broken in different ways, and a retry heals the one that can be", () =>
  expectBrokenAlone(sites.get("sealed")!, "sealed", 12));

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

Deno.test("sealed: the card that the reader scrolls to is mounted before those above it that wait", () =>
  expectScrolledFirst(sites.get("sealed")!, "sealed"));

Deno.test("sealed: nothing leaks when a card is unmounted and mounted fifteen times", () =>
  expectNoLeak(sites.get("sealed")!, "sealed", 15));

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
