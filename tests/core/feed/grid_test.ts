import assert from "node:assert/strict";
import fc from "fast-check";
import { WIDGET_SIZES } from "../../../core/contract/mod.ts";
import { GRID_COLUMNS, gridFootprint, type GridPlacement, packGrid } from "../../../core/feed/mod.ts";

const sizes = fc.array(fc.constantFrom(...WIDGET_SIZES), { maxLength: 40 });

function pack(...all: (typeof WIDGET_SIZES[number])[]): GridPlacement[] {
  return packGrid(all.map((size) => gridFootprint([size])));
}

function cells({ column, row, columns, rows }: GridPlacement): string[] {
  return Array.from(
    { length: columns * rows },
    (_, n) => `${column + n % columns},${row + Math.floor(n / columns)}`,
  );
}

const places = (placements: readonly GridPlacement[]) => placements.map(({ column, row }) => [column, row]);

Deno.test("cards fill a row from the left before they begin the next", () => {
  assert.deepEqual(places(pack("1x1", "1x1", "1x1", "1x1", "1x1")), [[0, 0], [1, 0], [2, 0], [3, 0], [0, 1]]);
});

Deno.test("a card of two columns begins at column 0 or 2, never 1", () => {
  assert.deepEqual(places(pack("1x1", "2x1")), [[0, 0], [2, 0]]);
  assert.deepEqual(places(pack("1x1", "1x1", "1x1", "2x1")), [[0, 0], [1, 0], [2, 0], [0, 1]]);
});

Deno.test("cards are placed beside a tall card", () => {
  assert.deepEqual(places(pack("2x2", "1x1", "1x1", "2x1", "1x1")), [[0, 0], [2, 0], [3, 0], [2, 1], [0, 2]]);
});

Deno.test("a card of four columns begins below all previous cards", () => {
  assert.deepEqual(places(pack("1x1", "2x2", "4x1", "4x4", "1x1")), [[0, 0], [2, 0], [0, 2], [0, 3], [0, 7]]);
});

Deno.test("a gap that a wider card leaves stays empty, so that cards stay in reading order", () => {
  assert.deepEqual(places(pack("1x1", "4x1", "1x1")), [[0, 0], [0, 1], [0, 2]]);
});

Deno.test("every card is placed once, within the columns, with its own footprint", () => {
  fc.assert(fc.property(sizes, (all) => {
    const placements = pack(...all);
    assert.equal(placements.length, all.length);
    placements.forEach((placement, index) => {
      const { columns, rows } = gridFootprint([all[index]!]);
      assert.deepEqual([placement.columns, placement.rows], [columns, rows]);
      assert.ok(placement.row >= 0 && placement.column >= 0);
      assert.ok(placement.column + columns <= GRID_COLUMNS);
      assert.equal(placement.column % columns, 0, "two columns at 0 or 2, four at 0");
    });
  }));
});

Deno.test("no two cards overlap", () => {
  fc.assert(fc.property(sizes, (all) => {
    const taken = pack(...all).flatMap(cells);
    assert.equal(new Set(taken).size, taken.length);
  }));
});

Deno.test("every card is at the first free position after the previous card in reading order", () => {
  fc.assert(fc.property(sizes, (all) => {
    const placements = pack(...all);
    const taken = new Set<string>();
    let before = -1;
    for (const placement of placements) {
      const at = placement.row * GRID_COLUMNS + placement.column;
      assert.ok(at > before);
      for (let earlier = before + 1; earlier < at; earlier++) {
        const column = earlier % GRID_COLUMNS;
        if (column % placement.columns !== 0) continue;
        const there = cells({ ...placement, column, row: Math.floor(earlier / GRID_COLUMNS) });
        assert.ok(there.some((cell) => taken.has(cell)), `it could have been placed at cell ${earlier}`);
      }
      cells(placement).forEach((cell) => taken.add(cell));
      before = at;
    }
  }));
});

Deno.test("appending a card moves no other", () => {
  fc.assert(fc.property(sizes, fc.constantFrom(...WIDGET_SIZES), (all, last) => {
    assert.deepEqual(pack(...all, last).slice(0, -1), pack(...all));
  }));
});

Deno.test("ten thousand cards are placed", () => {
  const placements = pack(...Array.from({ length: 10_000 }, () => "4x4" as const));
  assert.equal(placements.at(-1)!.row, 4 * 9_999);
});

Deno.test("a widget has the footprint of its first fixed size", () => {
  assert.deepEqual(gridFootprint(["2x2", "1x1"]), { columns: 2, rows: 2 });
  assert.deepEqual(gridFootprint(["fill-auto", "4x1"]), { columns: 4, rows: 1 });
  assert.deepEqual(gridFootprint(["fill-auto"]), { columns: 4, rows: 2 });
  for (const size of WIDGET_SIZES) {
    if (size === "fill-auto") continue;
    const { columns, rows } = gridFootprint([size]);
    assert.equal(`${columns}x${rows}`, size);
  }
});

Deno.test("a footprint that the grid does not have is a RangeError", () => {
  for (const [columns, rows] of [[3, 1], [0, 1], [5, 1], [1, 0], [1, NaN], [1, Infinity], ["2", 1]]) {
    const footprint = { columns, rows } as unknown as GridPlacement;
    assert.throws(
      () => packGrid([footprint]),
      new RangeError(`Cannot place a card of ${columns} by ${rows} cells: columns and rows are 1, 2 or 4`),
    );
  }
});
