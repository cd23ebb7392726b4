// What `loops_test.ts` asserts, for further ways to loop.
import {
  CALLED_LOOPS,
  CLICK_LOOP,
  DRAWING,
  expectDrawnBeside,
  expectFoundAlone,
  expectReplacedOnce,
  LATE_LOOPS,
  OBSERVING_LOOPS,
} from "./loops.ts";
import { SealedSite } from "./sealed_site.ts";

let site: SealedSite;
Deno.test.beforeAll(async () => void (site = await SealedSite.open()));
Deno.test.afterAll(() => site.close());

for (
  const [when, loop] of Object.entries({ "in a click": CLICK_LOOP, ...CALLED_LOOPS, ...OBSERVING_LOOPS })
) {
  Deno.test(`of eight cards, one that loops ${when} fails alone, and the frame is replaced once`, () =>
    expectReplacedOnce(site, loop));
}

for (const [when, loop] of Object.entries(LATE_LOOPS)) {
  Deno.test(`of eight cards, one that loops ${when} fails, and no other one ever does`, () =>
    expectFoundAlone(site, loop));
}

Deno.test("the other card is there although a card's drawing does not end", () =>
  expectDrawnBeside(site, DRAWING, 1));
