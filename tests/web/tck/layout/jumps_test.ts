import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { FITTING_CARDS, withViews } from "../fitting.ts";
import { setWidth, showTrial, type Trial, type TrialBlock, type TrialCard } from "./trial.ts";

const [SQUARE, WIDE_ROW, LARGE_SQUARE, LONG_ROW, WIDE, , FEED] = [0, 1, 2, 3, 4, 5, 6] as const;

const stat = (count: number, hasDetail = false): TrialBlock => ({ kind: "stat", count, hasDetail });
const list = (count: number, hasDetail = false): TrialBlock => ({ kind: "list", count, hasDetail });
const table = (count: number): TrialBlock => ({ kind: "table", count });
const [chart, callout] = [{ kind: "chart" }, { kind: "callout" }] as const satisfies TrialBlock[];

/** Blocks of which one has so many rows. */
const GROWING: { readonly [name: string]: readonly [most: number, (rows: number) => readonly TrialBlock[]] } =
  {
    "three values, a chart and a list": [7, (rows) => [stat(3), stat(3), stat(3), chart, list(rows)]],
    "a timeline": [12, (rows) => [{ kind: "timeline", count: rows }]],
    "a table": [11, (rows) => [table(rows)]],
    "a table and a remark": [9, (rows) => [table(rows), callout]],
    "a list": [10, (rows) => [list(rows)]],
    "a value and a list with details": [7, (rows) => [stat(4, true), list(rows, true)]],
    "a value, a chart and a list": [6, (rows) => [stat(4), chart, list(rows)]],
  };

Deno.test("one row more never costs a block, or a row that was shown", async (t) => {
  await withTrial(async (page) => {
    for (const [name, [most, blocksOf]] of Object.entries(GROWING)) {
      await t.step(name, async () => {
        const faults: string[] = [];
        let before: TrialCard[] = [];
        for (let rows = 1; rows <= most; rows++) {
          const cards = await showTrial(page, { blocks: blocksOf(rows) });
          for (const [card, { blocks }] of before.entries()) {
            const now = cards[card]!.blocks;
            if (blocks.some((shown, block) => now[block]! < shown)) {
              faults.push(`${nameOf(card)}, ${rows} rows: ${blocks} → ${now}`);
            }
          }
          before = cards;
        }
        assert.deepEqual(faults, []);
      });
    }
  });
});

/** The same blocks with a text of a length. */
const LENGTHENED: {
  readonly [name: string]: readonly [lengths: readonly number[], (length: number) => Trial];
} = {
  "digits of a value above a list and a chart": [
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    (length) => ({ blocks: [stat(length, true), chart, list(4)] }),
  ],
  "digits of a value above a list": [
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    (length) => ({ blocks: [stat(length), list(5, true)] }),
  ],
  "letters of a title": [
    [4, 8, 12, 16, 24, 32, 48],
    (length) => ({
      title: "Ferries to the islands of the northern sea, today".slice(0, length),
      blocks: [stat(4), list(4)],
    }),
  ],
};

Deno.test("a longer text never shows more, and no arrangement returns", async (t) => {
  await withTrial(async (page) => {
    for (const [name, [lengths, trialOf]] of Object.entries(LENGTHENED)) {
      await t.step(name, async () => {
        const steps: TrialCard[][] = [];
        for (const length of lengths) steps.push(await showTrial(page, trialOf(length)));
        assert.deepEqual(findJumps(steps.reverse(), lengths.toReversed()), []);
      });
    }
  });
});

Deno.test("a wider card of a class never shows less, and no arrangement returns", async (t) => {
  await withTrial(async (page) => {
    for (const blocks of [[stat(6, true), chart, list(5)], [stat(4), list(6, true)], [table(8), callout]]) {
      await t.step(blocks.map(({ kind }) => kind).join(", "), async () => {
        await showTrial(page, { blocks });
        const faults: string[] = [];
        for (
          const [cards, from, to] of [[[WIDE_ROW, LARGE_SQUARE], 300, 636], [
            [LONG_ROW, WIDE],
            648,
            960,
          ]] as const
        ) {
          const widths = Array.from({ length: 15 }, (_, step) => Math.round(from + step * (to - from) / 14));
          const steps: TrialCard[][] = [];
          for (const width of widths) {
            const shown = await setWidth(page, cards, width);
            steps.push(cards.map((card) => shown[card]!));
          }
          faults.push(...findJumps(steps, widths, cards));
          await setWidth(page, cards, null);
        }
        assert.deepEqual(faults, []);
      });
    }
  });
});

