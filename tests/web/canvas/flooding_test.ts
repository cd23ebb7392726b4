import assert from "node:assert/strict";
import { hasPrograms } from "../../servers/programs.ts";
import { withFirefoxPage } from "./firefox_page.ts";
import {
  addBetweenCalm,
  expectAnswersInFirefox,
  FLOODS,
  FLOODS_IN_FIREFOX,
  running,
  SEARCHES,
  searching,
  waitForOthers,
  watchPauses,
} from "./floods.ts";
import { SealedSite, withSealedPage } from "./sealed_site.ts";

let site: SealedSite;
Deno.test.beforeAll(async () => void (site = await SealedSite.open()));
Deno.test.afterAll(() => site.close());

for (const [name, script] of Object.entries(FLOODS)) {
  // claim: flood-does-not-stop-the-page
  Deno.test(`a widget that floods the page with ${name} fails alone, and the page answers all the time`, async () => {
    const url = await addBetweenCalm(site, running(script));
    await withSealedPage(site, async (page) => {
      await page.addInitScript(watchPauses);
      await page.goto(url);
      await waitForOthers(() => page.frames(), 180_000);
      const pause = await page.evaluate(() => globalThis.longestPause);
      assert.ok(pause < 3_000, `The page paused for ${pause} ms`);
      assert.equal(page.url(), url);
    });
  });
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

const BLOCKING = `
  const block = () => {
    const end = performance.now() + 6_000;
    while (performance.now() < end);
    setTimeout(block, 30);
  };
  setTimeout(block, 30);`;

// claim: unresponsive-frame-is-replaced
Deno.test("a widget that blocks for six seconds, again and again, fails alone", async () => {
  const url = await addBetweenCalm(site, running(BLOCKING));
  await withSealedPage(site, async (page) => {
    await page.goto(url);
    await waitForOthers(() => page.frames(), 120_000);
  });
});

if (await hasPrograms(["firefox-esr"], "floods in Firefox", "firefox-esr")) {
  for (const name of FLOODS_IN_FIREFOX) {
    // claim: flood-does-not-stop-the-page
    Deno.test(`Firefox: a widget that floods the page with ${name} fails alone, and the page answers`, async () => {
      await expectAnswersInFirefox(site, FLOODS[name]!);
    });
  }

  for (const [name, script] of Object.entries(SEARCHES)) {
    // claim: frame-port-is-out-of-reach
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

  // claim: unresponsive-frame-is-replaced
  Deno.test("Firefox: a widget that blocks for six seconds, again and again, fails alone", async () => {
    const url = await addBetweenCalm(site, running(BLOCKING));
    await withFirefoxPage(async (page) => {
      await page.goto(url);
      await waitForOthers(() => page.frames(), 180_000);
    });
  });
}
