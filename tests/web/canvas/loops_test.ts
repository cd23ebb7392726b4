// budget: 60 s: a frame that does not respond is watched for eight seconds, one that does not start for twenty
import assert from "node:assert/strict";
import {
  CALLED_LOOPS,
  eightCards,
  ENDLESS_DRAWING,
  expectDrawnBeside,
  expectReplacedOnce,
  LATE_LOOPS,
  MODULE_LOOP,
  waitForCards,
  watchFailures,
} from "./loops.ts";
import { SealedSite, withSealedPage } from "./sealed_site.ts";

let site: SealedSite;
Deno.test.beforeAll(async () => void (site = await SealedSite.open()));
Deno.test.afterAll(() => site.close());

// claim: sealed-loop-replaced
Deno.test("of eight cards, one that loops when its module is loaded fails alone, and the frame is replaced once", () =>
  expectReplacedOnce(site, MODULE_LOOP));

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

// claim: sealed-loop-replaced
Deno.test("the other card is there although its markup's drawing does not end", () =>
  expectDrawnBeside(site, { module: `export default () => "calm"`, cards: { en: ENDLESS_DRAWING } }, 0));
