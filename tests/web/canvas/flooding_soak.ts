import { hasPrograms } from "../../servers/programs.ts";
import { expectAnswersInFirefox, FLOODS, FLOODS_IN_FIREFOX } from "./floods.ts";
import { SealedSite } from "./sealed_site.ts";

let site: SealedSite;
Deno.test.beforeAll(async () => void (site = await SealedSite.open()));
Deno.test.afterAll(() => site.close());

if (await hasPrograms(["firefox-esr"], "floods in Firefox", "firefox-esr")) {
  for (const [name, script] of Object.entries(FLOODS)) {
    if (FLOODS_IN_FIREFOX.includes(name)) continue;
    Deno.test(`Firefox: a widget that floods the page with ${name} fails alone, and the page answers`, async () => {
      await expectAnswersInFirefox(site, script);
    });
  }
}
