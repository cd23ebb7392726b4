import assert from "node:assert/strict";
import { WIDGET_SIZES } from "../../../core/contract/mod.ts";
import { showCards, widgetModule } from "../tck-host-mount/card_page.ts";
import { withPage } from "../widget_site.ts";

/** A chart without values renders nothing. */
const CHART = "jsx(() => null, {})";
const STAT = `jsx(kit.Stat, { label: "Low tide", value: "12:51" })`;
const TEXT = `jsx(kit.Text, { children: "From Dagebüll ".repeat(9) })`;

/** What is in a card with such a chart, and the same without it. */
const CONTENTS: { readonly [name: string]: readonly [string, string] } = {
  "below a value": [`${STAT}, ${CHART}`, STAT],
  "in a stack": [
    `${STAT}, jsx(kit.Stack, { direction: "auto", children: ${CHART} }), ${TEXT}`,
    `${STAT}, ${TEXT}`,
  ],
  "at the end of an item": [
    `jsx(kit.List, { children: jsx(kit.ListItem, { end: ${CHART}, children: ${TEXT} }) })`,
    `jsx(kit.List, { children: jsx(kit.ListItem, { children: ${TEXT} }) })`,
  ],
};

Deno.test("a chart without values leaves the rest of its card as it is without the chart", async (t) => {
  await withPage(async (page, site) => {
    await page.setViewportSize({ width: 1000, height: 900 });
    const cards = Object.values(CONTENTS).flat().flatMap((content, index) =>
      WIDGET_SIZES.map((size) => ({
        module: widgetModule(`jsxs(kit.Card, { children: [${content}] }) /* ${index} */`),
        manifest: { id: `content-${index}`, sizes: [...WIDGET_SIZES] },
        size,
      }))
    );
    await showCards(page, site, cards);
    await page.waitForFunction(
      (count) => document.querySelectorAll('article[data-state="mounted"]').length === count,
      cards.length,
    );
    const places = await page.evaluate(readPlaces);
    const placesOf = (content: number) =>
      places.slice(content * WIDGET_SIZES.length, (content + 1) * WIDGET_SIZES.length);
    for (const [index, name] of Object.keys(CONTENTS).entries()) {
      await t.step(name, () => {
        const [withChart, without] = [placesOf(2 * index), placesOf(2 * index + 1)];
        for (const [card, size] of WIDGET_SIZES.entries()) {
          assert.deepEqual(withChart[card], without[card], size);
        }
      });
    }
  });
});

/** Runs in the page: where the texts of each card are. */
function readPlaces(): number[][][] {
  return [...document.querySelectorAll("article")].map((article) => {
    const card = article.getBoundingClientRect();
    const texts = article.shadowRoot!.querySelectorAll(".kit-stat-label, .kit-stat-value, .kit-text");
    return [...texts].filter((text) => text.checkVisibility()).map((text) => {
      const { left, top, width, height } = text.getBoundingClientRect();
      return [left - card.left, top - card.top, width, height];
    });
  });
}
