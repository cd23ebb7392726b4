import { DRAWING, ROWS } from "../styles/beside_styles.ts";
import { type Part, partsOf, visible } from "./parts.ts";

/** A grid of blocks beside one another. */
interface Arrangement {
  /** What the styles have rules for. */
  readonly layout: "columns" | "chart" | "bars" | "cells" | "cells-3";
  /** As in `grid-template-columns`. */
  readonly columns: string;
  /** As in `grid-template-rows`. */
  readonly rows: readonly string[];
  /** The places of the blocks, as in `grid-area`. */
  readonly areas: ReadonlyMap<Part, string>;
  /** Headings and rows that have a column. */
  readonly beside: readonly Part[];
}

/** What a card shows from top to bottom. */
interface Content {
  /** The header or headline, and a remark or headline below it. */
  readonly top: readonly Part[];
  readonly blocks: readonly Part[];
}

/** Puts the blocks of a card beside one another that have room for it at its size. */
export function arrange(card: HTMLElement): void {
  const stack = card.firstElementChild as HTMLElement;
  clearArrangement(stack);
  const planOf = PLANS[classOf(card)];
  const arrangement = planOf(contentOf(stack));
  if (arrangement === null) return;
  const { layout, columns, rows, areas, beside } = arrangement;
  stack.dataset.layout = layout;
  stack.style.setProperty("--kit-template", `${rows.join(" ")} / ${columns}`);
  for (const [block, area] of areas) block.style.setProperty("--kit-area", area);
  for (const part of beside) part.dataset.beside = "";
}

function clearArrangement(stack: HTMLElement): void {
  if (stack.dataset.layout === undefined) return;
  delete stack.dataset.layout;
  stack.style.removeProperty("--kit-template");
  for (const block of stack.children as HTMLCollectionOf<HTMLElement>) {
    block.style.removeProperty("--kit-area");
    delete block.dataset.beside;
  }
}

/** The classes of sizes in which blocks are beside one another: two and four columns wide, or as high as the content. */
type SizeClass = "row" | "longRow" | "wide" | "feed" | "other";

/** In font sizes of the page, as the queries of the styles. */
const BOUNDS = { row: 18, wide: 40, feed: 34, low: 11, large: 34 } as const;

function classOf(card: HTMLElement): SizeClass {
  const root = parseFloat(getComputedStyle(card.ownerDocument.documentElement).fontSize);
  const [width, height] = [card.clientWidth / root, card.clientHeight / root];
  if (getComputedStyle(card).display !== "flex") return width >= BOUNDS.feed ? "feed" : "other";
  if (width <= BOUNDS.row || height >= BOUNDS.large) return "other";
  if (height < BOUNDS.low) return width > BOUNDS.wide ? "longRow" : "row";
  return width > BOUNDS.wide ? "wide" : "other";
}

const PLANS: { readonly [size in SizeClass]: (content: Content) => Arrangement | null } = {
  row: (content) => planValue(content) ?? planColumns(content, VALUE_FIRST) ?? planLowChart(content),
  longRow: (content) => planBarsAlone(content) ?? planCells(content),
  wide: (content) => planColumns(content, BLOCKS) ?? planBarsAndChart(content) ?? planChart(content),
  feed: (content) => planColumns(content, FEW_BLOCKS) ?? planBarsAndChart(content) ?? planChart(content),
  other: () => null,
};

/** A grid of nothing but values. */
const VALUES = ".kit-grid[data-values]";

/** The heading of a section. */
const HEADING = "h3.kit-heading, h4.kit-heading";

/** A block that can be below a value, and below columns. */
const SMALL = `.kit-stat, .kit-meter, .kit-text, .kit-callout, ${VALUES}`;

/** A bar of one value. */
const BAR = "div.kit-meter";

/** The row of a grid that takes the room that the others leave, and is as high as its content at least. */
const REST = "minmax(min-content, 1fr)";

