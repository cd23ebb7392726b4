import assert from "node:assert/strict";
import { BLOCK_STYLES } from "../../../web/tck/blocks/styles/mod.ts";
import { type FittingView, withViews } from "./fitting.ts";
import { showTrial, type TrialBlock } from "./layout/trial.ts";
import { LARGE_SQUARE, LARGEST, LONG_ROW, readBoxes, SQUARE, WIDE, WIDE_ROW } from "./fitting_shown.ts";

/** Cards of size `fill-auto`, 320 and 640 pixels wide. */
const [NARROW_FEED, WIDE_FEED] = [6, 8];

Deno.test("the first texts of blocks beside one another are in one line", async () => {
  await withViews(async (page, show) => {
    for (const view of ["absences", "spending", "shifts", "episode"] as const satisfies FittingView[]) {
      await show(view);
      for (const card of [WIDE_ROW, LONG_ROW, WIDE, WIDE_FEED]) {
        const tops = await page.locator("article").nth(card).evaluate(({ shadowRoot }) => {
          const stack = shadowRoot!.querySelector(".kit-card > .kit-stack")!;
          const columns = new Map<number, number>();
          const texts = "h3, .kit-stat-label, .kit-meter-label, .kit-item-main, .tck-chart";
          for (const text of stack.matches("[data-arranged]") ? stack.querySelectorAll(texts) : []) {
            const { left, top } = text.getBoundingClientRect();
            const column = [...stack.children].find((block) => block.contains(text))!.getBoundingClientRect();
            if (text.getClientRects().length === 0 || left - column.left > 60) continue;
            const at = Math.round(column.left);
            columns.set(at, Math.min(columns.get(at) ?? Infinity, top));
          }
          return [...columns.values()];
        });
        assert.ok(
          tops.length === 0 || Math.max(...tops) - Math.min(...tops) <= 4,
          `${view}, card ${card}: ${tops}`,
        );
      }
    }
  });
});

