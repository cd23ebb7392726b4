import assert from "node:assert/strict";
import { chooseHeadings } from "../../../web/tck/blocks/heat/heat_plan.ts";
import { spaceOf } from "./drawings/option_rules.ts";
import { withViews } from "./fitting.ts";

Deno.test("the headings of columns that have no room for all of them are every second, third and so on", () => {
  const columns = ["6 AM", "8 AM", "10 AM", "12 PM", "2 PM", "4 PM", "6 PM", "8 PM"];
  const plan = { first: 0, height: 24, rowHead: 0, hasColumns: true, areRowsNamed: true, total: 40 };
  const shownAt = (width: number) =>
    chooseHeadings(columns, { ...plan, width }, spaceOf(320, "M")).flatMap(({ text, isShown }) =>
      isShown ? [text] : []
    );
  assert.deepEqual(shownAt(64), columns);
  assert.deepEqual(shownAt(40), ["6 AM", "10 AM", "2 PM", "6 PM"]);
  assert.deepEqual(shownAt(18), ["6 AM", "12 PM", "6 PM"]);
});

/** The card of 4x2. */
const CARD = 4;

Deno.test("the cells of a heat grid have tooltips for pointer and keyboard", async (t) => {
  await withViews(async (page, show) => {
    for (const locale of ["en", "ar"] as const) {
      await show("hours", { locale });
      const article = page.locator("article").nth(CARD);
      const cell = (row: number, column: number) => article.locator(`[data-cell="${row} ${column}"]`);
      const tip = article.locator(".kit-tooltip[data-open]");
      const focused = () =>
        article.evaluate(({ shadowRoot }) => (shadowRoot!.activeElement as HTMLElement | null)?.dataset.cell);

      await t.step(`in ${locale} the arrow keys move between cells, and the tooltip with them`, async () => {
        await cell(0, 0).focus();
        assert.match((await tip.textContent())!, /: 1$/);
        await page.keyboard.press(locale === "ar" ? "ArrowLeft" : "ArrowRight");
        assert.equal(await focused(), "0 1");
        assert.match((await tip.textContent())!, /: 5$/);
        await page.keyboard.press("ArrowDown");
        assert.equal(await focused(), "1 1");
        assert.match((await tip.textContent())!, /: 3$/);
        await page.keyboard.press("ArrowUp");
        await page.keyboard.press("ArrowUp");
        assert.equal(await focused(), "0 1", "there is no cell beyond the first row");
      });

      await t.step(`in ${locale} no letter of the heading of a low row is cut`, async () => {
        const heading = article.locator('.kit-heat-head[role="rowheader"]').last();
        assert.equal(await heading.evaluate((element) => getComputedStyle(element).overflowY), "visible");
      });

      await t.step(
        `in ${locale} a place without a value is left out, and Escape hides the tooltip`,
        async () => {
          await cell(3, 2).focus();
          await page.keyboard.press("ArrowDown");
          assert.equal(await focused(), "3 2");
          await page.keyboard.press("Escape");
          await tip.waitFor({ state: "detached" });
          assert.equal(await focused(), "3 2");
        },
      );

      await t.step(`in ${locale} Tab leaves the grid, and comes back to the cell that it left`, async () => {
        await page.keyboard.press("Tab");
        assert.equal(await focused(), undefined);
        await page.keyboard.press("Shift+Tab");
        assert.equal(await focused(), "3 2");
        await cell(3, 2).blur();
      });

      await t.step(
        `in ${locale} the pointer shows it as well, and it goes when the pointer leaves`,
        async () => {
          await page.mouse.move(0, 0);
          await cell(2, 1).hover();
          assert.match((await tip.textContent())!, /: 5$/);
          await cell(2, 2).hover();
          assert.match((await tip.textContent())!, /: 1$/);
          await page.mouse.move(0, 0);
          await tip.waitFor({ state: "detached" });
        },
      );

      await t.step(`in ${locale} an element with a tooltip shows it by the keyboard`, async () => {
        const anchor = article.locator(".kit-tooltip-anchor");
        await anchor.focus();
        assert.ok((await tip.textContent())!.length > 5);
        await page.keyboard.press("Escape");
        await tip.waitFor({ state: "detached" });
      });
    }
  });
});

Deno.test("of the days the last weeks that fit are shown", async () => {
  await withViews(async (page, show) => {
    await show("heat");
    const shown = await page.locator("article").evaluateAll((articles) =>
      articles.map(({ shadowRoot }) => {
        const cells = [...shadowRoot!.querySelectorAll<HTMLElement>(".kit-heat-cell")];
        const columns = cells.map(({ dataset }) => Number(dataset.cell!.split(" ")[1]));
        return [Math.max(...columns) - Math.min(...columns) + 1, Math.max(...columns)];
      })
    );
    const last = shown.map(([, last]) => last);
    assert.equal(new Set(last).size, 1, "the last week is in every card");
    assert.ok(shown[0]![0]! < 12 && shown[4]![0]! > 20, shown.join(" "));
  });
});

Deno.test("a figure is drawn for its room, and again when that changes", async () => {
  await withViews(async (page, show) => {
    await show("figure");
    const rooms = () =>
      page.locator("article").evaluateAll((articles) =>
        articles.map(({ shadowRoot }) => {
          const room = shadowRoot!.querySelector<HTMLElement>(".kit-room")!;
          const svg = room.querySelector("svg")!;
          return [
            room.clientWidth,
            room.clientHeight,
            Number(svg.getAttribute("width")),
            Number(svg.getAttribute("height")),
          ];
        })
      );
    for (const [width, height, drawnWidth, drawnHeight] of await rooms()) {
      assert.deepEqual([drawnWidth, drawnHeight], [width, height]);
    }
    const before = (await rooms())[2]!;
    assert.ok(before[1]! > 150, "it takes the room that the others leave");
    assert.equal((await rooms()).at(-1)![1], 160);
    await page.locator(".tck-card-frame").nth(2).evaluate((frame) => frame.style.blockSize = "15rem");
    await page.waitForFunction((before) => {
      const svg = document.querySelectorAll("article")[2]!.shadowRoot!.querySelector(".kit-room svg")!;
      return Number(svg.getAttribute("height")) < before;
    }, before[1]!);
  });
});
