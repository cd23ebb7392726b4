import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { withViews } from "./fitting.ts";
import { LARGE_SQUARE, LONG_ROW, readBoxes, readRows, SQUARE, WIDE, WIDE_ROW } from "./fitting_shown.ts";

/** A card of size `fill-auto`, 480 pixels wide. */
const FEED = 7;

Deno.test("the number of items that are left out is in the line of their heading, and takes no row", async () => {
  await withViews(async (page, show) => {
    await show("luggage");
    const { rows, heading: [heading] } = await readBoxes(page, LARGE_SQUARE);
    assert.ok(rows.length >= 3 && rows.length < 7, `${rows.length} rows`);
    const count = `+${7 - rows.length}`;
    const shown = await readCount(page, LARGE_SQUARE);
    assert.deepEqual(shown, { text: count, isShown: false, inHeading: `"${count}"` });
    assert.ok(heading!.bottom <= rows[0]!.top + 1);
    // All fit.
    assert.deepEqual(await readCount(page, FEED), { text: "", isShown: false, inHeading: "none" });
  });
});

Deno.test("a low card shows rows instead of their number, which is read to those who cannot see it", async () => {
  await withViews(async (page, show) => {
    await show("rota");
    const { rows, more } = (await page.evaluate(readRows))[WIDE_ROW]!;
    assert.equal(rows[0]!.isCurrent, true);
    assert.ok(rows.length < 4 && more === `+${4 - rows.length}`, `${rows.length} rows and ${more}`);
    const count = page.locator("article").nth(WIDE_ROW).locator(".kit-more");
    const box = (await count.boundingBox())!;
    assert.ok(box.width <= 1 && box.height <= 1, "it has no place");
    assert.notEqual(await count.evaluate((element) => getComputedStyle(element).display), "none");
  });
});

Deno.test("rows are lower where the last one then has the place of the number", async () => {
  await withViews(async (page, show) => {
    await show("rota");
    const { rows, more } = (await page.evaluate(readRows))[LARGE_SQUARE]!;
    assert.deepEqual([rows.length, rows[0]!.isCurrent, more], [4, true, ""]);
    const boxes = (await readBoxes(page, LARGE_SQUARE)).rows;
    for (const { height } of boxes) assert.ok(height >= 28 && height < 36, `${height} px`);
  });
});

Deno.test("one current item alone is inside the margins, and the first one of several begins at the height of its neighbour", async () => {
  await withViews(async (page, show) => {
    await show("derby");
    for (const card of [LARGE_SQUARE, FEED]) {
      const { rows: [row], chart: [chart] } = await readBoxes(page, card);
      assert.deepEqual([row!.left, row!.right], [chart!.left, chart!.right], `card ${card}`);
    }
    await show("lots");
    const { rows: [current, next], values: [grid] } = await readBoxes(page, LONG_ROW);
    assert.equal(current!.top, grid!.top);
    assert.ok(current!.left < next!.left && current!.right > next!.right, "it extends to both sides");
  });
});

Deno.test("the names of a list begin at one place, and keep their words beside what is after them", async () => {
  await withViews(async (page, show) => {
    await show("board");
    for (const card of [WIDE_ROW, LARGE_SQUARE, LONG_ROW, WIDE, FEED]) {
      const { texts } = await readBoxes(page, card);
      assert.ok(texts.length >= 2, `card ${card}`);
      assert.equal(new Set(texts.map(({ left }) => Math.round(left))).size, 1, `card ${card}`);
    }
    const items = await page.locator("article").nth(WIDE_ROW).evaluate(({ shadowRoot }) =>
      [...shadowRoot!.querySelectorAll(".kit-item")].filter((item) => item.getClientRects().length > 0).map(
        (item) => {
          const [name, end] = [".kit-item-main", ".kit-item-end"].map((part) =>
            item.querySelector(part)!.getBoundingClientRect()
          );
          const { right } = item.getBoundingClientRect();
          return {
            lines: Math.round(name!.height / 20),
            isBelow: end!.top >= name!.bottom - 1,
            gap: right - end!.right,
          };
        },
      )
    );
    for (const { lines, isBelow, gap } of items) {
      assert.deepEqual({ lines, isBelow }, { lines: 1, isBelow: true });
      assert.ok(Math.abs(gap) <= 4, "the end of the item");
    }
  });
});

