import assert from "node:assert/strict";
import { beside, column, grid } from "../../../../web/tck/layout/arrange.ts";
import type { Block } from "../../../../web/tck/layout/model.ts";
import { solve } from "../../../../web/tck/layout/solve.ts";
import { tokensOf } from "../../../../web/tck/layout/tokens.ts";
import { blockOf, type BlockShape } from "./layout_blocks.ts";

const plain: BlockShape = { role: "lead", least: 60, rows: 0, details: [], leastWidth: 0 };
const title = blockOf({ ...plain, role: "title", least: 20 });
const box = { width: 718, height: 350 };
const tokens = tokensOf(box);
const planOf = (...blocks: readonly Block[]) => solve([title, ...blocks], box, tokens);

/** A `Grid` of an author. */
function gridOf(children: readonly Block[], grows = false): Block {
  const [columnGap, rowGap] = [24, () => 12];
  return grid(children, { columns: () => 2, columnGap, rowGap, grows, authored: () => ({}) });
}

Deno.test("a block that grows takes the height that the others leave, and gives it to drawings in it", () => {
  const remark = blockOf({ ...plain, role: "remark", least: 20 });
  const [figure, value] = [blockOf({ ...plain, role: "figure" }), blockOf(plain)];
  const heightsOf = (inner: Block) => {
    const { cells } = planOf(inner, remark);
    const cellOf = (block: Block) => cells.find((cell) => cell.block === block)!;
    const own = cellOf(inner);
    assert.equal("data-sized" in own.choice, own.height > 60);
    return { own: own.height, end: cellOf(remark).top + 20, cellOf };
  };
  const room = box.height - 2 * tokens.insetBlock;
  assert.equal(heightsOf(gridOf([value])).own, 60);
  assert.equal(heightsOf(gridOf([value], true)).end, room);
  const authored = () => ({});
  assert.equal(heightsOf(column([value], { authored, grows: true })).end, room);
  const { own, cellOf } = heightsOf(gridOf([figure], true));
  assert.equal(cellOf(figure).height, own);
});

Deno.test("rows in a grid of the author are in line with their neighbour, and alone they begin at its top", () => {
  const rows: Block = {
    ...blockOf({ ...plain, role: "rows", rows: 2, least: 30 }),
    inset: ({ row }) => (row - 20) / 2,
  };
  const value = blockOf(plain);
  const topOf = (inner: Block, block: Block) => {
    const { cells, look } = planOf(inner);
    const cell = cells.find((one) => one.block.self === block.self)!;
    return { top: cell.top, inset: rows.inset!(look), choice: cell.choice };
  };
  const beside = gridOf([value, rows]);
  const { top, inset, choice } = topOf(beside, rows);
  assert.ok(inset > 0);
  assert.equal(top + inset, topOf(beside, value).top);
  assert.equal(choice["--kit-raised"], `${-inset / 16}rem`);
  const alone = gridOf([rows]);
  assert.equal(topOf(alone, rows).top, topOf(alone, alone).top);
});

/** A value that is a step smaller in a place that is narrower than 400 pixels. */
function valueOf(least: number): Block {
  const block = blockOf({ ...plain, least });
  return {
    ...block,
    at(width) {
      const form = block.at(width)!;
      const smaller = width < 400 ? 1 : 0;
      return { ...form, place: (...at) => form.place(...at).map((cell) => ({ ...cell, smaller })) };
    },
  };
}

Deno.test("of arrangements that show the same, a card has the one with the usual values", () => {
  const chart = (least: number) => blockOf({ ...plain, role: "figure", least });
  assert.equal(planOf(blockOf(plain), chart(100)).shape, "columns");
  assert.equal(planOf(valueOf(60), chart(100)).shape, "column");
  assert.equal(planOf(valueOf(60), chart(270)).shape, "columns", "one column shows less");
});

Deno.test("in a card of one row, what has a drawing in it is wider than what has none, also if that is not first", () => {
  const figure = blockOf({ ...plain, role: "figure", least: 40 });
  const [value, bar] = [blockOf({ ...plain, least: 40 }), blockOf({ ...plain, role: "bar", least: 40 })];
  const parts = [{ block: value, share: 2 }, { block: figure, share: 3 }];
  const low = { width: 718, height: 166 };
  const both = beside(parts, { gap: 24, authored: () => ({}) });
  const { cells, shape } = solve([title, both, bar], low, tokensOf(low));
  assert.equal(shape, "cells");
  const widthOf = (block: Block) => cells.find((cell) => cell.block === block)!.width;
  assert.ok(Math.abs(2 * widthOf(both) - 3 * widthOf(bar)) <= 3, `${widthOf(both)} and ${widthOf(bar)}`);
});
