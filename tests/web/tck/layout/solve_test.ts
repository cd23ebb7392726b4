import assert from "node:assert/strict";
import * as fc from "fast-check";
import { type Block, leavesOf, type Piece, type Role, type Shown } from "../../../../web/tck/layout/model.ts";
import { rank } from "../../../../web/tck/layout/rank.ts";
import { type Plan, solve } from "../../../../web/tck/layout/solve.ts";
import { type Box, type Tokens, tokensOf } from "../../../../web/tck/layout/tokens.ts";
import { CARD_FOOTER_HEIGHT, FOOTPRINTS } from "../../../../core/contract/sizes.ts";
import { blockOf, type BlockShape } from "./layout_blocks.ts";

const ROLES = ["lead", "rows", "figure", "bar", "remark", "control"] as const satisfies readonly Role[];

const shape: fc.Arbitrary<BlockShape> = fc.constantFrom(...ROLES).chain((role) =>
  fc.record({
    role: fc.constant(role),
    least: fc.integer({ min: 16, max: 90 }),
    rows: role === "rows" ? fc.integer({ min: 0, max: 12 }) : fc.constant(0),
    details: fc.array(fc.constantFrom(0, 0, 4, 16, 20, 24), { maxLength: 2 }),
    over: fc.integer({ min: 0, max: 3 }),
    isDrawn: fc.boolean(),
    leastWidth: fc.constantFrom(0, 80, 140),
    narrow: fc.constantFrom(0, 20, 40),
  })
);

const TITLE: BlockShape = { role: "title", least: 20, rows: 0, details: [], leastWidth: 0 };

/** The header of a card, and one to five blocks below it. */
const cards = fc.array(shape, { minLength: 1, maxLength: 5 }).map((shapes) => [TITLE, ...shapes]);

/** The borders at both sides of a card. */
const CARD_BORDER = 2;

/** The widths of the fixed sizes, and the least and largest height of their class. */
const CLASSES = {
  "1x1": [163, 100, 175],
  "2x1": [347, 100, 175],
  "4x1": [714, 100, 175],
  "2x2": [347, 176, 543],
  "4x2": [714, 176, 543],
  "4x4": [714, 544, 900],
} as const;
const boxes: fc.Arbitrary<{ width: number; height: number }> = fc.constantFrom(...Object.values(CLASSES))
  .chain((
    [width, least, most],
  ) => fc.record({ width: fc.constant(width), height: fc.integer({ min: least, max: most }) }));

Deno.test("no card shows less with more room", () => {
  fc.assert(fc.property(cards, boxes, fc.integer({ min: 1, max: 60 }), (shapes, box, more) => {
    const larger = { ...box, height: box.height + more };
    if (tokensOf(larger) !== tokensOf(box)) return;
    const blocks = shapes.map(blockOf);
    const [before, after] = [solve(blocks, box, tokensOf(box)), solve(blocks, larger, tokensOf(larger))];
    assert.ok(compare(after, before, blocks, tokensOf(box)) >= 0, describe(before, after));
  }));
});

/** The sizes of cards in hosts, without their slots and with them. */
const hostedBoxes: fc.Arbitrary<{ width: number; height: number }> = fc.constantFrom(
  ...Object.values(FOOTPRINTS).flatMap(({ width, height }) =>
    height === null ? [] : [0, CARD_FOOTER_HEIGHT].map((footer) => ({
      width: width - CARD_BORDER,
      height: height - CARD_BORDER - footer,
    }))
  ),
);

