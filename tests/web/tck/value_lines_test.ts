import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { openChromium } from "../../browser/chromium.ts";
import { openFirefox } from "../../browser/firefox.ts";
import { hasPrograms } from "../../servers/programs.ts";
import { showCards, widgetModule } from "../tck-host-mount/card_page.ts";
import { WidgetSite } from "../widget_site.ts";

const site = await WidgetSite.open();
Deno.test.afterAll(() => site.close());

/** Rows whose values are an arrow and a number in a text, as a table of prices has them. */
const TABLE = `jsx(kit.Card, { children: jsx(kit.Table, {
  label: "Prices",
  columns: [
    { key: "name", label: "Name" }, { key: "change", label: "5 days", align: "end" },
    { key: "last", label: "Last", align: "end" }, { key: "note", label: "Note", align: "end" },
  ],
  rows: ["Euro Stoxx 50", "Rohöl (Brent)"].map((name) => ({
    name: jsx(kit.Tooltip, { text: "t", children: name }),
    change: jsx(kit.Text, { inline: true, tone: "positive", children: "▲ +1.18 %" }),
    last: "5,475.86",
    note: jsx(kit.Text, { inline: true, children: "at noon" }),
  })),
}) })`;

const LIST = `jsx(kit.Card, { children: jsx(kit.List, { children: jsx(kit.ListItem, {
  end: jsx(kit.Text, { inline: true, children: "▲ +1.18 %" }), children: "A name of several words that wraps",
}) }) })`;

const WIDTHS = [260, 300, 326, 358, 480];

/** Runs in the page: of each card, the values that are in more than one line. */
function findBroken(): string[][] {
  return [...document.querySelectorAll("article")].map(({ shadowRoot }) =>
    [...shadowRoot!.querySelectorAll("td, .kit-item-end")].flatMap((value) => {
      const text = document.createRange();
      text.selectNodeContents(value);
      const { height } = text.getBoundingClientRect();
      return height > 1.5 * parseFloat(getComputedStyle(value).lineHeight) ? value.textContent! : [];
    })
  );
}

async function checkValues(page: Page): Promise<void> {
  const cards = [TABLE, LIST].flatMap((card, index) =>
    WIDTHS.map((width) => ({ module: widgetModule(card), width, manifest: { id: `values-${index}` } }))
  );
  await showCards(page, site, cards);
  await page.waitForFunction(() => document.querySelectorAll('article[data-state="mounted"]').length === 10);
  assert.deepEqual((await page.evaluate(findBroken)).flat(), []);
}

const TITLE =
  "the words of a value in a table or at the end of an item stay in one line, however narrow the card is";

Deno.test(`Chromium: ${TITLE}`, async () => {
  const chromium = await openChromium();
  try {
    await checkValues(await chromium.newPage());
  } finally {
    await chromium.close();
  }
});

if (await hasPrograms(["firefox-esr"], "values of a table in Firefox", "firefox-esr")) {
  Deno.test(`Firefox: ${TITLE}`, async () => {
    const firefox = await openFirefox();
    try {
      await checkValues(await firefox.newPage() as unknown as Page);
    } finally {
      await firefox.close();
    }
  });
}
