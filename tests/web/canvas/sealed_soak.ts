// What `sealed_test.ts` asserts, for further ways to navigate.
import { expectNothingSent } from "./chromium_navigation.ts";
import { NAVIGATIONS, NAVIGATIONS_IN_EACH_RUN } from "./navigations.ts";
import { SealedSite } from "./sealed_site.ts";

let site: SealedSite;
Deno.test.beforeAll(async () => void (site = await SealedSite.open()));
Deno.test.afterAll(() => site.close());

for (const way of Object.keys(NAVIGATIONS)) {
  if (NAVIGATIONS_IN_EACH_RUN.includes(way)) continue;
  Deno.test(`a widget that navigates its frame by ${way} sends nothing, and the other cards come back`, () =>
    expectNothingSent(site, way));
}