Deno.test("no card shows less of what was there with one row more", () => {
  fc.assert(
    fc.property(cards, hostedBoxes, fc.nat(), (shapes, box, at) => {
      const lists = shapes.flatMap(({ role }, index) => role === "rows" ? [index] : []);
      if (lists.length === 0) return;
      const list = lists[at % lists.length]!;
      const longer = shapes.map((one, index) => index === list ? { ...one, rows: one.rows + 1 } : one);
      const [few, many] = [shapes.map(blockOf), longer.map(blockOf)];
      const [before, after] = [solve(few, box, tokensOf(box)), solve(many, box, tokensOf(box))];
      const rows = (plan: Plan, blocks: readonly Block[]) =>
        blocks.flatMap(({ pieces }) => pieces).filter((piece) =>
          piece.kind === "row" && plan.shown.has(piece)
        )
          .length;
      const shownBlocks = (plan: Plan, blocks: readonly Block[]) =>
        blocks.map(({ self }) => plan.shown.has(self));
      assert.deepEqual(shownBlocks(after, many), shownBlocks(before, few));
      assert.ok(rows(after, many) >= rows(before, few));
    }),
    { numRuns: 300 },
  );
});

Deno.test("a card shows blocks before rows, drawn lines before further rows, rows before details, and what is over last", () => {
  fc.assert(fc.property(cards, hostedBoxes, (shapes, box) => {
    const tokens = tokensOf(box);
    const plain = shapes.map((one) => ({ ...one, rows: 0, details: [] }));
    const [bare, full] = [plain.map(blockOf), shapes.map(blockOf)];
    const blocks = (plan: Plan, among: readonly Block[]) => among.map(({ self }) => plan.shown.has(self));
    assert.deepEqual(blocks(solve(full, box, tokens), full), blocks(solve(bare, box, tokens), bare));
    const count = (plan: Plan, among: readonly Block[], kind: Piece["kind"], rank?: Piece["rank"]) =>
      among.map(({ pieces }) =>
        pieces.filter((piece) => piece.kind === kind && piece.rank === rank && plan.shown.has(piece)).length
      );
    const assertBefore = (
      kind: Piece["kind"],
      rank: Piece["rank"],
      change: (one: BlockShape) => BlockShape,
    ) => {
      const less = shapes.map(change).map(blockOf);
      const [one, other] = [solve(full, box, tokens), solve(less, box, tokens)];
      assert.deepEqual(count(one, full, kind, rank), count(other, less, kind, rank));
    };
    assertBefore("row", undefined, (one) => ({ ...one, details: one.isDrawn ? one.details : [] }));
    assertBefore(
      "detail",
      undefined,
      (one) => ({ ...one, rows: one.rows - Math.min(one.over ?? 0, one.rows), over: 0 }),
    );
    assertBefore("detail", "early", (one) => {
      const rows = one.rows - Math.min(one.over ?? 0, one.rows);
      return { ...one, rows: Math.min(rows, tokens.firstRows - 1), over: 0 };
    });
  }));
});

Deno.test("a button is not all that is left of what a card has", () => {
  const control: BlockShape = { role: "control", least: 32, rows: 0, details: [], leastWidth: 0 };
  const blocks = [TITLE, { ...control, role: "figure" as const, least: 90 }, control].map(blockOf);
  const plan = solve(blocks, { width: 166, height: 130 }, tokensOf({ width: 166, height: 130 }));
  assert.deepEqual(blocks.map(({ self }) => plan.shown.has(self)), [true, false, false]);
  const alone = [TITLE, control].map(blockOf);
  const { shown } = solve(alone, { width: 166, height: 130 }, tokensOf({ width: 166, height: 130 }));
  assert.equal(shown.size, 2);
});

/** The plan of a card with a title and these blocks, and whether each of them is shown. */
function planOf(shapes: readonly BlockShape[], box: { width: number; height: number }) {
  const blocks = [TITLE, ...shapes].map(blockOf);
  const plan = solve(blocks, box, tokensOf(box));
  return { ...plan, areShown: blocks.map(({ self }) => plan.shown.has(self)) };
}

const DRAWING: BlockShape = { role: "figure", least: 56, rows: 0, details: [], leastWidth: 110 };
const ROWS: BlockShape = { role: "rows", least: 44, rows: 6, details: [], leastWidth: 120 };
const BUTTON: BlockShape = { role: "control", least: 28, rows: 0, details: [], leastWidth: 0 };

