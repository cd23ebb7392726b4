import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import type { FittingView } from "./fitting.ts";
import { withViews } from "./fitting.ts";
import {
  LARGE_SQUARE,
  LARGEST,
  LONG_ROW,
  readAtHeight,
  readBoxes,
  readColumns,
  setHeight,
  WIDE,
  WIDE_ROW,
} from "./fitting_shown.ts";

/** Cards of size `fill-auto`, 480 and 640 pixels wide. */
const [FEED, WIDE_FEED] = [7, 8];

Deno.test("the number of rows that are left out is in the line of their heading, and is read after them", async () => {
  await withViews(async (page, show) => {
    await show("luggage");
    const read = async (card: number) => {
      const { rows } = await readBoxes(page, card);
      return await page.locator("article").nth(card).evaluate(({ shadowRoot }, rows) => {
        const [heading, more] = [".kit-heading", ".kit-more"].map((part) => shadowRoot!.querySelector(part)!);
        const { width, height } = more!.getBoundingClientRect();
        return {
          rows,
          text: more!.textContent,
          inHeading: heading!.getAttribute("data-more"),
          isRead: getComputedStyle(more!).display !== "none" && width <= 1 && height <= 1,
        };
      }, rows.length);
    };
    const few = await read(LARGE_SQUARE);
    assert.ok(few.rows >= 3 && few.rows < 7, `${few.rows} rows`);
    const count = `+${7 - few.rows}`;
    assert.deepEqual(few, { rows: few.rows, text: count, inHeading: count, isRead: true });
    assert.deepEqual(await read(FEED), { rows: 7, text: "", inHeading: null, isRead: true });
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
    assert.ok(Math.abs(current!.top - grid!.top) <= 2, `${current!.top} and ${grid!.top}`);
    assert.ok(current!.left < next!.left && current!.right > next!.right, "it extends to both sides");
  });
});

Deno.test("a list has lines between its items in a feed of 640 px, and none in one of 480", async () => {
  await withViews(async (page, show) => {
    await show("shop");
    const lines = (card: number) =>
      page.locator("article").nth(card).evaluate(({ shadowRoot }) =>
        [...shadowRoot!.querySelectorAll(".kit-item")].filter((item) =>
          getComputedStyle(item).borderBlockStartWidth === "1px"
        ).length
      );
    assert.deepEqual([await lines(FEED), await lines(WIDE_FEED)], [0, 2]);
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
    for (let width = 640; width >= 160; width -= 20) seen.add(await columnsAt(width));
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

Deno.test("what a card says to need is of its present height: nothing stands on what is shown by now", async () => {
  await withViews(async (page, show) => {
    await show("luggage");
    await page.evaluate(await bundleAnswers());
    const countNeeds = () =>
      page.locator("article").nth(LARGE_SQUARE).evaluate(({ shadowRoot }) => {
        const question = new Event("tck-needs", { bubbles: true, composed: true });
        shadowRoot!.querySelector(".kit-card")!.dispatchEvent(question);
        const marked = [...shadowRoot!.querySelectorAll("[data-needs]")];
        return {
          marked: marked.length,
          shown: marked.filter((part) => part.getClientRects().length > 0).length,
        };
      });
    await setHeight(page, [LARGE_SQUARE], 240);
    const low = await countNeeds();
    assert.ok(low.marked > 0, "rows are left out");
    await setHeight(page, [LARGE_SQUARE], 400);
    const higher = await countNeeds();
    assert.ok(higher.marked < low.marked, `${higher.marked} of ${low.marked}`);
    assert.equal(higher.shown, 0);
    await setHeight(page, [LARGE_SQUARE], 900);
    assert.deepEqual(await countNeeds(), { marked: 0, shown: 0 });
  });
});

/** What answers the report of a snapshot in the preview's page. */
async function bundleAnswers(): Promise<string> {
  const file = fileURLToPath(new URL("../../../preview/shell/shots/write_needs.ts", import.meta.url));
  try {
    const { outputFiles } = await esbuild.build({
      stdin: {
        contents: `import { answerNeeds } from ${JSON.stringify(file)}; answerNeeds();`,
        resolveDir: "/",
      },
      bundle: true,
      write: false,
      format: "iife",
    });
    return outputFiles[0]!.text;
  } finally {
    await esbuild.stop();
  }
}
