// budget: 60 s: a frame that does not respond is watched for eight seconds
import assert from "node:assert/strict";
import {
  CALLED_LOOPS,
  eightCards,
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
