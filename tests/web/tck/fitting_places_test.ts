import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { withViews } from "./fitting.ts";
import { LARGE_SQUARE, LARGEST, readAtHeight, WIDE, WIDE_ROW } from "./fitting_shown.ts";

Deno.test("the heading of a section is nearer to its rows than to what is above it", async () => {
  await withViews(async (page, show) => {
    await show("shop");
    const gaps = await page.locator("article").last().evaluate(({ shadowRoot }) => {
      const heading = shadowRoot!.querySelector("h3")!;
      const { top, bottom } = heading.getBoundingClientRect();
      return [
        top - heading.previousElementSibling!.getBoundingClientRect().bottom,
        shadowRoot!.querySelector("h3 + .kit-list .kit-item-main")!.getBoundingClientRect().top - bottom,
      ] as const;
    });
    assert.ok(gaps[1] > 0 && gaps[1] <= 0.75 * gaps[0], gaps.join());
  });
});

Deno.test("a row of a timeline has the room of the ends that others have, and a long end leaves room for its text", async () => {
  await withViews(async (page, show) => {
    await show("lessons");
    const [line, without, beside, besideLong] = await page.locator("article").nth(LARGE_SQUARE).evaluate(
      ({ shadowRoot }) => {
        const widths = () =>
          [...shadowRoot!.querySelectorAll(".kit-event-main")].map(({ clientWidth }) => clientWidth);
        const [without, beside] = widths();
        shadowRoot!.querySelector(".kit-event-end")!.textContent =
          "Wilhelm von Humboldt building, room 2.117";
        return [
          shadowRoot!.querySelector(".kit-timeline")!.clientWidth,
          without!,
          beside!,
          widths()[1]!,
        ] as const;
      },
    );
    assert.ok(without > beside + 50, `${without} and ${beside}`);
    assert.ok(besideLong > 0.3 * line, `${besideLong} of ${line}`);
  });
});

Deno.test("in a 4x2 a value is beside its rows, details are beside theirs, and the detail of a single value is at the end", async () => {
  await withViews(async (page, show) => {
    const boxes = async (view: "agenda" | "steps" | "alone", ...selectors: string[]) => {
      await show(view);
      return await page.locator("article").nth(WIDE).evaluate(
        ({ shadowRoot }, selectors) =>
          selectors.map((selector) => {
            const { left, right, top, bottom } = shadowRoot!.querySelector(selector)!.getBoundingClientRect();
            return { left, right, top, bottom };
          }),
        selectors,
      );
    };
    const [value, rows] = await boxes("agenda", ".kit-stat", ".kit-timeline");
    assert.ok(rows!.left > value!.right && rows!.top < value!.bottom, "the rows are beside the value");
    const [text, detail] = await boxes("steps", ".kit-event-text", ".kit-item-detail");
    assert.ok(detail!.left >= text!.right && detail!.top < text!.bottom, "the detail is beside its row");
    const [alone, foot, stack] = await boxes(
      "alone",
      ".kit-stat-value",
      ".kit-stat-foot",
      ".kit-card > .kit-stack",
    );
    assert.ok(
      foot!.left > alone!.right - 1 && Math.abs(foot!.right - stack!.right) < 1,
      "the detail is at the end",
    );
    assert.ok(Math.abs(foot!.bottom - stack!.bottom) < 1, "and at the bottom");
  });
});

Deno.test("two current rows that follow each other have a space between them", async () => {
  await withViews(async (page, show) => {
    await show("agenda");
    for (const [index, gaps] of (await page.evaluate(readGapsOfMarks)).entries()) {
      for (const gap of gaps) assert.ok(gap >= 2, `card ${index}: ${gap} px between two marks`);
    }
    for (let height = 120; height <= 180; height += 10) {
      await readAtHeight(page, WIDE_ROW, height);
      const gaps = (await page.evaluate(readGapsOfMarks))[WIDE_ROW]!;
      for (const gap of gaps) assert.ok(gap >= 2, `${gap} px between two marks in a card of ${height}`);
    }
    await show("ferries");
    for (const [index, gaps] of (await page.evaluate(readGapsOfGrounds)).entries()) {
      for (const gap of gaps) assert.ok(gap >= 2, `card ${index}: ${gap} px between two rows`);
    }
  });
});

Deno.test("values of two sizes beside each other stand on one line, and bars are below their labels", async () => {
  await withViews(async (page, show) => {
    await show("house");
    const cards = await page.evaluate(() =>
      [...document.querySelectorAll("article")].map(({ shadowRoot }) => ({
        labels: [...shadowRoot!.querySelectorAll(".kit-row .kit-stat-label")].map((label) =>
          label.getBoundingClientRect().top
        ),
        gaps: [...shadowRoot!.querySelectorAll(".kit-meter")].filter((meter) =>
          meter.getClientRects().length > 0
        )
          .map((meter) =>
            meter.querySelector(".kit-track")!.getBoundingClientRect().top -
            meter.querySelector(".kit-meter-head")!.getBoundingClientRect().bottom
          ),
      }))
    );
    for (const [index, { labels: [first, second], gaps }] of cards.entries()) {
      const [one, other] = await readBaselines(
        page.locator("article").nth(index).locator(".kit-row .kit-stat-value"),
      );
      assert.ok(Math.abs(one! - other!) < 0.1, `card ${index}: ${one} and ${other}`);
      assert.ok(Math.abs(first! - second!) < 0.1, `card ${index}: labels at ${first} and ${second}`);
      for (const gap of gaps) assert.ok(gap <= 4.1, `card ${index}: a bar ${gap} px below its label`);
    }
    assert.ok(cards.some(({ gaps }) => gaps.length === 2));
  });
});