Deno.test("a card of four columns and one row has its first two blocks and all others beside one another", () => {
  const wide = { width: 718, height: 166 };
  const { shape, areShown, cells } = planOf([DRAWING, ROWS, ROWS, BUTTON], wide);
  assert.equal(shape, "cells");
  assert.deepEqual(areShown, [true, true, true, true, true]);
  const starts = cells.slice(1).map(({ start }) => start);
  assert.ok(starts[0]! < starts[1]! && starts[1]! < starts[2]! && starts[2] === starts[3], starts.join(" "));
});

Deno.test("the rows of such a card are wider than a value, also where a bar is above them", () => {
  const wide = { width: 718, height: 166 };
  const bar: BlockShape = { role: "bar", least: 24, rows: 0, details: [], leastWidth: 90 };
  const lead: BlockShape = { role: "lead", least: 60, rows: 0, details: [], leastWidth: 60 };
  const { cells } = planOf([lead, DRAWING, bar, ROWS], wide);
  assert.ok(cells.at(-1)!.width > cells[1]!.width, cells.map(({ width }) => width).join(" "));
});

Deno.test("a round drawing that is first in a card of two columns and one row is beside the others, if one column shows less", () => {
  const low = { width: 350, height: 166 };
  const beside = planOf([DRAWING, { ...ROWS, least: 60 }], low);
  assert.deepEqual([beside.shape, beside.areShown], ["lead", [true, true, true]]);
  assert.equal(planOf([{ ...DRAWING, leastWidth: 120 }, { ...ROWS, least: 60 }], low).shape, "column");
  const { leastWidth: _, ...picture } = blockOf(DRAWING);
  const pictured = [blockOf(TITLE), picture, blockOf({ ...ROWS, least: 60 })];
  assert.equal(solve(pictured, low, tokensOf(low)).shape, "column");
  const text: BlockShape = { role: "remark", least: 20, rows: 0, details: [], leastWidth: 0 };
  assert.equal(planOf([DRAWING, text], low).shape, "column");
});

Deno.test("a drawing that is not higher than a row is below the columns, and not one of them", () => {
  const wide = { width: 718, height: 350 };
  const lead: BlockShape = { role: "lead", least: 60, rows: 0, details: [], leastWidth: 60 };
  const blocks = [TITLE, lead, ROWS, { ...DRAWING, least: 20 }].map(blockOf);
  const placesOf = (isSmall: boolean) => {
    const all = [...blocks.slice(0, 3), { ...blocks[3]!, isSmall }];
    const { shape, cells } = solve(all, wide, tokensOf(wide));
    return { shape, last: cells.find(({ block }) => block.self === blocks[3]!.self)! };
  };
  const [beside, below] = [placesOf(false), placesOf(true)];
  assert.deepEqual([beside.shape, below.shape], ["columns", "columns"]);
  assert.ok(beside.last.start > 0);
  assert.equal(below.last.start, 0);
  assert.equal(below.last.width, 718 - 2 * tokensOf(wide).insetInline);
});

Deno.test("a bar and a drawing are beside the rows after them, and a bar alone is above them", () => {
  const wide = { width: 718, height: 350 };
  const bar: BlockShape = { role: "bar", least: 40, rows: 0, details: [], leastWidth: 90 };
  assert.equal(planOf([bar, DRAWING, ROWS], wide).shape, "columns");
  assert.equal(planOf([bar, ROWS], wide).shape, "column");
});

Deno.test("a drawing before the last rows is beside all others, if the columns end nearer together then", () => {
  const lead: BlockShape = { role: "lead", least: 60, rows: 0, details: [], leastWidth: 60 };
  const startsOf = (height: number | null, rows: number) => {
    const blocks = [TITLE, lead, { ...DRAWING, least: 160 }, { ...ROWS, least: 20, rows }].map(blockOf);
    const box = { width: 718, height };
    const { shape, cells } = solve(blocks, box, tokensOf(box));
    const startOf = (block: Block) => cells.find((cell) => cell.block.self === block.self)!.start;
    return { shape, drawing: startOf(blocks[2]!) > 0, rows: startOf(blocks[3]!) > 0 };
  };
  for (const height of [350, null]) {
    assert.deepEqual(startsOf(height, 2), { shape: "columns", drawing: true, rows: false });
    assert.deepEqual(startsOf(height, 7), { shape: "columns", drawing: false, rows: true });
  }
});

