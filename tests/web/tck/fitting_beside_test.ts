import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { withViews } from "./fitting.ts";
import { LARGE_SQUARE, LARGEST, readAtHeight, readColumns, WIDE, WIDE_ROW } from "./fitting_shown.ts";

/** Cards of size `fill-auto`, 320 and 640 pixels wide. */
const [NARROW_FEED, WIDE_FEED] = [6, 8];

Deno.test("a value directly above a chart is beside it in a 2x1 and a 4x2, and what follows is below both", async () => {
  await withViews(async (page, show) => {
    await show("traffic");
    for (const card of [WIDE_ROW, WIDE]) {
      const { value, chart, table } = await readBoxes(page, card);
      assert.ok(chart!.left >= value!.right, `card ${card}: the chart is beside the value`);
      assert.ok(chart!.height >= 60, `card ${card}: the chart is ${chart!.height} px high`);
      if (card === WIDE_ROW) assert.equal(table, null, "one row of the table would squeeze the chart");
      else {assert.ok(
          table!.top >= chart!.bottom && table!.left <= value!.left + 1,
          "the table is below both",
        );}
    }
    for (const card of [LARGE_SQUARE, LARGEST]) {
      const { value, chart } = await readBoxes(page, card);
      assert.ok(chart!.top >= value!.bottom, `card ${card}: the chart is below the value`);
    }
    const [below, beside] = [await readBoxes(page, NARROW_FEED), await readBoxes(page, WIDE_FEED)];
    assert.ok(below.chart!.top >= below.value!.bottom, "the chart is below the value in a narrow fill-auto");
    assert.ok(
      beside.chart!.left >= beside.value!.right && beside.chart!.height >= 160,
      "and beside it in a wide one",
    );
    assert.ok(beside.table!.top >= beside.chart!.bottom, "the table is below both");
    for (let height = 300; height <= 400; height += 20) {
      await readAtHeight(page, WIDE, height);
      const { chart, table } = await readBoxes(page, WIDE);
      assert.ok(
        table === null || table.top >= chart!.bottom,
        `at ${height} px the chart is not in the table`,
      );
    }
  });
});

Deno.test("a table drops its optional columns one by one, and numbers are apart from a text after them", async () => {
  await withViews(async (page, show) => {
    await show("traffic");
    const columnsAt = async (width: number) => {
      await page.locator(".tck-card-frame").last().evaluate(async (frame, width) => {
        frame.style.inlineSize = `${width}px`;
        for (let frames = 0; frames < 3; frames++) await new Promise((done) => requestAnimationFrame(done));
      }, width);
      return (await page.evaluate(readColumns)).at(-1)!;
    };
    const seen = new Set<string>();
    for (let width = 640; width >= 160; width -= 10) seen.add(await columnsAt(width));
    assert.deepEqual([...seen], [
      "To Leaves Boat Pier Seats",
      "To Leaves Boat Pier",
      "To Leaves Boat",
      "To Leaves",
    ]);
    assert.equal(await columnsAt(640), "To Leaves Boat Pier Seats", "they come back");
    const gap = await page.locator("article").last().evaluate(({ shadowRoot }) => {
      const [, time, boat] = shadowRoot!.querySelectorAll(".kit-table tbody > tr:first-child > *");
      const text = document.createRange();
      text.selectNodeContents(boat!);
      return text.getBoundingClientRect().left - time!.getBoundingClientRect().right;
    });
    assert.ok(gap >= 24, `${gap} px`);
  });
});

Deno.test("a value has the largest size that its letters fit in, and is a step smaller before anything is lost", async () => {
  await withViews(async (page, show) => {
    await show("traffic");
    const { size, width, room } = await readValue(page, WIDE_ROW);
    assert.equal(size, 28);
    assert.ok(width <= room && width * 36 / 28 > room, `${width} of ${room}`);
    await show("alone");
    const sizes = new Set<number>();
    for (let height = 200; height >= 90; height -= 2) {
      const { losses } = await readAtHeight(page, LARGE_SQUARE, height);
      if (losses > 0) break;
      sizes.add((await readValue(page, LARGE_SQUARE)).size);
    }
    assert.ok(sizes.has(44) && sizes.has(36), [...sizes].join());
  });
});