/** The same where drawings have only the room that is there. */
const ROOM = "minmax(0, 1fr)";

/** Two columns, of which the second one is wider, and two equal ones. */
const [WIDER, EQUAL] = ["minmax(0, 2fr) minmax(0, 3fr)", "repeat(2, minmax(0, 1fr))"];

function contentOf(stack: HTMLElement): Content {
  const shown = visible(partsOf(stack));
  const headline = ".kit-heading-group, h2.kit-heading";
  const hasTop = shown[0]?.matches(`.kit-header, ${headline}`) ?? false;
  const hasAbove = hasTop && (shown[1]?.matches(`.kit-callout, ${headline}`) ?? false);
  const count = Number(hasTop) + Number(hasAbove);
  return { top: shown.slice(0, count), blocks: shown.slice(count) };
}

/** What can be in the first of two columns. */
interface Before {
  /** The first of the blocks. */
  readonly first: string;
  /** The blocks that can be below it. */
  readonly others: string;
  /** At most so many. */
  readonly most: number;
}

const FEW_BLOCKS: Before = {
  first: `.kit-stat, ${HEADING}, ${VALUES}, ${DRAWING}`,
  others: `${SMALL}, ${ROWS}, ${DRAWING}`,
  most: 3,
};

/** In a card that is too low for all of them below one another. */
const BLOCKS: Before = { ...FEW_BLOCKS, most: 4 };

/** In a low card. */
const VALUE_FIRST: Before = { first: ".kit-stat", others: ".kit-text", most: 2 };

/**
 * What is at the end, rows with their heading or a drawing, is the second column. Small blocks after it are below both, or
 * two and more of them below a value before it.
 */
function planColumns({ top, blocks }: Content, before: Before): Arrangement | null {
  if (top.length === 0) return null;
  const small = blocks.length - 1 - blocks.findLastIndex((block) => !block.matches(SMALL));
  const [inner, after] = [blocks.slice(0, blocks.length - small), blocks.slice(blocks.length - small)];
  const last = inner.at(-1);
  if (last === undefined) return null;
  if (last.matches(ROWS)) {
    const heading = inner.at(-2)?.matches(HEADING) ? [inner.at(-2)!] : [];
    const first = inner.slice(0, -1 - heading.length);
    const isNarrow = last.dataset.wide === undefined;
    return isNarrow && isColumn(first, before) ? columnsOf(top, first, [...heading, last], after) : null;
  }
  if (!last.matches(DRAWING)) return null;
  const first = inner.slice(0, -1);
  const isAfterRows = first.at(-1)?.matches(ROWS) &&
    (first.length === 1 || isColumn([...first.slice(0, -1)], { ...before, most: before.most - 1 }));
  const isAfterValue = first.length > 1 &&
    isColumn(first, { first: ".kit-stat", others: SMALL, most: before.most });
  if (isAfterRows || isAfterValue) return columnsOf(top, first, [last], after);
  const isBetween = first.length === 1 && after.length > 1 &&
    isColumn([...first, ...after], { first: ".kit-stat", others: SMALL, most: before.most });
  return isBetween ? columnsOf(top, [...first, ...after], [last], []) : null;
}

function isColumn(blocks: readonly Part[], { first, others, most }: Before): boolean {
  const [block, ...below] = blocks;
  return block !== undefined && blocks.length <= most && block.matches(first) &&
    below.every((block) => block.matches(others));
}

function columnsOf(
  top: readonly Part[],
  first: readonly Part[],
  second: readonly Part[],
  after: readonly Part[],
): Arrangement {
  const from = top.length + 1;
  const isHeaded = first[0]!.matches(HEADING);
  const isEqual = isHeaded || [...first, ...second].some((block) => block.matches(`${DRAWING}, .kit-grid`));
  return {
    layout: "columns",
    columns: isEqual ? EQUAL : WIDER,
    rows: [...top.map(() => "auto"), ...first.slice(1).map(() => "auto"), REST, ...after.map(() => "auto")],
    areas: new Map([
      ...across(top, 1),
      ...first.map((block, row): [Part, string] => [block, `${from + row} / 1`]),
      ...second.map((block): [Part, string] => [block, `${from} / 2 / span ${first.length}`]),
      ...across(after, from + first.length),
    ]),
    beside: [
      ...first.filter((block) => block.matches(ROWS)),
      ...second.filter((block) => !block.matches(DRAWING)),
    ],
  };
}

