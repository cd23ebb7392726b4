import { beside, column, grid } from "./arrange.ts";
import { type Block, leavesOf, type Role } from "./model.ts";
import type { Footprint } from "./tokens.ts";

/** An arrangement of all blocks of a card. */
export interface Shape {
  /** In a `column` blocks are below one another; in any other some are beside one another, in boxes of their own. */
  readonly name: "column" | "columns" | "cells" | "lead" | "rows" | "bars";
  readonly root: Block;
  /** What is beside one another, where that could also be other blocks. */
  readonly sides?: readonly Block[];
}

/** The space between columns. */
export const COLUMN_GAP = 24;

/** The fewest items with which a lone list has two columns in a high card. */
const MANY_ROWS = 8;

/**
 * The arrangements of a class of sizes, in the order of preference. They ask for the roles of blocks, and for nothing else: an
 * author who wants another one writes a `Grid` or a `Stack`.
 */
export function shapesOf(blocks: readonly Block[], footprint: Footprint): Shape[] {
  const plain: Shape = { name: "column", root: column(blocks) };
  return SHAPES[footprint](contentOf(blocks), plain);
}

/** The blocks of a card by where they can be. */
interface Content {
  /** The title, and a headline or remark directly below it. */
  readonly top: readonly Block[];
  /** What can be beside one another. */
  readonly inner: readonly Block[];
  /** Remarks, bars and controls at the end. */
  readonly after: readonly Block[];
}

const ABOVE: ReadonlySet<Role> = new Set(["headline", "remark"]);
const BELOW: ReadonlySet<Role> = new Set(["remark", "control"]);
const DATA: ReadonlySet<Role> = new Set(["rows", "figure"]);

function contentOf(blocks: readonly Block[]): Content {
  const hasTitle = blocks[0]?.role === "title" || blocks[0]?.role === "headline";
  let from = hasTitle ? 1 : 0;
  if (hasTitle && ABOVE.has(blocks[1]?.role as Role) && blocks.length > 2) from++;
  let to = blocks.length;
  while (to > from && BELOW.has(blocks[to - 1]!.role)) to--;
  return { top: blocks.slice(0, from), inner: blocks.slice(from, to), after: blocks.slice(to) };
}

const SHAPES: { readonly [footprint in Footprint]: (content: Content, plain: Shape) => Shape[] } = {
  "1x1": (_, plain) => [plain],
  "2x1": (content, plain) => [...leadShapes(content, "lead"), plain, ...leadShapes(content, "figure")],
  "4x1": (content, plain) => [
    ...barShapes(content, [2, 3]),
    ...rowShapes(content, 2),
    ...cellShapes(content),
    ...leadShapes(content, "lead"),
    plain,
  ],
  "2x2": (_, plain) => [plain],
  "4x2": (content, plain) => [...wideShapes(content), ...rowShapes(content, MANY_ROWS), plain],
  "4x4": (content, plain) => [...rowShapes(content, MANY_ROWS), plain],
  feed: (_, plain) => [plain],
  wideFeed: (content, plain) => [...wideShapes(content), ...rowShapes(content, 6), plain],
};

function arranged(
  name: Shape["name"],
  { top, after }: Pick<Content, "top" | "after">,
  middle: readonly Block[],
): Shape {
  return { name, root: column([...top, ...middle, ...after]) };
}

/** A block of this role that is first is beside all others. One without a least width, such as a picture, is as wide as it can be. */
function leadShapes({ top, inner, after }: Content, role: Role): Shape[] {
  const [lead, ...others] = inner;
  const rest = [...others, ...after];
  if (top.length === 0 || lead?.role !== role || rest.length === 0 || lead.leastWidth === undefined) {
    return [];
  }
  const middle = beside(
    [
      { block: lead, share: 2, isCentred: role === "lead" && areDrawings(rest) },
      { block: column(rest, { isBeside: true }), share: 3 },
    ],
    { gap: COLUMN_GAP },
  );
  return [arranged("lead", { top, after: [] }, [middle])];
}

/**
 * The last rows or figure are beside all that is before them, or a figure before them is beside all others, if the columns end
 * nearer together then. One small block after the last ones is below both columns, more are below the first.
 */
function wideShapes({ top, inner: all, after: end }: Content): Shape[] {
  if (top.length === 0) return [];
  const wide = all.findLastIndex(({ leastWidth }) => leastWidth !== Infinity) + 1;
  const [inner, after] = [all.slice(0, wide), [...all.slice(wide), ...end]];
  const bars = barShapes({ top, inner, after }, [2]);
  const isData = ({ role, isSmall }: Block) => DATA.has(role) && isSmall !== true;
  const last = inner.findLastIndex(isData);
  const isBelow = last > 0 && inner.length - last <= 2;
  const blocks = isBelow ? inner.slice(0, last + 1) : inner;
  const below = [...inner.slice(blocks.length), ...after];
  const columns = blocks.flatMap((data, place): Shape[] => {
    if (place !== last && (place === 0 || data.role !== "figure" || !isData(data))) return [];
    const first = blocks.filter((block) => block !== data);
    const isEqual = first.some(({ role }) => DATA.has(role));
    if (!isEqual && first[0]?.role !== "lead") return [];
    const sides = [first, [data]].map((blocks) => column(blocks, { isBeside: true }));
    const middle = beside(
      [
        { block: sides[0]!, share: isEqual ? 1 : 2, isCentred: !isEqual && areDrawings([data]) },
        { block: sides[1]!, share: isEqual ? 1 : 3 },
      ],
      { gap: COLUMN_GAP },
    );
    return [{ ...arranged("columns", { top, after: below }, [middle]), sides }];
  });
  return [...columns.toReversed(), ...bars];
}

/** Text beside a drawing is in the middle of it; text beside rows begins where they do. */
function areDrawings(blocks: readonly Block[]): boolean {
  return blocks.every(({ role }) => role === "figure");
}

/** Rows in two columns, when the card has at least `least` of them and no other block. */
function rowShapes({ top, inner: [rows, ...others], after }: Content, least: number): Shape[] {
  if (rows?.role !== "rows" || others.length > 0 || (rows.rows ?? 0) < least) return [];
  const block = rows.inColumns?.(2);
  return block === undefined ? [] : [arranged("rows", { top, after }, [block])];
}

/** The first two blocks and all others are beside one another. */
function cellShapes({ top, inner, after }: Content): Shape[] {
  const [first, second, ...others] = [...top.slice(1), ...inner, ...after];
  if (top.length === 0 || first === undefined || second === undefined) return [];
  const cells = [[first], [second], others].filter((cell) => cell.length > 0)
    .map((cell) => column(cell, { isBeside: true }));
  const middle = beside(cells.map((block) => ({ block, share: shareOf(block) })), { gap: COLUMN_GAP });
  return [arranged("cells", { top: top.slice(0, 1), after: [] }, [middle])];
}

/** What has rows or drawings in it is wider. */
function shareOf(block: Block): number {
  return leavesOf(block).some(({ role }) => DATA.has(role)) ? 3 : 2;
}

/** Four bars and more are in columns. */
function barShapes({ top, inner, after }: Content, columns: readonly number[]): Shape[] {
  const end = inner.findIndex(({ role }) => role !== "bar");
  const bars = end === -1 ? inner : inner.slice(0, end);
  if (bars.length < 4) return [];
  const count = columns.find((count) => bars.length <= 2 * count) ?? columns.at(-1)!;
  const group = grid(bars, { columns: () => count, columnGap: COLUMN_GAP, rowGap: ({ gap }) => gap });
  return [arranged("bars", { top, after }, [group, ...inner.slice(bars.length)])];
}
