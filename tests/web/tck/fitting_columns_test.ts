import assert from "node:assert/strict";
import { type FittingView, withViews } from "./fitting.ts";
import {
  LARGE_SQUARE,
  LARGEST,
  LONG_ROW,
  readBoxes,
  showAtHeights,
  SQUARE,
  WIDE,
  WIDE_ROW,
} from "./fitting_shown.ts";

/** A card of size `fill-auto`, 640 pixels wide. */
const WIDE_FEED = 8;

Deno.test("a chart is beside a value and the small blocks with it", async () => {
  await withViews(async (page, show) => {
    for (const [view, card] of [["loan", WIDE], ["loan", WIDE_FEED], ["job", WIDE]] as const) {
      await show(view);
      const { value: [value], chart: [chart], bar: [bar], values: [values] } = await readBoxes(page, card);
      const at = `${view}, card ${card}: `;
      for (const block of [value, bar, values]) {
        assert.ok(block!.right < chart!.left, `${at}a block is beside the chart`);
      }
      assert.ok(bar!.top >= value!.bottom && values!.top >= bar!.bottom, `${at}they are below one another`);
      assert.ok(
        chart!.top <= value!.top + 1 && chart!.bottom >= values!.bottom - 1,
        `${at}the chart is as high`,
      );
    }
    await show("loan");
    const narrow = await readBoxes(page, LARGE_SQUARE);
    assert.ok(narrow.chart[0]!.top >= narrow.value[0]!.bottom);
  });
});

Deno.test("four bars above a chart are in two columns of a wide card, and five in three of a low one without it", async () => {
  await withViews(async (page, show) => {
    await show("zones");
    for (const card of [WIDE, WIDE_FEED]) {
      const { bar, chart: [chart] } = await readBoxes(page, card);
      const [first, second, third, fourth, last] = bar;
      assert.ok(second!.left > first!.right && second!.top === first!.top, `card ${card}`);
      assert.ok(third!.left === first!.left && fourth!.left === second!.left, `card ${card}`);
      assert.ok(
        chart!.top >= fourth!.bottom && chart!.right > second!.left,
        `card ${card}: the chart is below`,
      );
      assert.ok(
        last!.top >= chart!.bottom && last!.right === second!.right,
        `card ${card}: one bar is below it`,
      );
    }
    const { bar, chart } = await readBoxes(page, LONG_ROW);
    assert.deepEqual([bar.length, chart.length], [5, 0]);
    assert.ok(bar[1]!.left > bar[0]!.right && bar[2]!.left > bar[1]!.right && bar[3]!.left === bar[0]!.left);
    const narrow = (await readBoxes(page, LARGE_SQUARE)).bar;
    assert.ok(narrow[1]!.top >= narrow[0]!.bottom);
  });
});

Deno.test("a month after rows is beside them, below a remark above both", async () => {
  await withViews(async (page, show) => {
    await show("returns");
    for (const card of [WIDE, WIDE_FEED]) {
      const { callout: [callout], rows, month: [month] } = await readBoxes(page, card);
      assert.equal(rows.length, 4, `card ${card}`);
      assert.ok(month!.left > rows[0]!.right && month!.top >= callout!.bottom, `card ${card}`);
      assert.ok(callout!.right >= month!.right - 1, `card ${card}: the remark is above both`);
    }
  });
});

Deno.test("values after rows are below both columns", async () => {
  await withViews(async (page, show) => {
    await show("evening");
    for (const card of [WIDE, WIDE_FEED]) {
      const { chart: [chart], rows, values: [values] } = await readBoxes(page, card);
      assert.ok(rows[0]!.left > chart!.right, `card ${card}: the rows are beside the chart`);
      assert.ok(values!.top >= chart!.bottom && values!.top >= rows.at(-1)!.bottom, `card ${card}`);
      assert.ok(values!.right >= rows[0]!.right && values!.left <= chart!.left, `card ${card}`);
    }
  });
});

Deno.test("values below a headline are beside their chart in a low wide card", async () => {
  await withViews(async (page, show) => {
    await show("trip");
    const { values: [values], chart: [chart] } = await readBoxes(page, LONG_ROW);
    assert.ok(chart!.left > values!.right && chart!.height >= 72, `${chart!.height} px`);
  });
});

Deno.test("a bar goes before a list beside it, and is never shown without the names of its parts", async () => {
  await withViews(async (page, show) => {
    await show("vault", { slots: true });
    const wide = await readBoxes(page, WIDE);
    assert.deepEqual([wide.rows.length, wide.bar.length, wide.chart.length], [5, 0, 1]);
    assert.ok(wide.chart[0]!.height >= 80, `${wide.chart[0]!.height} px`);
    for (const card of [WIDE_ROW, LARGE_SQUARE, LONG_ROW, WIDE, LARGEST]) {
      const { bar, names } = await readBoxes(page, card);
      assert.equal(names.length > 0, bar.length > 0, `card ${card}`);
    }
  });
});

