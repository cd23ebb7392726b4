// budget: 60 s: a start of Firefox, and views of each arrangement in four sizes.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { openFirefox } from "../../browser/firefox.ts";
import { hasPrograms } from "../../servers/programs.ts";
import { untilFound } from "../../waiting/mod.ts";
import { createShow, FITTING_CARDS, type FittingView, openViewSite } from "./fitting.ts";
import { mountViews } from "./fitting_mount.ts";
import { COUNTED, findCountFaults } from "./layout/count_places.ts";
import { findDifferences } from "./sweep_plan.ts";

/** Views of each arrangement: columns, cells, a lead beside others, rows and bars in columns, and blocks of authors. */
const VIEWS: readonly FittingView[] = [
  "news",
  "agenda",
  "shop",
  "plant",
  "timeline",
  "budget",
  "table",
  "luggage",
  "panes",
  "gauge",
  "ranking",
  "everything",
];

const CARDS = FITTING_CARDS.filter(({ size, width }) =>
  ["1x1", "2x2", "4x2"].includes(size) || width === 320 || width === 640
);

const hasFirefox = await hasPrograms(["firefox-esr"], "the plan of a card in Firefox", "firefox-esr");

Deno.test({
  name:
    "Firefox: the page is as the plan of each card says, and the number of rows that are left out is over nothing",
  ignore: !hasFirefox,
  async fn() {
    await using opened = new AsyncDisposableStack();
    const views = opened.adopt(await openViewSite(), ({ site }) => site.close());
    const firefox = opened.adopt(await openFirefox(), (browser) => browser.close());
    const page = await firefox.newPage();
    await page.setViewport({ width: 1000, height: 900 });
    await page.goto(views.url);
    await untilFound(
      "the probe of the page",
      () => page.evaluate(() => globalThis.probe === undefined ? null : true),
    );
    const show = createShow((mounted) => page.evaluate(mountViews, mounted), views, CARDS);
    const faults: string[] = [];
    for (let first = 0; first < VIEWS.length; first += 6) {
      const some = VIEWS.slice(first, first + 6);
      await show(some, { strict: false });
      await page.evaluate(async () => {
        for (let frames = 0; frames < 3; frames++) await new Promise((done) => requestAnimationFrame(done));
      });
      for (const { card, fault } of await page.evaluate(findDifferences)) {
        const { size, width = "" } = CARDS[card % CARDS.length]!;
        faults.push(`${some[Math.floor(card / CARDS.length)]}, ${size} ${width}: ${fault}`);
      }
    }
    assert.deepEqual(faults, []);

    await show("trial", { strict: false });
    for (const [name, trial] of Object.entries(COUNTED)) {
      assert.deepEqual(await findCountFaults(page as unknown as Page, trial, CARDS), [], name);
    }
  },
});
