// What `layout_shift_test.ts` asserts of the sealed canvas, of the open one.
import { DEVICES, expectNoShift } from "./layout_shifts.ts";
import { SealedSite } from "./sealed_site.ts";

let site: SealedSite;
Deno.test.beforeAll(async () => void (site = await SealedSite.open("open")));
Deno.test.afterAll(() => site.close());

for (const [device, viewport] of Object.entries(DEVICES)) {
  Deno.test(`open: nothing in view moves while the cards load, on ${device}`, () =>
    expectNoShift(site, "open", viewport));
}
