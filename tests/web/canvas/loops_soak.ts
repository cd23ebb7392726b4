// What `loops_test.ts` asserts, for further ways to loop.
import { CALLED_LOOPS, expectFoundAlone, expectReplacedOnce, LATE_LOOPS, OBSERVING_LOOPS } from "./loops.ts";
import { SealedSite } from "./sealed_site.ts";

let site: SealedSite;
Deno.test.beforeAll(async () => void (site = await SealedSite.open()));
Deno.test.afterAll(() => site.close());

for (const [when, loop] of Object.entries({ ...CALLED_LOOPS, ...OBSERVING_LOOPS })) {
  Deno.test(`of eight cards, one that loops ${when} fails alone, and the frame is replaced once`, () =>
    expectReplacedOnce(site, when, loop));
}

for (const [when, loop] of Object.entries(LATE_LOOPS)) {
  Deno.test(`of eight cards, one that loops ${when} fails, and no other one ever does`, () =>
    expectFoundAlone(site, loop));
}
