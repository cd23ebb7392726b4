// What `flooding_test.ts` asserts, by further messages, of a widget that blocks, and in Firefox.
import assert from "node:assert/strict";
import { hasPrograms } from "../../servers/programs.ts";
import { withFirefoxPage } from "./firefox_page.ts";
import {
  addBetweenCalm,
  BLOCKING,
  expectAnswersAlways,
  expectAnswersInFirefox,
  FLOODS,
  FLOODS_IN_EACH_RUN,
  SEARCHES,
  searching,
  waitForOthers,
} from "./floods.ts";
import { SealedSite, withSealedPage } from "./sealed_site.ts";

let site: SealedSite;
Deno.test.beforeAll(async () => void (site = await SealedSite.open()));
Deno.test.afterAll(() => site.close());

for (const [name, script] of Object.entries(FLOODS)) {
  if (FLOODS_IN_EACH_RUN.includes(name)) continue;
  Deno.test(`a widget that floods the page with ${name} fails alone, and the page answers all the time`, () =>
    expectAnswersAlways(site, script));
}

// claim: unresponsive-frame-is-replaced
Deno.test("a widget that blocks for six seconds, again and again, fails alone", async () => {
  const url = await addBetweenCalm(site, BLOCKING);
  await withSealedPage(site, async (page) => {
    await page.goto(url);
    await waitForOthers(() => page.frames(), 120_000);
  });
});

if (await hasPrograms(["firefox-esr"], "floods in Firefox", "firefox-esr")) {
  for (const [name, script] of Object.entries(FLOODS)) {
    Deno.test(`Firefox: a widget that floods the page with ${name} fails alone, and the page answers`, () =>
      expectAnswersInFirefox(site, script));
  }

  for (const [name, script] of Object.entries(SEARCHES)) {
    Deno.test(`Firefox: a widget cannot use the frame's port by ${name}`, async () => {
      const url = await addBetweenCalm(site, searching(script));
      await withFirefoxPage(async (page) => {
        await page.goto(url);
        const frame = await (await page.waitForSelector("iframe.canvas-frame"))!.contentFrame();
        const shown = await frame.waitForSelector(">>> ::-p-text(found )", { timeout: 60_000 });
        assert.match(await shown!.evaluate(({ textContent }) => textContent!), /found nothing/);
      });
    });
  }

  Deno.test("Firefox: a widget that blocks for six seconds, again and again, fails alone", async () => {
    const url = await addBetweenCalm(site, BLOCKING);
    await withFirefoxPage(async (page) => {
      await page.goto(url);
      await waitForOthers(() => page.frames(), 180_000);
    });
  });
}