/** The places of blocks that are as wide as the card. */
function across(blocks: readonly Part[], from: number): [Part, string][] {
  return blocks.map((block, row) => [block, `${from + row} / 1 / auto / -1`]);
}

/** A chart is beside a value before it, and what follows is below both. */
function planChart({ top, blocks }: Content): Arrangement | null {
  const [value, chart, ...after] = blocks;
  if (top.length === 0 || !value?.matches(".kit-stat") || !chart?.matches(DRAWING)) return null;
  const isLong = value.hasAttribute("data-long") && value.closest(".kit-card")!.clientWidth < LONG;
  return {
    layout: "chart",
    columns: isLong ? EQUAL : WIDER,
    rows: [...top.map(() => "auto"), REST, ...after.map(() => "auto")],
    areas: new Map([
      ...across(top, 1),
      [value, `${top.length + 1} / 1`],
      [chart, `${top.length + 1} / 2`],
      ...across(after, top.length + 2),
    ]),
    beside: [],
  };
}

/** A low card has no room for rows below a chart. */
function planLowChart(content: Content): Arrangement | null {
  return content.blocks.some((block) => block.matches(ROWS)) ? null : planChart(content);
}

/** In a narrower card, in CSS pixels, two fifths are too narrow for a long value. */
const LONG = 480;

/** Bars and remarks are beside a value if there is nothing else. */
function planValue({ top, blocks: [value, ...others] }: Content): Arrangement | null {
  const isPlan = top.length === 1 && top[0]!.matches(".kit-header") && value?.matches(".kit-stat") &&
    others.length > 0 && others.every((block) => block.matches(".kit-meter, .kit-callout"));
  if (!isPlan) return null;
  return {
    layout: "cells",
    columns: EQUAL,
    rows: ["auto", ...others.slice(1).map(() => "auto"), REST],
    areas: new Map([
      ...across(top, 1),
      [value!, `2 / 1 / span ${others.length}`],
      ...others.map((block, row): [Part, string] => [block, `${2 + row} / 2`]),
    ]),
    beside: [],
  };
}

/** How many bars are in columns. */
const [FEWEST_BARS, MOST_BARS] = [4, 6];

function startingBars({ top, blocks }: Content): readonly Part[] {
  const other = blocks.findIndex((block) => !block.matches(BAR));
  const bars = other === -1 ? blocks : blocks.slice(0, other);
  return top.length === 1 && bars.length >= FEWEST_BARS && bars.length <= MOST_BARS ? bars : [];
}

/** Bars above a chart are in two columns. */
function planBarsAndChart(content: Content): Arrangement | null {
  const bars = startingBars(content);
  const after = content.blocks.slice(bars.length);
  return bars.length > 0 && after[0]?.matches(DRAWING) ? barsOf(content.top, bars, 2, after) : null;
}

/** Bars in a low card that has nothing else are in two or three columns. */
function planBarsAlone(content: Content): Arrangement | null {
  const bars = startingBars(content);
  if (bars.length === 0 || bars.length < content.blocks.length) return null;
  return barsOf(content.top, bars, bars.length === FEWEST_BARS ? 2 : 3, []);
}

