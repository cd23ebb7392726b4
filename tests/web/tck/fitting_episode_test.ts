import assert from "node:assert/strict";
import { withViews } from "./fitting.ts";
import { LARGE_SQUARE, LARGEST, LONG_ROW, readBoxes, WIDE, WIDE_ROW } from "./fitting_shown.ts";

/** Cards of size `fill-auto`, 320 and 640 pixels wide. */
const [NARROW_FEED, WIDE_FEED] = [6, 8];

Deno.test("one row after values and a bar is below them, and the chart of a 4x2 beside them", async () => {
  await withViews(async (page, show) => {
    await show("episode");
    for (const card of [NARROW_FEED, WIDE_FEED, LARGEST]) {
      const { chart: [chart], bar: [bar], texts: [row] } = await readBoxes(page, card);
      assert.ok(row!.top >= bar!.bottom && bar!.top >= chart!.bottom, `card ${card}`);
      assert.ok(Math.abs(chart!.right - bar!.right) < 1, `card ${card}: all have its width`);
    }
    const { values: [values], chart: [chart], bar: [bar], texts: [row] } = await readBoxes(page, WIDE);
    assert.ok(chart!.left >= values!.right && chart!.height >= 180, "the chart is beside");
    assert.ok(row!.top >= bar!.bottom && bar!.top >= values!.bottom);
    assert.ok(Math.abs(row!.left - bar!.left) < 1, "the row has no column of its own");
  });
});

Deno.test("a value in a grid ends within its card, also where its detail is too long for it", async () => {
  await withViews(async (page, show) => {
    for (const slots of [false, true]) {
      await show("takeoff", { slots });
      const beyond = await page.evaluate(() =>
        [...document.querySelectorAll("article")].map(({ shadowRoot }) => {
          const { bottom } = shadowRoot!.querySelector(".kit-card > .kit-stack")!.getBoundingClientRect();
          const ends = [...shadowRoot!.querySelectorAll(".kit-stat, .kit-stat *")].map((part) =>
            part.getBoundingClientRect().bottom
          );
          return Math.max(...ends) - bottom;
        })
      );
      assert.ok(beyond.every((pixels) => pixels <= 1), beyond.join());
      const cells = await page.locator("article").nth(LONG_ROW).evaluate(({ shadowRoot }) =>
        [...shadowRoot!.querySelectorAll(".kit-grid > *")].filter((cell) => cell.getClientRects().length > 0)
          .length
      );
      assert.equal(cells, 3, "only details are left out");
    }
  });
});

Deno.test("the values of bars in a grid are all beside their labels, or all below", async () => {
  await withViews(async (page, show) => {
    await show("spending");
    const readPlaces = (card: number) =>
      page.locator("article").nth(card).evaluate(({ shadowRoot }) =>
        [...shadowRoot!.querySelectorAll(".kit-grid > .kit-meter > .kit-meter-head")].map(({ children }) => {
          const [label, value] = [...children].map((part) => part.getBoundingClientRect());
          return value!.top >= label!.bottom - 1 ? "below" : "beside";
        })
      );
    assert.deepEqual(await readPlaces(NARROW_FEED), ["below", "below", "below", "below"]);
    assert.deepEqual(await readPlaces(LONG_ROW), ["below", "below", "below", "below"], "in two columns");
    for (const card of [WIDE, WIDE_FEED, LARGEST]) {
      assert.deepEqual(await readPlaces(card), ["beside", "beside", "beside", "beside"], `card ${card}`);
    }
  });
});

Deno.test("a value and a bar beside it begin at one line", async () => {
  await withViews(async (page, show) => {
    await show("spending");
    for (const card of [WIDE_ROW, WIDE, WIDE_FEED]) {
      const { value: [value], bar: [bar] } = await readBoxes(page, card);
      assert.ok(bar!.left >= value!.right && Math.abs(bar!.top - value!.top) <= 1, `card ${card}`);
    }
  });
});

Deno.test("a second heading of the card's level is not shown without its rows", async () => {
  await withViews(async (page, show) => {
    await show("halls");
    const shown = await page.evaluate(() =>
      [...document.querySelectorAll("article")].map(({ shadowRoot }) =>
        ["h2", ".kit-list"].map((selector) =>
          [...shadowRoot!.querySelectorAll(`.kit-stack > ${selector}`)]
            .filter((block) => block.getClientRects().length > 0).length
        )
      )
    );
    for (const [card, [headings, lists]] of shown.entries()) {
      assert.equal(headings, lists, `card ${card}: ${headings} headings of ${lists} lists`);
    }
    assert.deepEqual([shown[LONG_ROW], shown[LARGE_SQUARE]], [[1, 1], [2, 2]]);
  });
});

