import assert from "node:assert/strict";
import { withPage } from "../widget_site.ts";
import { showCards, widgetModule } from "./card_page.ts";

/** A card that is shown in the next of some contexts by each click. */
const MODULE = widgetModule(`jsx(Contexts, { context })`) + `
  const CONTEXTS = [
    { locale: "en", timeZone: "UTC" },
    { locale: "en", timeZone: "Asia/Tokyo" },
    { locale: "de", timeZone: "Asia/Tokyo" },
    { locale: "de", formatLocale: "de-CH", timeZone: "Asia/Tokyo" },
    { locale: "hi", timeZone: "UTC" },
    { locale: "hi", timeZone: "UTC", digits: "native" },
    { locale: "ar", timeZone: "UTC" },
    { locale: "en", timeZone: "UTC" },
  ];
  function Contexts({ context }) {
    const [click, setClick] = React.useState(0);
    const { digits, ...own } = CONTEXTS[click];
    return jsxs("div", { children: [
      jsx("button", { onClick: () => setClick(click + 1), children: "Next" }),
      jsx(kit.WidgetContextProvider, {
        value: { ...context, formatLocale: undefined, ...own },
        children: jsx(Content, { digits }),
      }),
    ] });
  }
  function Content({ digits }) {
    const format = kit.useFormat({ digits });
    const text = format.time("2026-03-04T12:00:00Z") + " " + format.number(1234.5);
    return jsxs("div", { children: [
      jsx("output", { children: text }),
      jsx(kit.Text, { children: "3 / 5" }),
    ] });
  }
`;

Deno.test("a mounted card that gets another language, region, time zone or digits has other formats and directions", async () => {
  await withPage(async (page, site) => {
    await showCards(page, site, [{ module: MODULE }]);
    const card = page.locator("article[data-state=mounted]");
    const shown: string[] = [];
    for (let click = 0; click < 8; click++) {
      if (click > 0) await card.getByText("Next").click();
      const direction = await card.locator(".kit-text").getAttribute("dir");
      shown.push(
        `${await card.locator("output").textContent()} ${direction}`.replaceAll(/\s/g, " ").replace(
          "\u2019",
          "'",
        ),
      );
    }
    assert.deepEqual(shown, [
      "12:00 PM 1,234.5 null",
      "9:00 PM 1,234.5 null",
      "21:00 1.234,5 null",
      "21:00 1'234.5 null",
      "12:00 pm 1,234.5 null",
      "१२:०० pm १,२३४.५ null",
      "12:00 م 1,234.5 ltr",
      "12:00 PM 1,234.5 null",
    ]);
  });
});