Deno.test("the names of colours come after all blocks and before further rows", () => {
  const names: Piece = { kind: "detail", rank: "first" };
  const bar = blockOf({ role: "bar", least: 40, rows: 0, details: [], leastWidth: 90 });
  const [title, rows, remark] = [TITLE, ROWS, { ...BUTTON, role: "remark" as const }].map(blockOf);
  const order = rank([title!, rows!, { ...bar, pieces: [names] }, remark!], { firstRows: 3 });
  assert.deepEqual(
    order.slice(0, 6).map(({ piece }) => piece),
    [title!.self, rows!.self, bar.self, remark!.self, names, rows!.pieces[0]],
  );
});

Deno.test("the heights at which arrangements are chosen are those of hosts", () => {
  for (const { width, height } of Object.values(FOOTPRINTS)) {
    if (height === null) continue;
    const whole = height - CARD_BORDER;
    assert.deepEqual(tokensOf({ width, height: whole }).hosted, [whole, whole - CARD_FOOTER_HEIGHT]);
  }
});

Deno.test("only what a reader would see is left out", () => {
  fc.assert(fc.property(cards, boxes, (shapes, box) => {
    const blocks = shapes.map(blockOf);
    const { omitted, shown } = solve(blocks, box, tokensOf(box));
    for (const { piece, block } of omitted) {
      assert.ok(piece === block.self || shown.has(block.self));
      const details = block.pieces.filter(({ kind }) => kind === "detail");
      assert.notEqual(shapes[blocks.indexOf(block)]!.details[details.indexOf(piece)], 0);
    }
  }));
});

Deno.test("nothing is outside the card, and no two blocks meet", () => {
  fc.assert(fc.property(cards, boxes, (shapes, box) => {
    const tokens = tokensOf(box);
    const plan = solve(shapes.map(blockOf), box, tokens);
    if (!plan.fits) return assert.ok(plan.shown.size <= 1);
    const [width, height] = [box.width - 2 * tokens.insetInline, box.height - 2 * tokens.insetBlock];
    for (const [index, cell] of plan.cells.entries()) {
      assert.ok(cell.top >= 0 && cell.start >= 0);
      assert.ok(cell.top + cell.height <= height && cell.start + cell.width <= width);
      for (const other of plan.cells.slice(index + 1)) {
        const isBelow = other.top >= cell.top + cell.height || cell.top >= other.top + other.height;
        const isBeside = other.start >= cell.start + cell.width || cell.start >= other.start + other.width;
        assert.ok(isBelow || isBeside, "two blocks meet");
      }
    }
  }));
});

Deno.test("no arrangement returns once a higher card has left it", () => {
  fc.assert(
    fc.property(cards, fc.constantFrom(...Object.values(CLASSES)), (shapes, [width, least, most]) => {
      const blocks = shapes.map(blockOf);
      const names: string[] = [];
      for (let height: number = least; height <= most; height += 2) {
        const box: Box = { width, height };
        const { shape, look } = solve(blocks, box, tokensOf(box));
        void look;
        if (names.at(-1) !== shape) names.push(shape);
      }
      assert.equal(new Set(names).size, names.length, names.join(" → "));
    }),
    { numRuns: 60 },
  );
});

/** Whether of blocks that a card is about none is shown, but a button: no card does that. */
function isControlAlone(blocks: readonly Block[], shown: Shown): boolean {
  const below = blocks.filter(({ role }) => role !== "title");
  const subjects = below.filter(({ role }) => role !== "control");
  return subjects.length > 0 && below.some(({ self }) => shown.has(self)) &&
    !subjects.some(({ self }) => shown.has(self));
}