Deno.test("a 4x4 has the rows of a list in two columns before it drops any, and those of short texts at once", async () => {
  await withViews(async (page, show) => {
    for (const view of ["evening", "packing"] as const satisfies FittingView[]) {
      await show(view);
      const { rows } = await readBoxes(page, LARGEST);
      assert.equal(rows.length, 6, view);
      assert.ok(rows[3]!.left > rows[0]!.right && Math.abs(rows[3]!.top - rows[0]!.top) <= 1, view);
    }
    const { rows } = await readBoxes(page, WIDE);
    assert.ok(rows[5]!.left === rows[0]!.left, "beside a chart there is one column");
  });
});

Deno.test("in a 4x4 a chart gives room before gaps are as narrow as in smaller cards", async () => {
  await withViews(async (page, show) => {
    for (const [view, gap] of [["vault", 16], ["status", 12], ["team", 12]] as const) {
      await show(view, { slots: true });
      const { chart: [chart] } = await readBoxes(page, LARGEST);
      const stack = page.locator("article").nth(LARGEST).locator(".kit-card > .kit-stack");
      assert.equal(
        await stack.evaluate((element) => parseFloat(getComputedStyle(element).rowGap)),
        gap,
        view,
      );
      assert.equal(await stack.locator("[data-dropped]").count(), 0, view);
      if (view !== "team") assert.ok(chart!.height >= 120, `${view}: ${chart!.height} px`);
    }
  });
});

Deno.test("the end of a header is below the title that it would cut in a 1x1", async () => {
  await withViews(async (page, show) => {
    await show("evening");
    const header = await page.locator("article").nth(SQUARE).evaluate(({ shadowRoot }) => {
      const [title, end] = [".kit-header-title", ".kit-header-end"].map((part) =>
        shadowRoot!.querySelector(part)!
      );
      return {
        isWhole: title!.scrollWidth <= title!.clientWidth,
        isBelow: end!.getBoundingClientRect().top >= title!.getBoundingClientRect().bottom,
        isShown: end!.getClientRects().length > 0,
      };
    });
    assert.deepEqual(header, { isWhole: true, isBelow: true, isShown: true });
  });
});

Deno.test("a long value beside a chart has half of a 2x1, and a short one less", async () => {
  await withViews(async (page, show) => {
    const partOf = async (view: FittingView) => {
      await show(view);
      const { value: [value], chart: [chart] } = await readBoxes(page, WIDE_ROW);
      return (chart!.right - chart!.left) / (chart!.right - value!.left);
    };
    assert.ok(await partOf("loan") < 0.5);
    assert.ok(await partOf("evening") > 0.5);
  });
});

Deno.test("the name of a limit is shown in a low chart where it hides nothing", async () => {
  await withViews(async (page, show) => {
    await show("evening");
    for (const card of [LONG_ROW, WIDE_ROW]) {
      const texts = await page.locator("article").nth(card).locator(".tck-chart > div > *").allTextContents();
      assert.ok(texts.includes("Wind"), `card ${card}: ${texts.join()}`);
    }
  });
});

Deno.test("an empty state says why in a 1x1 too", async () => {
  await withViews(async (page, show) => {
    await show("empty");
    const line = page.locator("article").nth(SQUARE).locator(".kit-empty-text");
    assert.ok(await line.isVisible());
  });
});

Deno.test("a chart in a grid that grows gives way to details, and a large value in a grid stays large", async () => {
  await withViews(async (page, show) => {
    await show("plant");
    const { chart: [chart], names } = await readBoxes(page, WIDE);
    assert.ok(names.length === 1 && chart!.height >= 80 && chart!.height < 160, `${chart?.height} px`);
    const { details, sizes } = await page.locator("article").nth(WIDE).evaluate(({ shadowRoot }) => ({
      details: [...shadowRoot!.querySelectorAll(".kit-stat-detail")].filter((detail) =>
        detail.getClientRects().length > 0
      ).length,
      sizes: [...shadowRoot!.querySelectorAll(".kit-stat-value")].map((value) =>
        parseFloat(getComputedStyle(value).fontSize)
      ),
    }));
    assert.equal(details, 2);
    assert.ok(sizes[0]! >= 1.25 * sizes[1]!, sizes.join());
  });
});

Deno.test("a list shows two items before it is dropped", async () => {
  await withViews(async (page, show) => {
    await show("tours");
    const counts = (await showAtHeights(page, LARGE_SQUARE, 260, 420)).map(({ rows }) => rows.length);
    assert.ok(counts.includes(0) && counts.includes(2) && !counts.includes(1), counts.join());
  });
});
