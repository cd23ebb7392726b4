import assert from "node:assert/strict";
import { grid } from "../../../../web/tck/layout/arrange.ts";
import { correct, leafOf } from "../../../../web/tck/layout/leaf.ts";
import type { Block } from "../../../../web/tck/layout/model.ts";
import { solve } from "../../../../web/tck/layout/solve.ts";
import { tokensOf } from "../../../../web/tck/layout/tokens.ts";

const box = { width: 350, height: null };

/** A value with a label and a detail of these heights. */
function valueOf(label: number, detail: number): Block {
  return leafOf({
    element: {} as HTMLElement,
    role: "lead",
    form: () => ({ height: () => label + 32 + detail, parts: () => [label, 24, 8, detail] }),
  });
}

/** Lays out two values in a row as often as a card is read, with a page that shows the second one higher by some pixels. */
function planBeside([first, second]: readonly [Block, Block], higher: number): number[] {
  const row = grid([first, second], {
    columns: () => 2,
    columnGap: 12,
    rowGap: () => 12,
    authored: () => ({}),
  });
  for (let read = 0;; read++) {
    const { cells, shown, look } = solve([row], box, tokensOf(box));
    const heights = [row, first, second].map((block) => cells.find((cell) => cell.block === block)!.height);
    if (read === 3) return heights;
    const { width, height } = cells.find(({ block }) => block === second)!;
    if (read === 0) correct(second, width, shown, look, higher);
    else assert.equal(height, heights[0], "the page agrees with the second plan");
  }
}

Deno.test("a label or detail that the page breaks into more lines makes its row higher once, and its neighbours stay in line", () => {
  // The label has one line more: the neighbour's value is lower by it.
  assert.deepEqual(planBeside([valueOf(20, 0), valueOf(60, 0)], 20), [112, 112, 112]);
  // The detail has: it ends lower than its neighbour.
  assert.deepEqual(planBeside([valueOf(20, 20), valueOf(20, 40)], 20), [112, 72, 112]);
});