Deno.test("a value whose column has room is whole, also where the column beside it has none", async () => {
  await withViews(async (page, show) => {
    await show("uneven");
    const read = () =>
      page.locator("article").nth(WIDE).evaluate(({ shadowRoot }) => ({
        tight: Number(shadowRoot!.querySelector<HTMLElement>(".kit-card")!.dataset.tight ?? 0),
        hasDetail: shadowRoot!.querySelector(".kit-stat-detail")!.getClientRects().length > 0,
      }));
    let height = 352;
    while ((await read()).tight < 2 && height > 240) await readAtHeight(page, WIDE, height -= 10);
    const shown = await read();
    assert.ok(shown.tight >= 2 && shown.hasDetail, `${JSON.stringify(shown)} at ${height}`);
    assert.equal((await readValue(page, WIDE)).size, 44);
  });
});

Deno.test("rows beside a column with a chart that has too much keep their details, and are higher where they have room", async () => {
  await withViews(async (page, show) => {
    await show("ledger");
    const { tight, heights, details } = await page.locator("article").nth(WIDE).evaluate((
      { shadowRoot },
    ) => ({
      tight: shadowRoot!.querySelector<HTMLElement>(".kit-card")!.dataset.tight,
      heights: [...shadowRoot!.querySelectorAll(".kit-item")].map((row) =>
        row.getBoundingClientRect().height
      ),
      details: [...shadowRoot!.querySelectorAll(".kit-item-detail")].filter((detail) =>
        detail.getClientRects().length > 0
      ).length,
    }));
    assert.ok(tight !== undefined, "the column with the chart has too much");
    assert.equal(details, 4);
    assert.ok(Math.min(...heights) > 53, heights.join());
  });
});

Deno.test("values beside each other are a step larger where there is nothing but values", async () => {
  await withViews(async (page, show) => {
    await show("crossing");
    const sizes = await page.locator("article").nth(WIDE).evaluate(({ shadowRoot }) =>
      [...shadowRoot!.querySelectorAll(".kit-stat-value")].map((value) => getComputedStyle(value).fontSize)
    );
    assert.deepEqual(sizes, ["36px", "36px", "22px", "22px", "22px"]);
  });
});

Deno.test("a timeline beside a value in a 2x1 has times and texts only, also where what followed it is dropped", async () => {
  await withViews(async (page, show) => {
    await show("sailings");
    const shown = await page.locator("article").nth(WIDE_ROW).evaluate(({ shadowRoot }) => {
      const boxesOf = (selector: string) =>
        [...shadowRoot!.querySelectorAll(selector)].filter((part) => part.getClientRects().length > 0)
          .map((part) => part.getBoundingClientRect());
      const [value] = boxesOf(".kit-stat");
      const rows = boxesOf(".kit-event");
      return {
        rows: rows.length,
        areBeside: rows.every(({ left }) => left >= value!.right),
        ends: boxesOf(".kit-event-end").length,
        charts: boxesOf(".tck-chart").length,
        heights: rows.map(({ height }) => height),
      };
    });
    assert.equal(shown.charts + shown.ends, 0);
    assert.ok(shown.rows >= 3 && shown.areBeside, JSON.stringify(shown));
    assert.ok(shown.heights.every((height) => height <= 28), JSON.stringify(shown));
  });
});

function readBoxes(page: Page, card: number) {
  return page.locator("article").nth(card).evaluate(({ shadowRoot }) => {
    const boxOf = (selector: string) => {
      const element = shadowRoot!.querySelector(selector)!;
      if (element.getClientRects().length === 0) return null;
      const { left, right, top, bottom, height } = element.getBoundingClientRect();
      return { left, right, top, bottom, height };
    };
    return { value: boxOf(".kit-stat"), chart: boxOf(".tck-chart"), table: boxOf(".kit-table-frame") };
  });
}

function readValue(page: Page, card: number) {
  return page.locator("article").nth(card).evaluate(({ shadowRoot }) => {
    const value = shadowRoot!.querySelector(".kit-stat-value")!;
    const range = document.createRange();
    range.selectNodeContents(value);
    return {
      size: parseFloat(getComputedStyle(value).fontSize),
      width: range.getBoundingClientRect().width,
      room: value.parentElement!.clientWidth,
    };
  });
}
