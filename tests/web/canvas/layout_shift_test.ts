import { DEVICES, expectNoShift } from "./layout_shifts.ts";
import { SealedSite } from "./sealed_site.ts";

let site: SealedSite;
Deno.test.beforeAll(async () => void (site = await SealedSite.open()));
Deno.test.afterAll(() => site.close());

for (const [device, viewport] of Object.entries(DEVICES)) {
  Deno.test(`sealed: nothing in view moves while the cards load, on ${device}`, () =>
    expectNoShift(site, "sealed", viewport));
}
