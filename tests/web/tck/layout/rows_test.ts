// budget: 20 s: four contents in each size
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { withViews } from "../fitting.ts";
import { rowPieces } from "../../../../web/tck/blocks/list/row_model.ts";
import { showTrial, type TrialBlock } from "./trial.ts";

Deno.test("the first row that is not over counts where none is current, and what is over before it goes first", () => {
  const rowsOf = (rows: string) =>
    [...rows].map((kind) => ({
      hasAttribute: (name: string) =>
        name === (kind === "c" ? "aria-current" : kind === "p" ? "data-past" : ""),
    }));
  for (
    const [kinds, order, late] of [["ppnn", [3, 1, 0], 2], ["pncn", [1, 3, 0], 1], [
      "ppp",
      [1, 2],
      0,
    ]] as const
  ) {
    const rows = rowsOf(kinds) as unknown as Element[];
    const pieces = [...rowPieces(rows)];
    assert.deepEqual(pieces.map(([row]) => rows.indexOf(row)), order, kinds);
    assert.equal(pieces.filter(([, { rank }]) => rank === "late").length, late, kinds);
  }
});

/** In the order of the cards. */
const SIZES = ["1x1", "2x1", "2x2", "4x1", "4x2", "4x4", "320", "480", "640"];

/** The rows of one block alone below a title, in each size. */
async function readRows(page: Page, block: TrialBlock) {
  await showTrial(page, { blocks: [block] });
  const cards = await page.evaluate(() =>
    [...document.querySelectorAll("article")].map(({ shadowRoot }) => {
      const list = shadowRoot!.querySelector(".kit-list, .kit-timeline")!;
      const boxOf = (element: Element) => {
        const { left, right, top } = element.getBoundingClientRect();
        return { left, right, top };
      };
      const isShown = (element: Element) => element.getClientRects().length > 0;
      const rows = [...list.querySelectorAll(".kit-item, .kit-event")].filter(isShown).map((row) => {
        const { paddingLeft, paddingRight, borderTopWidth } = getComputedStyle(row);
        const start = row.querySelector(".kit-item-start");
        const end = row.querySelector(".kit-item-end");
        const box = boxOf(row);
        return {
          ...box,
          line: borderTopWidth,
          isPast: row.hasAttribute("data-past"),
          hasDetail: [...row.querySelectorAll(".kit-item-detail")].some(isShown),
          startSpace: start === null ? 0 : boxOf(start).left - box.left - parseFloat(paddingLeft),
          endSpace: end === null ? 0 : box.right - parseFloat(paddingRight) - boxOf(end).right,
        };
      });
      return { rows, top: boxOf(list).top, clip: getComputedStyle(list).clipPath };
    })
  );
  return new Map(cards.map((card, index) => [SIZES[index]!, card]));
}

Deno.test("rows: lines, starts, and what is left out first", async (t) => {
  await withViews(async (page, show) => {
    await show("trial");

    await t.step("no row at the top of a column has a line that is seen", async () => {
      const cards = await readRows(page, { kind: "picks", count: 8 });
      for (const size of ["4x1", "4x2", "4x4", "640"]) {
        const { rows, top, clip } = cards.get(size)!;
        const first = rows.filter((row) => row.top < top + 8);
        assert.equal(first.length, 2, size);
        assert.match(clip, /^inset\(1px /, size);
        for (const row of first) assert.ok(row.top + parseFloat(row.line) <= top + 1.01, size);
      }
      assert.equal(cards.get("2x2")!.clip, "none");
    });

    await t.step("what is before a text is at its start, and what is after it at its end", async () => {
      for (const hasDetail of [false, true]) {
        const cards = await readRows(page, { kind: "picks", count: 3, hasDetail });
        for (const [size, { rows }] of cards) {
          for (const { startSpace, endSpace } of rows) {
            assert.ok(Math.abs(startSpace) < 1, `${size}: ${startSpace}`);
            assert.ok(Math.abs(endSpace) <= 4, `${size}: ${endSpace}`);
          }
        }
      }
    });

    await t.step("bars stay where further rows have no room, but for a card of one row", async () => {
      const cards = await readRows(page, { kind: "lots", count: 9 });
      for (const size of ["2x2", "4x2", "4x4"]) {
        assert.ok(cards.get(size)!.rows.every(({ hasDetail }) => hasDetail), size);
      }
      assert.ok(cards.get("2x1")!.rows.every(({ hasDetail }) => !hasDetail));
    });

    await t.step("a row that is over is left out before the details of the others", async () => {
      const { rows } = (await readRows(page, { kind: "doses", count: 7 })).get("2x2")!;
      assert.deepEqual(rows.map(({ isPast, hasDetail }) => !isPast && hasDetail), rows.map(() => true));
      assert.equal(rows.length, 6);
    });
  });
});