Deno.test("values of a Grid stand on one line, also where an author gives them two sizes", async () => {
  await withViews(async (page, show) => {
    await show("stats");
    const card = page.locator("article").nth(LARGE_SQUARE);
    await card.evaluate(({ shadowRoot }) => {
      shadowRoot!.querySelector<HTMLElement>(".kit-grid > .kit-stat")!.dataset.size = "large";
    });
    await readAtHeight(page, LARGE_SQUARE, 340);
    const [one, other] = await readBaselines(card.locator(".kit-grid > .kit-stat .kit-stat-value"));
    assert.ok(Math.abs(one! - other!) < 0.1, `${one} and ${other}`);
  });
});

Deno.test("a value and rows below a remark are beside each other in a 2x1 and a 4x2", async () => {
  await withViews(async (page, show) => {
    await show("delay");
    for (const index of [WIDE_ROW, WIDE]) {
      const [remark, value, rows] = await page.locator("article").nth(index).evaluate(({ shadowRoot }) =>
        [".kit-callout", ".kit-stat", ".kit-timeline"].map((selector) => {
          const { left, right, top, bottom } = shadowRoot!.querySelector(selector)!.getBoundingClientRect();
          return { left, right, top, bottom };
        })
      );
      assert.ok(
        rows!.left >= value!.right && rows!.top < value!.bottom,
        `card ${index}: the rows are beside the value`,
      );
      assert.ok(
        remark!.bottom <= value!.top && remark!.right >= rows!.right - 1,
        `card ${index}: below the remark`,
      );
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

Deno.test("a long list in half of a card has one column, which begins beside the text of its neighbour", async () => {
  await withViews(async (page, show) => {
    await show("halves");
    for (const index of [WIDE, LARGEST]) {
      const { lefts, top, label } = await page.locator("article").nth(index).evaluate(({ shadowRoot }) => {
        const texts = [...shadowRoot!.querySelectorAll(".kit-item-main")].filter((text) =>
          text.getClientRects().length > 0
        ).map((text) => text.getBoundingClientRect());
        return {
          lefts: texts.map(({ left }) => left),
          top: texts[0]!.top,
          label: shadowRoot!.querySelector(".kit-stat-label")!.getBoundingClientRect().top,
        };
      });
      assert.ok(lefts.length > 3 && new Set(lefts).size === 1, `card ${index}: ${lefts}`);
      assert.ok(Math.abs(top - label) <= 2, `card ${index}: ${top} and ${label}`);
    }
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

/** Where the letters of texts in one line stand. */
async function readBaselines(texts: Locator): Promise<number[]> {
  return await texts.evaluateAll((elements) =>
    elements.map((element) => {
      const mark = document.createElement("span");
      mark.style.display = "inline-block";
      element.append(mark);
      const { bottom } = mark.getBoundingClientRect();
      mark.remove();
      return bottom;
    })
  );
}

/** Runs in the page: the space between the marks of current rows that follow each other in a timeline. */
function readGapsOfMarks(): number[][] {
  return [...document.querySelectorAll("article")].map(({ shadowRoot }) => {
    const marks = [...shadowRoot!.querySelectorAll(".kit-event[aria-current] > .kit-event-main")]
      .filter((main) =>
        main.getClientRects().length > 0 && getComputedStyle(main, "::after").display !== "none"
      )
      .map((main) => {
        const { width, borderTopWidth, boxShadow } = getComputedStyle(main, "::after");
        const [, halo = "0"] = /0px 0px 0px ([\d.]+)px/.exec(boxShadow) ?? [];
        const radius = parseFloat(width) / 2 + parseFloat(borderTopWidth) + parseFloat(halo);
        const { left, top } = main.getBoundingClientRect();
        return { left, top, radius };
      });
    return marks.slice(1).map((mark, index) =>
      Math.hypot(mark.left - marks[index]!.left, mark.top - marks[index]!.top) - mark.radius -
      marks[index]!.radius
    );
  });
}

/** Runs in the page: the space between the grounds of current rows that follow each other in a list. */
function readGapsOfGrounds(): number[][] {
  return [...document.querySelectorAll("article")].map(({ shadowRoot }) => {
    const rows = [...shadowRoot!.querySelectorAll<HTMLElement>(".kit-item[aria-current]")]
      .filter((row) => row.getClientRects().length > 0);
    return rows.slice(1).flatMap((row, index) => {
      const [before, after] = [rows[index]!, row].map((element) => element.getBoundingClientRect());
      if (before!.left !== after!.left) return []; // In another column.
      const { borderTopWidth, backgroundClip } = getComputedStyle(row);
      return [
        after!.top - before!.bottom + (backgroundClip === "padding-box" ? parseFloat(borderTopWidth) : 0),
      ];
    });
  });
}