Deno.test("the plan shows what a search of everything finds", () => {
  const few = fc.array(shape.map((one) => ({ ...one, rows: Math.min(one.rows, 3) })), {
    minLength: 1,
    maxLength: 3,
  })
    .map((shapes) => [TITLE, ...shapes]);
  fc.assert(
    fc.property(few, fc.constantFrom(130, 166, 230, 314, 350, 420), (shapes, height) => {
      const box = { width: 347, height };
      const tokens = tokensOf(box);
      const blocks = shapes.map(blockOf);
      const plan = solve(blocks, box, tokens);
      if (!plan.fits) return;
      const all = ranksOf(blocks, tokens);
      for (let set = 0; set < 2 ** all.length; set++) {
        const shown = new Set(all.filter((_, index) => set & 2 ** index));
        const isWhole = blocks.every(({ self, pieces }) =>
          shown.has(self) || pieces.every((piece) => !shown.has(piece))
        );
        if (!isWhole || isControlAlone(blocks, shown) || compareSets(shown, plan.shown, all) <= 0) continue;
        const tightest = {
          row: tokens.row.least,
          gap: tokens.gaps.at(-1)![0],
          gapHead: tokens.gaps.at(-1)![1],
          value: -1 as const,
        };
        const visible = blocks.filter(({ self }) => shown.has(self));
        const needed = visible.reduce((sum, block) => sum + block.at(315)!.height(shown, tightest), 0) +
          (visible.length - 1) * tightest.gap;
        assert.ok(needed > height - 2 * tokens.insetBlock, "another set of pieces shows more and fits");
      }
    }),
    { numRuns: 40 },
  );
});

Deno.test("the same card gets the same plan", () => {
  fc.assert(fc.property(cards, boxes, (shapes, box) => {
    const read = () => {
      const blocks = shapes.map(blockOf);
      const { shape, cells, look } = solve(blocks, box, tokensOf(box));
      return { shape, look, cells: cells.map(({ block: _, ...cell }) => cell) };
    };
    assert.deepEqual(read(), read());
  }));
});

/** All pieces, the most important first. */
function ranksOf(blocks: readonly Block[], { firstRows }: Pick<Tokens, "firstRows">): Piece[] {
  const leaves = blocks.flatMap(leavesOf);
  const roles = new Set<Role>();
  const firsts = leaves.filter(({ role }) => !roles.has(role) && roles.add(role));
  const data = firsts.filter(({ role }) => ["title", "headline", "lead", "rows", "figure"].includes(role));
  const subjects = firsts.filter(({ role }) => role !== "control");
  const pieces = leaves.flatMap(({ pieces }) => pieces);
  const rowsOf = (block: Block) =>
    block.pieces.filter(({ kind, rank }) => kind === "row" && rank === undefined);
  return [
    ...new Set([...data, ...subjects, ...firsts, ...leaves].map(({ self }) => self)),
    ...leaves.flatMap((block) => rowsOf(block).slice(0, firstRows - 1)),
    ...pieces.filter(({ rank }) => rank === "early"),
    ...leaves.flatMap((block) => rowsOf(block).slice(firstRows - 1)),
    ...pieces.filter(({ kind, rank }) => kind === "detail" && rank === undefined),
    ...pieces.filter(({ rank }) => rank === "late"),
  ];
}

function compareSets(one: ReadonlySet<Piece>, other: ReadonlySet<Piece>, ranks: readonly Piece[]): number {
  const first = ranks.find((piece) => one.has(piece) !== other.has(piece));
  return first === undefined ? 0 : one.has(first) ? 1 : -1;
}

function compare(one: Plan, other: Plan, blocks: readonly Block[], tokens: Tokens): number {
  return compareSets(one.shown, other.shown, ranksOf(blocks, tokens));
}

function describe(...plans: readonly Plan[]): string {
  return plans.map(({ shape, cells, omitted }) =>
    `${shape}: ${cells.length} cells, ${omitted.length} left out`
  ).join(" → ");
}