Deno.test("where there is room, a heading is nearer to its first row than that is to the next", async () => {
  await withViews(async (page, show) => {
    for (const view of ["shifts", "panels"] as const) {
      await show(view);
      const distances = await page.evaluate(() =>
        [...document.querySelectorAll("article")].map(({ shadowRoot }) => {
          const middleOf = (element: Element) => {
            const { top, height } = element.getBoundingClientRect();
            return top + height / 2;
          };
          const heading = shadowRoot!.querySelector("h3")!;
          const list = heading.nextElementSibling!;
          const rows = [...list.querySelectorAll(".kit-item")].filter((row) =>
            row.getClientRects().length > 0
          );
          const isTight = heading.closest("[data-tight]") !== null;
          if (rows.length < 2 || heading.getClientRects().length === 0 || isTight) return null;
          const detail = rows[0]!.querySelector(".kit-item-detail")!.getBoundingClientRect().height;
          return {
            above: middleOf(rows[0]!) - detail / 2 - middleOf(heading),
            between: middleOf(rows[1]!) - middleOf(rows[0]!),
          };
        })
      );
      const read = distances.filter((distance) => distance !== null);
      assert.ok(read.length >= 5, view);
      for (const { above, between } of read) assert.ok(above < between, `${view}: ${above}, ${between}`);
    }
  });
});

Deno.test("a large value that is smaller for its length is not smaller than the value beside it", async () => {
  await withViews(async (page, show) => {
    await show("renewal");
    const sizes = await page.evaluate(() =>
      [...document.querySelectorAll("article")].map(({ shadowRoot }) =>
        [...shadowRoot!.querySelectorAll(".kit-stat-value")]
          .filter((value) => value.getClientRects().length > 0)
          .map((value) => parseFloat(getComputedStyle(value).fontSize))
      )
    );
    for (const [card, [large, medium]] of sizes.entries()) {
      assert.ok(medium === undefined || large! >= medium, `card ${card}: ${large}, ${medium}`);
    }
    assert.ok(sizes.filter(([large, medium]) => large === medium).length >= 2, JSON.stringify(sizes));
  });
});

Deno.test("a bar between a chart and rows is above the rows in a wide fill-auto", async () => {
  await withViews(async (page, show) => {
    await show("exercises");
    const { value: [value], chart: [chart], bar: [bar], texts: [row] } = await readBoxes(page, WIDE_FEED);
    assert.ok(chart!.left >= value!.right && bar!.top >= chart!.bottom);
    assert.ok(row!.top >= bar!.bottom && row!.left === bar!.left);
  });
});

Deno.test("a card that leaves out rows has its values on one line, two columns apart, and no row in its heading", async () => {
  await withViews(async (page, show) => {
    await show("schedule");
    const [first, second] = await page.locator("article").nth(LARGEST).evaluate(({ shadowRoot }) =>
      [...shadowRoot!.querySelectorAll(".kit-stat")].map((stat) => {
        const { left, right } = stat.getBoundingClientRect();
        return { left, right, detail: stat.querySelector(".kit-stat-detail")!.getBoundingClientRect().top };
      })
    );
    assert.equal(second!.left - first!.right, 24);
    assert.ok(Math.abs(second!.detail - first!.detail) <= 1, `${first!.detail}, ${second!.detail}`);
    const distances = await page.evaluate(() =>
      [...document.querySelectorAll("article")].flatMap(({ shadowRoot }) => {
        const [heading, row] = ["h3", "[aria-current]"].map((selector) =>
          shadowRoot!.querySelector(selector)!
        );
        if ([heading, row].some((block) => block!.getClientRects().length === 0)) return [];
        const [above, below] = [heading!.getBoundingClientRect(), row!.getBoundingClientRect()];
        // Beside other blocks the heading has a place of its own.
        return heading!.matches("[data-beside]") ? [] : [below.top - above.bottom];
      })
    );
    assert.ok(distances.length >= 4 && distances.every((pixels) => pixels >= 0), distances.join());
  });
});
