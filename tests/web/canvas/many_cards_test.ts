// budget: 25 s: cards are mounted by dozens
import assert from "node:assert/strict";
import {
  expectBrokenAlone,
  expectNoLeak,
  expectNoMove,
  expectScrolledFirst,
  throwingModule,
  waitForStates,
} from "./many_cards.ts";
import { cardFrame, SealedSite, withSealedPage } from "./sealed_site.ts";

let site: SealedSite;
Deno.test.beforeAll(async () => void (site = await SealedSite.open()));
Deno.test.afterAll(() => site.close());

// The soak has more cards and rounds, and the open canvas too.
Deno.test("sealed: of twelve cards four are broken in different ways, and a retry heals the one that can be", () =>
  expectBrokenAlone(site, "sealed", 12));

Deno.test("sealed: cards of known sizes do not move when they are mounted", () =>
  expectNoMove(site, "sealed"));

Deno.test("the error of a card fits into the smallest size, however long its title is", async () => {
  const { url } = await site.addBatch([true, false].map((isGrid) => ({
    module: throwingModule(`Small ${isGrid}`),
    manifest: {
      id: `small-${isGrid}`,
      title: isGrid ? "Weather" : "Donaudampfschifffahrtsgesellschaftskapitän".repeat(4),
      cardType: isGrid ? "grid" : "feed",
      sizes: [isGrid ? "1x1" : "fill-auto"],
    },
  })));
  await withSealedPage(site, async (page) => {
    await page.goto(url);
    const frame = await cardFrame(page, "sealed");
    await waitForStates(frame, { mounted: 0, failed: 2 });
    const overflows = await frame.locator("article[data-state=failed], .tck-card-failure-title").evaluateAll((
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
  expectScrolledFirst(site, "sealed"));

Deno.test("sealed: nothing leaks when a card is unmounted and mounted fifteen times", () =>
  expectNoLeak(site, "sealed", 15));
