// budget: 20 s: a flooded page loses some frames. Firefox is in `flooding_soak.ts`.
import assert from "node:assert/strict";
import {
  addBetweenCalm,
  expectAnswersAlways,
  FLOODS,
  FLOODS_IN_EACH_RUN,
  SEARCHES,
  searching,
  watchPauses,
} from "./floods.ts";
import { SealedSite, withSealedPage } from "./sealed_site.ts";

let site: SealedSite;
Deno.test.beforeAll(async () => void (site = await SealedSite.open()));
Deno.test.afterAll(() => site.close());

for (const name of FLOODS_IN_EACH_RUN) {
  // claim: flood-does-not-stop-the-page
  Deno.test(`a widget that floods the page with ${name} fails alone, and the page answers all the time`, () =>
    expectAnswersAlways(site, FLOODS[name]!));
}

for (const [name, script] of Object.entries(SEARCHES)) {
  // claim: frame-port-is-out-of-reach
  Deno.test(`a widget cannot use the frame's port by ${name}`, async () => {
    const url = await addBetweenCalm(site, searching(script));
    await withSealedPage(site, async (page) => {
      await page.addInitScript(watchPauses);
      await page.goto(url);
      const frame = await (await page.waitForSelector("iframe.canvas-frame")).contentFrame();
      assert.match(await frame!.getByText(/found \w+/).innerText(), /found nothing/);
      const pause = await page.evaluate(() => globalThis.longestPause);
      assert.ok(pause < 3_000, `The page paused for ${pause} ms`);
    });
  });
}