Deno.test("in a 4x1 the column of a value is narrower than the others, and no column is empty", async () => {
  await withViews(async (page, show) => {
    await show("lots");
    const columns = async (card: number) =>
      await page.locator("article").nth(card).evaluate(({ shadowRoot }) =>
        getComputedStyle(shadowRoot!.querySelector(".kit-grid")!).gridTemplateColumns.split(" ").map(
          parseFloat,
        )
      );
    const [value, list, chart] = await columns(LONG_ROW);
    assert.ok(
      Math.abs(value! / list! - 2 / 3) < 0.01 && Math.abs(list! - chart!) < 1,
      `${value} ${list} ${chart}`,
    );
    const rowText = async (card: number) =>
      await page.locator("article").nth(card).locator(".kit-list").evaluate((list) =>
        getComputedStyle(list).fontSize
      );
    assert.deepEqual([await rowText(LONG_ROW), await rowText(WIDE)], ["13px", "15px"]);
    const equal = await columns(WIDE);
    assert.ok(Math.max(...equal) - Math.min(...equal) < 1, equal.join());
    await show("pair");
    assert.equal((await columns(LONG_ROW)).length, 2);
    assert.equal((await columns(WIDE)).length, 3);
  });
});

Deno.test("a value takes some of a high chart's room, unless it is large", async () => {
  await withViews(async (page, show) => {
    await show("derby");
    assert.equal(await sizeOfValue(page, LARGE_SQUARE), 36);
    assert.ok((await readBoxes(page, LARGE_SQUARE)).chart[0]!.height >= 86);
    await show("status");
    assert.equal(await sizeOfValue(page, LARGE_SQUARE), 44);
    assert.ok((await readBoxes(page, LARGE_SQUARE)).chart[0]!.height >= 96);
  });
});

Deno.test("the details of values beside each other begin at one height, whatever their sizes", async () => {
  await withViews(async (page, show) => {
    await show("duo");
    for (const card of [LARGE_SQUARE, WIDE, FEED]) {
      const tops = await page.locator("article").nth(card).evaluate(({ shadowRoot }) =>
        [...shadowRoot!.querySelectorAll(".kit-stat-detail")].map((detail) =>
          detail.getBoundingClientRect().top
        )
      );
      assert.equal(tops.length, 2);
      assert.ok(Math.abs(tops[0]! - tops[1]!) < 0.6, `card ${card}: ${tops.join()}`);
    }
  });
});

Deno.test("a list has lines between its items in a feed of 480 px, and none in one of 320", async () => {
  await withViews(async (page, show) => {
    await show("board");
    const lines = (card: number) =>
      page.locator("article").nth(card).evaluate(({ shadowRoot }) =>
        [...shadowRoot!.querySelectorAll(".kit-item")].filter((item) =>
          getComputedStyle(item).borderBlockStartWidth === "1px"
        ).length
      );
    assert.deepEqual([await lines(FEED - 1), await lines(FEED)], [0, 4]);
  });
});

Deno.test("a card without a header keeps the heading that is its title, and drops the text below it", async () => {
  await withViews(async (page, show) => {
    await show("errands");
    const { heading, rows } = await readBoxes(page, SQUARE);
    assert.deepEqual([heading.length, rows.length >= 3], [1, true]);
    assert.equal(await page.locator("article").nth(SQUARE).locator(".kit-text").isVisible(), false);
  });
});

Deno.test("long times, ends and names leave every word whole", async () => {
  await withViews(async (page, show) => {
    await show("crowded");
    for (const card of [FEED - 1, FEED]) {
      const rows = await page.locator("article").nth(card).evaluate(({ shadowRoot }) => {
        const box = (selector: string) => shadowRoot!.querySelector(selector)!.getBoundingClientRect();
        const { width: narrowest } = box(".kit-event-text");
        const [item, start] = [box(".kit-item:not(.kit-match)"), box(".kit-item-start")];
        return {
          narrowest,
          start: start.left - item.left,
          status: box(".kit-match-status").width,
          isWithin: box(".kit-item-end").right <= item.right + 4,
        };
      });
      assert.ok(rows.narrowest >= 48 && rows.status >= 72, `${rows.narrowest} and ${rows.status} px`);
      assert.deepEqual([rows.start, rows.isWithin], [0, true]);
    }
  });
});

async function sizeOfValue(page: Page, card: number): Promise<number> {
  return await page.locator("article").nth(card).locator(".kit-stat-value").evaluate((value) =>
    parseFloat(getComputedStyle(value).fontSize)
  );
}

/** The number of items that a card leaves out, and where it is. */
async function readCount(page: Page, card: number): Promise<object> {
  return await page.locator("article").nth(card).evaluate(({ shadowRoot }) => {
    const more = shadowRoot!.querySelector(".kit-more")!;
    const heading = shadowRoot!.querySelector(".kit-heading")!;
    return {
      text: more.textContent,
      isShown: more.getClientRects().length > 0,
      inHeading: getComputedStyle(heading, "::after").content,
    };
  });
}
