import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { BLOCK_STYLES } from "../../../web/tck/blocks/styles/mod.ts";
import { type FittingView, withViews } from "./fitting.ts";
import {
  type Box,
  LARGE_SQUARE,
  LARGEST,
  LONG_ROW,
  readBoxes,
  SQUARE,
  WIDE,
  WIDE_ROW,
} from "./fitting_shown.ts";

/** Cards of size `fill-auto`, 320 and 640 pixels wide. */
const [NARROW_FEED, WIDE_FEED] = [6, 8];

Deno.test("rows with a heading are beside what is before them in a 4x2, a 4x1 and a wide fill-auto", async () => {
  await withViews(async (page, show) => {
    for (const view of ["absences", "voyages"] as const satisfies FittingView[]) {
      await show(view);
      for (const card of [WIDE, LONG_ROW, WIDE_FEED]) {
        const { value, chart, heading, rows } = await readFirst(page, card);
        const at = `${view}, card ${card}: `;
        assert.ok(heading!.left >= value!.right, `${at}the heading is beside the value`);
        assert.ok(Math.abs(heading!.top - value!.top) <= 4, `${at}the heading is as high as the label`);
        assert.ok(Math.abs(rows!.left - heading!.left) < 1, `${at}the rows are below their heading`);
        assert.ok(
          rows!.top >= heading!.bottom - 1 && rows!.top < heading!.bottom + 16,
          `${at}and directly so`,
        );
        if (chart) {
          assert.ok(
            rows!.left >= chart.right && chart.height >= 40,
            `${at}and beside the chart of ${chart.height} px`,
          );
        }
      }
      for (const card of [LARGE_SQUARE, NARROW_FEED]) {
        const { value, rows } = await readFirst(page, card);
        if (rows) assert.ok(rows.top >= value!.bottom, `${view}, card ${card}: the rows are below the value`);
      }
    }
    const feed = await readFirst(page, WIDE_FEED);
    assert.ok(feed.chart!.height >= 160, `the chart of a wide fill-auto is ${feed.chart!.height} px high`);
  });
});

Deno.test("a 2x1 shows a row of a list with a heading beside a value, and a bar beside a value", async () => {
  await withViews(async (page, show) => {
    for (const slots of [false, true]) {
      await show("absences", { slots });
      const { value, heading, rows } = await readFirst(page, WIDE_ROW);
      assert.ok(value && heading && rows && rows.left >= value.right && rows.top >= heading.bottom - 1);
      await show("goal", { slots });
      const goal = await readFirst(page, WIDE_ROW);
      assert.ok(goal.bar!.left >= goal.value!.right, "the bar is beside the value");
      assert.equal(goal.rows, null, "the rows have no room");
    }
  });
});

Deno.test("two lists with headings are beside each other where there is room for their texts, and below otherwise", async () => {
  await withViews(async (page, show) => {
    for (const view of ["shifts", "panels"] as const satisfies FittingView[]) {
      await show(view);
      for (const card of [LONG_ROW, WIDE, WIDE_FEED, LARGE_SQUARE, NARROW_FEED]) {
        const [first, second] = await page.locator("article").nth(card).evaluate(({ shadowRoot }) =>
          [...shadowRoot!.querySelectorAll("h3")].map((heading) => {
            const { left, top } = heading.getBoundingClientRect();
            return { left, top, text: heading.textContent };
          })
        );
        const isBeside = second!.left > first!.left + 100 && Math.abs(second!.top - first!.top) < 1;
        const isBelow = Math.abs(second!.left - first!.left) < 1 && second!.top > first!.top + 60;
        const isWide = card === LONG_ROW || card === WIDE || card === WIDE_FEED;
        assert.ok(isWide ? isBeside : isBelow, `${view}, card ${card}`);
      }
    }
  });
});

