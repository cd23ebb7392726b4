// What `sealed_test.ts` asserts of some ways to navigate together, for each way alone.
import { expectNothingSent } from "./chromium_navigation.ts";
import { NAVIGATIONS } from "./navigations.ts";
import { SealedSite } from "./sealed_site.ts";

let site: SealedSite;
Deno.test.beforeAll(async () => void (site = await SealedSite.open()));
Deno.test.afterAll(() => site.close());

for (const way of Object.keys(NAVIGATIONS)) {
  Deno.test(`a widget that navigates its frame by ${way} sends nothing, and the other cards come back`, () =>
    expectNothingSent(site, [way]));
}
