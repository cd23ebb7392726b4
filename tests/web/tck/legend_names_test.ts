import assert from "node:assert/strict";
import { openChromium } from "../../browser/chromium.ts";
import { showCards, widgetModule } from "../tck-host-mount/card_page.ts";
import { WidgetSite } from "../widget_site.ts";

const site = await WidgetSite.open();
Deno.test.afterAll(() => site.close());

const DONUT = `jsx(kit.Donut, {
  label: "Spending by category",
  value: "€283.05",
  caption: "spent",
  formatValue: (value) => "€" + value.toFixed(2),
  segments: [["Groceries", 148.35], ["Transport", 62], ["Leisure", 54.5], ["Health", 18.2]]
    .map(([label, value]) => ({ label, value })),
})`;

const GAUGE = `jsx(kit.Gauge, {
  label: "Failed requests",
  value: 18.4,
  max: 30,
  formatValue: (value) => value + "%",
  ranges: [["Normal", 1], ["Degraded", 10], ["Severe", 30]].map(([label, to]) => ({ label, to })),
})`;

const TIMELINE =
  `jsx(kit.Timeline, { children: jsx(kit.TimelineItem, { time: "9:15", children: "Rollback started" }) })`;

/** Each with the number of its names. */
const CARDS = [
  { blocks: DONUT, names: 4 },
  { blocks: GAUGE, names: 3 },
  { blocks: `${GAUGE}, ${TIMELINE}`, names: 3 },
];

const WIDTHS = [280, 320, 358, 400, 480, 640];

/** Runs in the page: of each card, the names of its legend that are whole, and those that are cut. */
function readNames(): { whole: number; cut: string[] }[] {
  return [...document.querySelectorAll("article")].map(({ shadowRoot }) => {
    const names = [...shadowRoot!.querySelectorAll(".kit-legend-label")].filter((name) =>
      name.checkVisibility()
    );
    const cut = names.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent!);
    return { whole: names.length - cut.length, cut };
  });
}

Deno.test("a card as high as its content has all names of a ring and of a gauge, whole, at every width", async () => {
  await using browser = await openChromium();
  const page = await browser.newPage();
  const cards = CARDS.flatMap(({ blocks, names }, index) =>
    WIDTHS.map((width) => ({
      module: widgetModule(`jsx(kit.Card, { children: [${blocks}] })`),
      width,
      names,
      manifest: { id: `names-${index}` },
    }))
  );
  await showCards(page, site, cards);
  await page.waitForFunction(
    (count) => document.querySelectorAll('article[data-state="mounted"]').length === count,
    cards.length,
  );
  const read = await page.evaluate(readNames);
  for (const [index, { width, names, manifest }] of cards.entries()) {
    assert.deepEqual(read[index], { whole: names, cut: [] }, `${manifest.id} at ${width} px`);
  }
});
