import assert from "node:assert/strict";
import { withViews } from "./fitting.ts";
import {
  LARGE_SQUARE,
  LONG_ROW,
  readAtHeight,
  readRows,
  setHeight,
  showAtHeights,
  SQUARE,
  WIDE,
  WIDE_ROW,
} from "./fitting_shown.ts";

Deno.test("a low card shows rows of a list below a value, as many as fit", async () => {
  await withViews(async (page, show) => {
    await show("agenda");
    const cards = await page.evaluate(readRows);
    for (const index of [SQUARE, WIDE_ROW, LONG_ROW]) {
      const { rows, value } = cards[index]!;
      assert.ok(rows.length > 0, `card ${index}`);
      assert.equal(rows[0]!.text, "Dhuhr", `card ${index}: the current row`);
      assert.ok(value, `card ${index}: the value`);
    }
    assert.ok(cards[WIDE_ROW]!.rows.length >= 3, "a list is beside the value in a 2x1");
  });
});

Deno.test("a low card keeps the value at its beginning, and loses its chart and what is below them first", async () => {
  await withViews(async (page, show) => {
    await show("shop");
    const cards = [SQUARE, WIDE_ROW, LONG_ROW];
    for (let height = 110; height <= 170; height += 4) {
      await setHeight(page, cards, height);
      const shown = await page.locator("article").evaluateAll((articles) =>
        articles.map(({ shadowRoot }) =>
          [...shadowRoot!.querySelectorAll(".kit-stat-value")].filter((value) => value.checkVisibility())
            .map(({ textContent }) => textContent)
        )
      );
      for (const card of cards) {
        assert.equal(shown[card]![0], "2,184", `card ${card} at ${height}: ${shown[card]}`);
      }
    }
  });
});

Deno.test("a card that is ten pixels too low loses neither a row nor a detail", async () => {
  await withViews(async (page, show) => {
    for (const view of ["agenda", "ferries"] as const) {
      await show(view);
      for (const index of [LARGE_SQUARE, WIDE]) {
        await readAtHeight(page, index, 900);
        const needed = (await page.evaluate(measureNeeded))[index]!;
        assert.equal((await readAtHeight(page, index, needed + 2)).losses, 0, `${view}, card ${index}`);
        assert.equal((await readAtHeight(page, index, needed - 10)).losses, 0, `${view}, card ${index}`);
      }
    }
  });
});

Deno.test("the details that a list loses are the last ones, and not those of the current row", async () => {
  await withViews(async (page, show) => {
    for (const view of ["agenda", "ferries"] as const) {
      await show(view);
      let partial = 0;
      for (const { height, rows } of await showAtHeights(page, LARGE_SQUARE, 200, 560)) {
        const details = rows.map(({ hasDetail }) => hasDetail);
        const from = Math.max(rows.findIndex(({ isCurrent }) => isCurrent), 0);
        const later = details.slice(from);
        assert.deepEqual(
          later,
          later.toSorted((one, other) => Number(other) - Number(one)),
          `${view} at ${height}`,
        );
        if (details.includes(true) && details.includes(false)) partial++;
      }
      assert.ok(partial > 0, `${view}: at some heights a part of the details fits`);
    }
  });
});

Deno.test("a list leaves no room in which its next row would fit", async () => {
  await withViews(async (page, show) => {
    for (const view of ["agenda", "ferries", "everything"] as const) {
      await show(view);
      const shown = await showAtHeights(page, [WIDE_ROW, LARGE_SQUARE, WIDE], 120, 480);
      for (const { card, height, hasRoom } of shown) {
        assert.equal(hasRoom, false, `${view}, card ${card} at ${height}`);
      }
    }
  });
});

Deno.test("rows that are over are dropped from the end and counted where none counts now", async () => {
  await withViews(async (page, show) => {
    await show("steps");
    for (const [index, { rows, more }] of (await page.evaluate(readRows)).entries()) {
      const names = ["Fajr", "Sunrise", "Dhuhr", "Asr", "Maghrib", "Isha"];
      assert.deepEqual(rows.map(({ text }) => text), names.slice(0, rows.length), `card ${index}`);
      assert.equal(
        more,
        rows.length === names.length ? "" : `+${names.length - rows.length}`,
        `card ${index}`,
      );
    }
  });
});