Deno.test("a remark above a value, a chart and rows leaves them beside each other", async () => {
  await withViews(async (page, show) => {
    await show("status");
    for (const card of [WIDE, WIDE_FEED]) {
      const { callout, value, chart, rows } = await readFirst(page, card);
      assert.ok(callout!.right >= rows!.right, `card ${card}: the remark is above all`);
      assert.ok(value!.top >= callout!.bottom && chart!.top >= value!.bottom, `card ${card}`);
      assert.ok(rows!.left >= chart!.right && rows!.top < value!.bottom, `card ${card}: the rows are beside`);
    }
    const { callout, value, chart, rows } = await readFirst(page, WIDE_ROW);
    assert.ok(value!.top >= callout!.bottom && chart!.left >= value!.right && chart!.height >= 60);
    assert.equal(rows, null);
  });
});

Deno.test("the last of two lists with headings is beside the first one and a month below it", async () => {
  await withViews(async (page, show) => {
    await show("team");
    for (const card of [WIDE, WIDE_FEED]) {
      const [first, second, month] = await page.locator("article").nth(card).evaluate(({ shadowRoot }) =>
        [...shadowRoot!.querySelectorAll("h3, .kit-calendar")].map((block) => {
          const { left, right, top } = block.getBoundingClientRect();
          return { left, right, top, isMonth: block.localName === "figure" };
        }).sort((one, other) => Number(one.isMonth) - Number(other.isMonth))
      );
      assert.ok(second!.left >= month!.right && month!.left === first!.left, `card ${card}`);
      assert.ok(Math.abs(second!.top - first!.top) <= 1 && month!.top > first!.top + 60, `card ${card}`);
    }
  });
});

Deno.test("a month and a list at the start of a stack are as wide as it", async () => {
  await withViews(async (page, show) => {
    await show("aligned");
    for (const card of [LARGE_SQUARE, NARROW_FEED]) {
      const widths = await page.locator("article").nth(card).evaluate(({ shadowRoot }) =>
        [".kit-auto", ".kit-calendar", ".kit-list"].map((selector) =>
          Math.round(shadowRoot!.querySelector(selector)!.getBoundingClientRect().width)
        )
      );
      assert.deepEqual(new Set(widths).size, 1, `card ${card}: ${widths.join()}`);
    }
  });
});

Deno.test("a button in a card is never all that is left of it", async () => {
  await withViews(async (page, show) => {
    await show("notice", { slots: true });
    const shown = await page.evaluate(() =>
      [...document.querySelectorAll("article")].map(({ shadowRoot }) =>
        shadowRoot!.querySelector("h2")!.getClientRects().length > 0
      )
    );
    assert.deepEqual(shown, shown.map(() => true));
  });
});

Deno.test("values in several rows, and bars, are spread over a card that has nothing else", async () => {
  await withViews(async (page, show) => {
    const readGaps = async (view: FittingView, selector: string, card: number) => {
      await show(view);
      return await page.locator("article").nth(card).evaluate(({ shadowRoot }, selector) => {
        const { bottom } = shadowRoot!.querySelector(".kit-card > .kit-stack")!.getBoundingClientRect();
        const boxes = [...shadowRoot!.querySelectorAll(`.kit-header, ${selector}`)].map((block) =>
          block.getBoundingClientRect()
        );
        const rows = [...new Map(boxes.map((box) => [Math.round(box.top), box])).values()];
        return rows.map((row, index) => (rows[index + 1]?.top ?? bottom) - row.bottom);
      }, selector);
    };
    for (const card of [LARGE_SQUARE, WIDE]) {
      const [, between, last] = await readGaps("gauges", ".kit-stat", card);
      assert.ok(between! >= 24 && last! >= 24, `card ${card}: ${between} and ${last}`);
      const [first, ...gaps] = await readGaps("bars", ".kit-meter", card);
      assert.equal(first, 12, `card ${card}: below the header`);
      assert.ok(gaps[0]! >= 40 && Math.abs(gaps.at(-1)!) <= 1, `card ${card}: ${gaps.join()}`);
    }
    for (const card of [SQUARE, WIDE_ROW]) {
      const gaps = await readGaps("bars", ".kit-meter", card);
      assert.ok(gaps.length === 4 && Math.abs(gaps.at(-1)!) <= 1, `card ${card}: ${gaps.join()}`);
    }
  });
});