Deno.test("a value is not smaller in a wider feed", async () => {
  await withTrial(async (page) => {
    for (const blocks of [[stat(6), chart], [stat(8), chart], [stat(6, true), list(5)]]) {
      await showTrial(page, { blocks });
      let before = 0;
      for (const width of [320, 400, 480, 540, 544, 548, 640, 720]) {
        const { value } = (await setWidth(page, [FEED], width))[FEED]!;
        assert.ok(value >= before, `${blocks.map(({ kind }) => kind)} at ${width} px: ${before} → ${value}`);
        before = value;
      }
      await setWidth(page, [FEED], 320);
    }
  });
});

Deno.test("a larger size shows as many rows of the same content", async () => {
  await withTrial(async (page) => {
    const rowsOf = async (blocks: readonly TrialBlock[], block: number, sizes: readonly [number, number]) => {
      const cards = await showTrial(page, { blocks });
      const [small, large] = sizes.map((card) => cards[card]!.blocks[block]!);
      assert.ok(large! >= small!, `${blocks.map(({ kind }) => kind)}: ${small} → ${large}`);
    };
    await rowsOf([stat(4), list(5)], 1, [WIDE_ROW, LARGE_SQUARE]);
    await rowsOf([table(3), callout], 0, [SQUARE, WIDE_ROW]);
    await rowsOf([{ kind: "timeline", count: 4, hasDetail: true }], 0, [WIDE_ROW, LONG_ROW]);
  });
});

Deno.test("blocks of one role have one arrangement in a 4x2", async () => {
  await withTrial(async (page) => {
    const shapeOf = async (blocks: readonly TrialBlock[]) => (await showTrial(page, { blocks }))[WIDE]!.shape;
    assert.equal(
      await shapeOf([stat(4), { kind: "badge" }, chart]),
      await shapeOf([stat(4), { kind: "text" }, chart]),
    );
    assert.equal(await shapeOf([{ kind: "image" }, list(4)]), await shapeOf([stat(4), list(4)]));
    for (const kind of ["background", "bars"] as const) {
      assert.equal(await shapeOf([{ kind }, list(4)]), await shapeOf([{ kind: "image" }, list(4)]), kind);
    }
    assert.equal(await shapeOf([{ kind: "div" }, list(4)]), await shapeOf([{ kind: "text" }, list(4)]));
    assert.equal(await shapeOf([{ kind: "icon" }, list(4)]), await shapeOf([{ kind: "text" }, list(4)]));
    const scores = { kind: "scores", count: 6 } as const;
    assert.equal(await shapeOf([scores, list(4)]), "columns");
    assert.equal(await shapeOf([{ ...scores, hasDetail: true }, list(4)]), "column");
  });
});

Deno.test("in a wide card the details of events are beside their texts, and need no height", async () => {
  await withTrial(async (page) => {
    const cards = await showTrial(page, { blocks: [{ kind: "bar" }, { kind: "steps", count: 7 }] });
    assert.ok(cards[WIDE]!.pieces.every((shown) => shown));
    const tops = await page.evaluate((card) => {
      const { shadowRoot } = document.querySelectorAll("article")[card]!;
      return [".kit-event-text", ".kit-item-detail"].map((part) =>
        [...shadowRoot!.querySelectorAll(part)].map((element) =>
          Math.round(element.getBoundingClientRect().bottom)
        )
      );
    }, WIDE);
    assert.ok(tops[0]!.every((bottom, event) => Math.abs(bottom - tops[1]![event]!) <= 4), tops.join(" | "));
  });
});

async function withTrial(run: (page: Page) => Promise<void>): Promise<void> {
  await withViews(async (page, show) => {
    await show("trial", { strict: false });
    await run(page);
  });
}

/** Steps to more room: those that show less, and arrangements that return. */
function findJumps(
  steps: readonly TrialCard[][],
  names: readonly number[],
  cards?: readonly number[],
): string[] {
  return steps[0]!.flatMap((_, index) => {
    const name = nameOf(cards?.[index] ?? index);
    const shapes: string[] = [];
    const faults = steps.flatMap((step, at) => {
      const [before, now] = [steps[at - 1]?.[index], step[index]!];
      if (shapes.at(-1) !== now.shape) shapes.push(now.shape);
      if (before === undefined) return [];
      const first = now.pieces.findIndex((shown, piece) => shown !== before.pieces[piece]);
      return first >= 0 && before.pieces[first]
        ? [`${name} at ${names[at]}: ${before.shape} ${before.blocks} → ${now.shape} ${now.blocks}`]
        : [];
    });
    if (new Set(shapes).size < shapes.length) faults.push(`${name}: ${shapes} returns`);
    return faults;
  });
}

function nameOf(card: number): string {
  const { size, width } = FITTING_CARDS[card]!;
  return `${size} ${width ?? ""}`.trim();
}