Deno.test("a line after a block that is too high is shown where there is room for it", async () => {
  await withViews(async (page, show) => {
    await show("house");
    const shown = await page.locator("article").nth(WIDE_ROW).evaluate(({ shadowRoot }) =>
      [".kit-grid", ".kit-badge"].map((selector) =>
        shadowRoot!.querySelector(selector)!.getClientRects().length > 0
      )
    );
    assert.deepEqual(shown, [false, true]);
  });
});

Deno.test("a card drops its last block rather than press a chart flat, and a remark leaves room for the value", async () => {
  await withViews(async (page, show) => {
    await show("gauge");
    const heights = (index: number) =>
      page.locator("article").nth(index).evaluate(({ shadowRoot }) =>
        [".kit-callout", ".kit-stat-value", ".tck-chart", ".kit-list"].map((selector) =>
          shadowRoot!.querySelector(selector)!.getBoundingClientRect().height
        )
      );
    const [remark, value, chart, rows] = await heights(LARGE_SQUARE);
    assert.ok(remark! > 0 && value! >= 44 && chart! >= 80, `${remark}, ${value}, ${chart}`);
    assert.equal(rows, 0);
    const [low, lowValue, lowChart] = await heights(SQUARE);
    assert.ok(low! > 0 && lowValue! > 0, `${low}, ${lowValue}`);
    assert.equal(lowChart, 0);
  });
});

Deno.test("a heading of a section is not shown without its rows, and what is left of a 4x1 is beside one another", async () => {
  await withViews(async (page, show) => {
    await show("shop");
    const read = (index: number) =>
      page.locator("article").nth(index).evaluate(({ shadowRoot }) =>
        ["h3", ".kit-list", ".kit-grid", ".kit-stat"].map((selector) => {
          const { top, bottom } = shadowRoot!.querySelector(selector)!.getBoundingClientRect();
          return { top, bottom };
        })
      );
    for (
      const [index, from, to] of [[SQUARE, 110, 170], [LONG_ROW, 110, 170], [LARGE_SQUARE, 160, 480]] as const
    ) {
      for (let height = from; height <= to; height += 10) {
        await readAtHeight(page, index, height);
        const [heading, rows] = await read(index);
        assert.ok(heading!.bottom === heading!.top || rows!.bottom > rows!.top, `card ${index} at ${height}`);
      }
    }
    await readAtHeight(page, LONG_ROW, 166);
    const [, , values, first] = await read(LONG_ROW);
    assert.ok(
      values!.top < first!.bottom && values!.bottom > values!.top,
      `${values!.top}, ${first!.bottom}`,
    );
  });
});

Deno.test("the rows of a list show all of their details or none", async () => {
  await withViews(async (page, show) => {
    await show("boats");
    const counts = new Set<boolean>();
    for (const { height, rows } of await showAtHeights(page, LARGE_SQUARE, 200, 560)) {
      const details = new Set(rows.map(({ hasDetail }) => hasDetail));
      assert.equal(details.size, 1, `at ${height}`);
      for (const hasDetail of details) counts.add(hasDetail);
    }
    assert.equal(counts.size, 2, "at some heights there is room for details, at others not");
  });
});

/** Runs in the page: the height that each card needs to show all of its content with rows and gaps as they should be. */
function measureNeeded(): number[] {
  return [...document.querySelectorAll("article")].map(({ shadowRoot }) => {
    const card = shadowRoot!.querySelector<HTMLElement>(".kit-card")!;
    const stack = card.firstElementChild!;
    card.style.removeProperty("--kit-row");
    for (const stat of stack.querySelectorAll("[data-raised]")) stat.removeAttribute("data-raised");
    const last = [...stack.children].findLast((block) => block.getClientRects().length > 0)!;
    return last.getBoundingClientRect().bottom - card.getBoundingClientRect().top +
      parseFloat(getComputedStyle(card).paddingBottom);
  });
}