Deno.test("the details of values beside each other begin at one height, whatever their sizes", async () => {
  await withViews(async (page, show) => {
    await show("duo");
    for (const card of [LARGE_SQUARE, WIDE, 7]) {
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

Deno.test("a value takes no part of its first letter away, and begins where its label does", async () => {
  await withViews(async (page, show) => {
    await show("alone");
    const [label, text, box] = await page.locator("article").nth(LARGE_SQUARE).evaluate(({ shadowRoot }) => {
      const value = shadowRoot!.querySelector(".kit-stat-value")!;
      const text = document.createRange();
      text.selectNodeContents(value);
      return [shadowRoot!.querySelector(".kit-stat-label")!, text, value].map((part) =>
        part.getBoundingClientRect().left
      );
    });
    assert.ok(Math.abs(label! - text!) < 0.1, `${label} and ${text}`);
    assert.ok(text! - box! >= 2, `${text! - box!} px for a letter outside its box`);
  });
});

Deno.test("the unit of a value takes no height of its own", async () => {
  await withViews(async (page, show) => {
    await show("gauge");
    const [value, line] = await page.locator("article").nth(LARGEST).locator(".kit-stat-value").evaluate(
      (value) => [value.getBoundingClientRect().height, parseFloat(getComputedStyle(value).lineHeight)],
    );
    assert.equal(value, line);
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

Deno.test("what is before the title of a header goes where the title is whole without it, also above its end", async () => {
  await withViews(async (page, show) => {
    await show("trial");
    const headerOf = async (title: string) => {
      await showTrial(page, {
        title,
        end: "Semi-final",
        hasIcon: true,
        blocks: [{ kind: "list", count: 1 }],
      });
      return await page.locator("article").nth(SQUARE).evaluate(({ shadowRoot }) => {
        const [start, title] = [".kit-header-start", ".kit-header-title"].map((part) =>
          shadowRoot!.querySelector(part)!
        );
        return {
          isWhole: title!.scrollWidth <= title!.clientWidth,
          hasStart: start!.getClientRects().length > 0,
        };
      });
    };
    assert.deepEqual(await headerOf("Hamburg Open"), { isWhole: true, hasStart: true });
    assert.deepEqual(await headerOf("Rothenbaum Open"), { isWhole: true, hasStart: false });
  });
});

Deno.test("a list in a 4x1 has rows of the usual size in a place that is wider than 300 pixels", async () => {
  await withViews(async (page, show) => {
    await show("trial");
    await showTrial(page, { blocks: [{ kind: "stat", count: 3 }, { kind: "list", count: 3 }] });
    const [width, size] = await page.locator("article").nth(LONG_ROW).evaluate(({ shadowRoot }) => {
      const list = shadowRoot!.querySelector(".kit-list")!;
      return [list.clientWidth, getComputedStyle(list.querySelector(".kit-item")!).fontSize];
    });
    assert.ok(width! as number > 300);
    assert.equal(size, "15px");
  });
});

Deno.test("a bar without room for the names of its parts has one colour", async () => {
  await withViews(async (page, show) => {
    await show("trial");
    await showTrial(page, { blocks: [{ kind: "stat", count: 3 }, { kind: "parts", count: 6 }] });
    const barOf = (card: number) =>
      page.locator("article").nth(card).evaluate(({ shadowRoot }) => ({
        hasNames: shadowRoot!.querySelector(".kit-legend")!.getClientRects().length > 0,
        colors: new Set(
          [...shadowRoot!.querySelectorAll(".kit-fill")].filter((part) => part.getClientRects().length > 0)
            .map((part) => getComputedStyle(part).backgroundColor),
        ).size,
      }));
    assert.deepEqual(await barOf(SQUARE), { hasNames: false, colors: 1 });
    assert.deepEqual(await barOf(LARGE_SQUARE), { hasNames: true, colors: 6 });
  });
});

Deno.test("a badge is as wide as its words, a picture as high as a plot, and larger values do not touch", async () => {
  await withViews(async (page, show) => {
    await show("trial");
    const readBoxes = async (card: number, blocks: readonly TrialBlock[], selector: string) => {
      await showTrial(page, { blocks });
      return await page.locator("article").nth(card).evaluate(
        ({ shadowRoot }, selector) =>
          [...shadowRoot!.querySelectorAll(selector)].map((part) => {
            const { left, right, width, height } = part.getBoundingClientRect();
            return { left, right, width, height, size: parseFloat(getComputedStyle(part).fontSize) };
          }),
        selector,
      );
    };
    const list: TrialBlock = { kind: "list", count: 20 };
    const [badge] = await readBoxes(LARGE_SQUARE, [list, { kind: "badge" }], ".kit-badge");
    assert.ok(badge!.width < 100, `${badge!.width} px`);
    const [picture] = await readBoxes(LARGEST, [{ kind: "image" }, list], ".kit-image");
    assert.ok(picture!.height >= 112, `${picture!.height} px`);
    const depths = await readBoxes(
      LARGEST,
      [{ kind: "depths", count: 4 }, { kind: "chart" }],
      ".kit-stat-unit",
    );
    const labels = await readBoxes(
      LARGEST,
      [{ kind: "depths", count: 4 }, { kind: "chart" }],
      ".kit-stat-label",
    );
    for (const [index, { left }] of labels.slice(1).entries()) {
      const space = left - depths[index]!.right;
      assert.ok(space >= 20, `${space} px`);
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

Deno.test("a chart in a grid is beside its neighbour in a low or wide card, and below it in a narrow one", async () => {
  await withViews(async (page, show) => {
    for (const slots of [false, true]) {
      await show("panes", { slots });
      for (const card of [WIDE_ROW, LONG_ROW, WIDE, WIDE_FEED]) {
        const { value: [value], chart: [chart] } = await readBoxes(page, card);
        assert.ok(chart && chart.left >= value!.right && chart.height >= 40, `card ${card}`);
      }
      for (const card of [LARGE_SQUARE, NARROW_FEED]) {
        const { value: [value], chart: [chart] } = await readBoxes(page, card);
        assert.ok(chart && chart.top >= value!.bottom && chart.height >= 80, `card ${card}`);
      }
    }
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
