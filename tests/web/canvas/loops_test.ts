// budget: 100 s: a frame that does not respond is watched for eight seconds, one that does not start for twenty
import assert from "node:assert/strict";
import {
  CALLED_LOOPS,
  eightCards,
  ENDLESS_DRAWING,
  expectReplacedOnce,
  LATE_LOOPS,
  LOOPS,
  waitForCards,
  watchFailures,
} from "./loops.ts";
import { SealedSite, withSealedPage } from "./sealed_site.ts";

let site: SealedSite;
Deno.test.beforeAll(async () => void (site = await SealedSite.open()));
Deno.test.afterAll(() => site.close());

for (const [when, loop] of Object.entries(LOOPS)) {
  // claim: sealed-loop-replaced
  Deno.test(`of eight cards, one that loops ${when} fails alone, and the frame is replaced once`, () =>
    expectReplacedOnce(site, when, loop));
}

// claim: sealed-loop-replaced
Deno.test("of eight cards, three that loop in different ways fail, and no other one ever does", async () => {
  const loops = [
    CALLED_LOOPS["when it is rendered"]!,
    LATE_LOOPS["after an await"]!,
    CALLED_LOOPS["in a timer"]!,
  ];
  const { url } = await site.addBatch(eightCards(...loops));
  await withSealedPage(site, async (page) => {
    const failed = await watchFailures(page);
    await page.goto(url);
    const texts = await waitForCards(page, 5, 3);
    assert.deepEqual(texts.map((text) => /Try again/.test(text)), [
      false,
      true,
      true,
      true,
      ...Array(4).fill(false),
    ]);
    assert.equal(failed.size, 3);
  });
});

const drawing = `
  import { createElement } from "react";
  export default () => createElement("div", { dangerouslySetInnerHTML: { __html: ${
  JSON.stringify(ENDLESS_DRAWING)
} } });`;

for (
  const [what, card, failed] of [
    ["a card's", { module: drawing }, 1],
    ["its markup's", { module: `export default () => "calm"`, cards: { en: ENDLESS_DRAWING } }, 0],
  ] as const
) {
  // claim: sealed-loop-replaced
  Deno.test(`the other card is there although ${what} drawing does not end`, async () => {
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
  });
}
