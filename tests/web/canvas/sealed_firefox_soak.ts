import { hasPrograms } from "../../servers/programs.ts";
import { expectNothingSent } from "./firefox_navigation.ts";
import { NAVIGATIONS, NAVIGATIONS_IN_EACH_RUN } from "./navigations.ts";
import { SealedSite } from "./sealed_site.ts";

let site: SealedSite;

if (await hasPrograms(["firefox-esr"], "the sealed canvas in Firefox", "firefox-esr")) {
  Deno.test.beforeAll(async () => void (site = await SealedSite.open()));
  Deno.test.afterAll(() => site.close());

  for (const way of Object.keys(NAVIGATIONS)) {
    if (NAVIGATIONS_IN_EACH_RUN.includes(way)) continue;
    Deno.test(`Firefox: a widget that navigates its frame by ${way} sends nothing, and the other cards are shown`, async () => {
      await expectNothingSent(site, way);
    });
  }
}
