// runs first
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { withPage } from "../widget_site.ts";
import { showFitting } from "./fitting.ts";

/** The indices of cards, in the order in which they are shown. */
const [SQUARE, WIDE_ROW, LARGE_SQUARE, LONG_ROW, WIDE, LARGEST] = [0, 1, 2, 3, 4, 5];

Deno.test("a low card shows rows of a list below a value, as many as fit", async () => {
  await withPage(async (page, site) => {
    await page.setViewportSize({ width: 1000, height: 900 });
    await showFitting(page, site, "agenda");
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
  await withPage(async (page, site) => {
    await page.setViewportSize({ width: 1000, height: 900 });
    await showFitting(page, site, "shop");
    for (const index of [SQUARE, WIDE_ROW, LONG_ROW]) {
      for (let height = 110; height <= 170; height += 4) {
        await readAtHeight(page, index, height);
        const shown = await page.locator("article").nth(index).evaluate(({ shadowRoot }) =>
          [...shadowRoot!.querySelectorAll(".kit-stat-value")].filter((value) => value.checkVisibility())
            .map(({ textContent }) => textContent)
        );
        assert.equal(shown[0], "2,184", `card ${index} at ${height}: ${shown}`);
      }
    }
  });
});

Deno.test("the heading of a section is nearer to its rows than to what is above it", async () => {
  await withPage(async (page, site) => {
    await page.setViewportSize({ width: 1000, height: 900 });
    await showFitting(page, site, "shop");
    const gaps = await page.locator("article").last().evaluate(({ shadowRoot }) => {
      const heading = shadowRoot!.querySelector("h3")!;
      const { top, bottom } = heading.getBoundingClientRect();
      return [
        top - heading.previousElementSibling!.getBoundingClientRect().bottom,
        heading.nextElementSibling!.getBoundingClientRect().top - bottom,
      ] as const;
    });
    assert.equal(gaps[1], gaps[0] / 2, gaps.join());
  });
});

Deno.test("a row of a timeline has the room of the ends that others have, and a long end leaves room for its text", async () => {
  await withPage(async (page, site) => {
    await page.setViewportSize({ width: 1000, height: 900 });
    await showFitting(page, site, "lessons");
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

Deno.test("a card that is ten pixels too low loses neither a row nor a detail", async () => {
  await withPage(async (page, site) => {
    await page.setViewportSize({ width: 1000, height: 900 });
    for (const view of ["agenda", "ferries"] as const) {
      await showFitting(page, site, view);
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
  await withPage(async (page, site) => {
    await page.setViewportSize({ width: 1000, height: 900 });
    for (const view of ["agenda", "ferries"] as const) {
      await showFitting(page, site, view);
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
  await withPage(async (page, site) => {
    await page.setViewportSize({ width: 1000, height: 900 });
    for (const view of ["agenda", "ferries", "everything"] as const) {
      await showFitting(page, site, view);
      for (const index of [WIDE_ROW, LARGE_SQUARE, WIDE]) {
        for (const { height, hasRoom } of await showAtHeights(page, index, 120, 480)) {
          assert.equal(hasRoom, false, `${view}, card ${index} at ${height}`);
        }
      }
    }
  });
});

Deno.test("rows that are over are dropped from the end and counted where none counts now", async () => {
  await withPage(async (page, site) => {
    await page.setViewportSize({ width: 1000, height: 900 });
    await showFitting(page, site, "steps");
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

Deno.test("in a 4x2 a value is beside its rows, details are beside theirs, and the detail of a single value is at the end", async () => {
  await withPage(async (page, site) => {
    await page.setViewportSize({ width: 1000, height: 900 });
    const boxes = async (view: "agenda" | "steps" | "alone", ...selectors: string[]) => {
      await showFitting(page, site, view);
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
  await withPage(async (page, site) => {
    await page.setViewportSize({ width: 1000, height: 900 });
    await showFitting(page, site, "agenda");
    for (const [index, gaps] of (await page.evaluate(readGapsOfMarks)).entries()) {
      for (const gap of gaps) assert.ok(gap >= 2, `card ${index}: ${gap} px between two marks`);
    }
    for (let height = 120; height <= 180; height += 10) {
      await readAtHeight(page, WIDE_ROW, height);
      const gaps = (await page.evaluate(readGapsOfMarks))[WIDE_ROW]!;
      for (const gap of gaps) assert.ok(gap >= 2, `${gap} px between two marks in a card of ${height}`);
    }
    await showFitting(page, site, "ferries");
    for (const [index, gaps] of (await page.evaluate(readGapsOfGrounds)).entries()) {
      for (const gap of gaps) assert.ok(gap >= 2, `card ${index}: ${gap} px between two rows`);
    }
  });
});

Deno.test("values of two sizes beside each other stand on one line, and bars are below their labels", async () => {
  await withPage(async (page, site) => {
    await page.setViewportSize({ width: 1000, height: 900 });
    await showFitting(page, site, "house");
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
  await withPage(async (page, site) => {
    await page.setViewportSize({ width: 1000, height: 900 });
    await showFitting(page, site, "stats");
    const card = page.locator("article").nth(LARGE_SQUARE);
    await card.evaluate(({ shadowRoot }) => {
      shadowRoot!.querySelector<HTMLElement>(".kit-grid > .kit-stat")!.dataset.size = "large";
    });
    await readAtHeight(page, LARGE_SQUARE, 340);
    const [one, other] = await readBaselines(card.locator(".kit-grid > .kit-stat .kit-stat-value"));
    assert.ok(Math.abs(one! - other!) < 0.1, `${one} and ${other}`);
  });
});

Deno.test("a line after a block that is too high is shown where there is room for it", async () => {
  await withPage(async (page, site) => {
    await page.setViewportSize({ width: 1000, height: 900 });
    await showFitting(page, site, "house");
    const shown = await page.locator("article").nth(WIDE_ROW).evaluate(({ shadowRoot }) =>
      [".kit-grid", ".kit-badge"].map((selector) =>
        shadowRoot!.querySelector(selector)!.getClientRects().length > 0
      )
    );
    assert.deepEqual(shown, [false, true]);
  });
});

Deno.test("a value and rows below a remark are beside each other in a 2x1 and a 4x2", async () => {
  await withPage(async (page, site) => {
    await page.setViewportSize({ width: 1000, height: 900 });
    await showFitting(page, site, "delay");
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

Deno.test("a card drops its last block rather than press a chart flat, and a remark leaves room for the value", async () => {
  await withPage(async (page, site) => {
    await page.setViewportSize({ width: 1000, height: 900 });
    await showFitting(page, site, "gauge");
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
  await withPage(async (page, site) => {
    await page.setViewportSize({ width: 1000, height: 900 });
    await showFitting(page, site, "shop");
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

Deno.test("a value takes no part of its first letter away, and begins where its label does", async () => {
  await withPage(async (page, site) => {
    await page.setViewportSize({ width: 1000, height: 900 });
    await showFitting(page, site, "alone");
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

Deno.test("the rows of a list show all of their details or none", async () => {
  await withPage(async (page, site) => {
    await page.setViewportSize({ width: 1000, height: 900 });
    await showFitting(page, site, "boats");
    const counts = new Set<boolean>();
    for (const { height, rows } of await showAtHeights(page, LARGE_SQUARE, 200, 560)) {
      const details = new Set(rows.map(({ hasDetail }) => hasDetail));
      assert.equal(details.size, 1, `at ${height}`);
      for (const hasDetail of details) counts.add(hasDetail);
    }
    assert.equal(counts.size, 2, "at some heights there is room for details, at others not");
  });
});

Deno.test("a long list in half of a card has one column, which begins beside the text of its neighbour", async () => {
  await withPage(async (page, site) => {
    await page.setViewportSize({ width: 1000, height: 900 });
    await showFitting(page, site, "halves");
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
  await withPage(async (page, site) => {
    await page.setViewportSize({ width: 1000, height: 900 });
    await showFitting(page, site, "gauge");
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

/** What a card shows. */
interface Shown {
  readonly rows: { text: string; hasDetail: boolean; isCurrent: boolean }[];
  /** The count of the rows that are left out. */
  readonly more: string;
  readonly value: boolean;
  /** How many rows, details and blocks are left out. */
  readonly losses: number;
  /** Whether a row that is left out would fit. */
  readonly hasRoom: boolean;
}

/** What a card shows at each height of a range, by steps of ten pixels. */
async function showAtHeights(
  page: Page,
  index: number,
  from: number,
  to: number,
): Promise<(Shown & { height: number })[]> {
  const shown: (Shown & { height: number })[] = [];
  for (let height = from; height <= to; height += 10) {
    shown.push({ ...await readAtHeight(page, index, height), height });
  }
  return shown;
}

async function readAtHeight(page: Page, index: number, height: number): Promise<Shown> {
  await page.locator(".tck-card-frame").nth(index).evaluate(async (frame, height) => {
    frame.style.blockSize = `${height}px`;
    for (let frames = 0; frames < 3; frames++) await new Promise((done) => requestAnimationFrame(done));
  }, height);
  return (await page.evaluate(readRows))[index]!;
}

/** Runs in the page. */
function readRows(): Shown[] {
  const isShown = (element: Element | null) => element !== null && element.getClientRects().length > 0;
  const hasRoomForRow = (stack: Element, [next, ...others]: Element[]) => {
    if (next?.getAttribute("data-dropped") == null || !isShown(next.parentElement)) return false;
    const more = next.parentElement!.querySelector(".kit-more")!;
    const count = more.textContent;
    next.removeAttribute("data-dropped");
    if (others.length === 0) more.textContent = "";
    const ends = [...stack.querySelectorAll("*")].filter(isShown).map((part) =>
      part.getBoundingClientRect().bottom
    );
    next.setAttribute("data-dropped", "");
    more.textContent = count;
    return Math.max(...ends) <= stack.getBoundingClientRect().bottom + 1;
  };
  return [...document.querySelectorAll("article")].map(({ shadowRoot }) => {
    const stack = shadowRoot!.querySelector(".kit-card > .kit-stack")!;
    const all = [...stack.querySelectorAll(".kit-item, .kit-event")];
    const shown = all.filter(isShown);
    const hidden = [
      ...all,
      ...stack.querySelectorAll(
        ".kit-item-detail, .kit-stat, .kit-stat-detail, .kit-callout-text, .kit-text",
      ),
    ]
      .filter((element) => !isShown(element) || element.matches("[data-clamped]"));
    return {
      rows: shown.map((row) => ({
        text: row.querySelector(".kit-item-main, .kit-event-main")!.firstChild!.textContent!,
        hasDetail: isShown(row.querySelector(".kit-item-detail")),
        isCurrent: row.matches("[aria-current]"),
      })),
      more: stack.querySelector(".kit-more")?.textContent ?? "",
      value: isShown(stack.querySelector(".kit-stat-value")),
      losses: hidden.length,
      hasRoom: hasRoomForRow(stack, all.filter((row) => !isShown(row) && !row.matches("[data-past]"))),
    };
  });
}

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