Deno.test("a chart in a grid is beside its neighbour in a low or wide card, and below it in a narrow one", async () => {
  await withViews(async (page, show) => {
    for (const slots of [false, true]) {
      await show("panes", { slots });
      for (const card of [WIDE_ROW, LONG_ROW, WIDE, WIDE_FEED]) {
        const { value, chart } = await readFirst(page, card);
        assert.ok(chart && chart.left >= value!.right && chart.height >= 40, `card ${card}`);
      }
      for (const card of [LARGE_SQUARE, NARROW_FEED]) {
        const { value, chart } = await readFirst(page, card);
        assert.ok(chart && chart.top >= value!.bottom && chart.height >= 80, `card ${card}`);
      }
    }
  });
});

Deno.test("a calendar above a list shows the whole month and the names of its colours, and a low card with slots a week", async () => {
  await withViews(async (page, show) => {
    const read = (card: number) =>
      page.locator("article").nth(card).evaluate(({ shadowRoot }) => {
        const isShown = (element: Element) => element.getClientRects().length > 0;
        return {
          days: [...shadowRoot!.querySelectorAll(".kit-day")].filter(isShown).length,
          names: [...shadowRoot!.querySelectorAll(".kit-calendar .kit-legend-label")].filter(isShown)
            .map(({ textContent }) => textContent),
          rows: [...shadowRoot!.querySelectorAll(".kit-item")].filter(isShown).length,
        };
      });
    await show("collections");
    for (const card of [SQUARE, WIDE_ROW, LONG_ROW, LARGE_SQUARE, WIDE, WIDE_FEED]) {
      assert.equal((await read(card)).days, 31, `card ${card}`);
    }
    for (const card of [WIDE, WIDE_FEED]) {
      assert.deepEqual((await read(card)).names, ["Wind", "Waves"], `card ${card}`);
      assert.equal((await read(card)).rows, 5, `card ${card}`);
    }
    await show("collections", { slots: true });
    for (const card of [SQUARE, WIDE_ROW, LONG_ROW]) {
      assert.deepEqual([(await read(card)).days, (await read(card)).names], [7, []], `card ${card}`);
    }
  });
});

Deno.test("rows as wide as a wide card have lines between them, and narrower ones have none", async () => {
  await withViews(async (page, show) => {
    const lines = async (view: FittingView) => {
      await show(view);
      return await page.evaluate(() =>
        [...document.querySelectorAll("article")].map(({ shadowRoot }) =>
          [...shadowRoot!.querySelectorAll(".kit-item")].filter((item) =>
            getComputedStyle(item).borderBlockStartWidth === "1px"
          ).length
        )
      );
    };
    const shifts = await lines("shifts");
    assert.deepEqual([shifts[WIDE], shifts[WIDE_FEED], shifts[LARGE_SQUARE]], [0, 0, 0]);
    const goal = await lines("goal");
    assert.deepEqual([goal[LARGEST], goal[WIDE], goal[LARGE_SQUARE], goal[LONG_ROW]], [3, 0, 0, 0]);
  });
});

Deno.test("no rule has :has in :has, which no browser knows", () => {
  for (
    const [, argument] of BLOCK_STYLES.matchAll(
      /:has\(((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*)\)/g,
    )
  ) {
    assert.ok(!argument!.includes(":has("), argument);
  }
});

/** The boxes of the first of each kind of block; null is not shown. Rows begin at the text of the first one. */
async function readFirst(page: Page, card: number) {
  const {
    callout: [callout],
    value: [value],
    chart: [chart],
    bar: [bar],
    heading: [heading],
    texts: [rows],
  } = await readBoxes(page, card);
  const orNull = (box: Box | undefined) => box ?? null;
  return {
    callout: orNull(callout),
    value: orNull(value),
    chart: orNull(chart),
    bar: orNull(bar),
    heading: orNull(heading),
    rows: orNull(rows),
  };
}