function barsOf(
  top: readonly Part[],
  bars: readonly Part[],
  columns: number,
  after: readonly Part[],
): Arrangement {
  const rows = Math.ceil(bars.length / columns);
  const placeOf = (index: number) => `${2 + Math.floor(index / columns)} / ${1 + index % columns}`;
  return {
    layout: "bars",
    columns: `repeat(${columns}, minmax(0, 1fr))`,
    rows: [
      "auto",
      ...Array<string>(rows).fill("auto"),
      ...after.map((_, index) => index === 0 ? REST : "auto"),
    ],
    areas: new Map([
      ...across(top, 1),
      ...bars.map((bar, index): [Part, string] => [bar, placeOf(index)]),
      ...across(after, 2 + rows),
    ]),
    beside: [],
  };
}

/** Blocks in one place, one below the other: rows below their heading, or what is below a bar that is beside a value. */
type Cell = readonly [Part, ...Part[]];

/** Two or three blocks below a header, or values and a drawing below a headline, are beside one another. */
function planCells({ top: [top, above], blocks }: Content): Arrangement | null {
  if (top === undefined) return null;
  const cells = cellsOf(above === undefined ? blocks : [above, ...blocks]);
  if (cells.length < 2 || cells.length > 3) return null;
  const isHeadline = !top.matches(".kit-header");
  const [first, second] = cells as [Cell, Cell];
  if (isHeadline && !(first[0].matches(`.kit-stat, ${VALUES}`) && second[0].matches(DRAWING))) return null;
  const isStacked = cells.some((cell) => !isHeaded(cell) && cell.length > 1);
  return {
    layout: cells.length === 3 ? "cells-3" : "cells",
    columns: columnsOfCells(cells, isHeadline),
    rows: isStacked ? ["auto", "auto", ROOM] : ["auto", ROOM],
    areas: new Map([
      ...across([top], 1),
      ...cells.flatMap((cell, column) => placeCell(cell, column + 1, isStacked)),
    ]),
    beside: cells.flatMap((cell) => cell.filter((block) => block.matches(`${HEADING}, ${ROWS}`))),
  };
}

function cellsOf(blocks: readonly Part[]): Cell[] {
  const cells: [Part, ...Part[]][] = [];
  for (const [index, block] of blocks.entries()) {
    const [before, bar] = [blocks[index - 2], blocks[index - 1]];
    const isOfHeading = block.matches(ROWS) && bar?.matches(HEADING);
    const isOfBar = block.matches(".kit-meter, .kit-callout, .kit-text") && bar?.matches(".kit-meter") &&
      before?.matches(".kit-stat");
    if (isOfHeading || isOfBar) cells.at(-1)!.push(block);
    else cells.push([block]);
  }
  return cells;
}

function isHeaded(cell: Cell): boolean {
  return cell.length > 1 && cell[0].matches(HEADING);
}

function placeCell(cell: Cell, column: number, isStacked: boolean): [Part, string][] {
  if (!isStacked) return cell.map((block) => [block, `2 / ${column}`]);
  if (cell.length === 1 || isHeaded(cell)) return cell.map((block) => [block, `2 / ${column} / span 2`]);
  return cell.map((block, row) => [block, `${2 + row} / ${column}`]);
}

/** The widths of columns, as parts of the whole. */
function columnsOfCells(cells: readonly Cell[], isHeadline: boolean): string {
  return partsOfCells(cells, isHeadline).map((part) => `minmax(0, ${part}fr)`).join(" ");
}

function partsOfCells(cells: readonly Cell[], isHeadline: boolean): readonly number[] {
  const is = (index: number, selector: string) => cells[index]!.at(-1)!.matches(selector);
  if (cells.length === 2) {
    if (isHeadline || cells.every(isHeaded)) return [1, 1];
    return is(0, ".kit-auto") || (is(0, ROWS) && is(1, ".kit-callout")) ? [3, 2] : [2, 3];
  }
  if (is(0, ".kit-auto")) return [5, 3, 3];
  if (isHeadline) return [5, 4, 3];
  if (is(1, VALUES)) return [3, 2, 3];
  if (!is(0, ".kit-stat")) return [1, 1, 1];
  return is(1, DRAWING) && is(2, VALUES) ? [2, 4, 2] : [2, 3, 3];
}
