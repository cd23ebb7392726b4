import { DRAWING, ROWS } from "../styles/beside_styles.ts";
import { across, type Arrangement, type Content, HEADING, OWN, REST, VALUES } from "./arrangement.ts";
import type { Part } from "./parts.ts";

/** A block that can be below a value, and below columns. */
const SMALL = `.kit-stat, .kit-meter, .kit-text, .kit-callout, ${VALUES}`;

/** A list of one item. */
const ONE_ROW = ".kit-list:not(:has(> :nth-child(2 of :not(.kit-more))))";

/** Two columns, of which the second one is wider, and two equal ones. */
const [WIDER, EQUAL] = ["minmax(0, 2fr) minmax(0, 3fr)", "repeat(2, minmax(0, 1fr))"];

/** What can be in the first of two columns. */
export interface Before {
  /** The first of the blocks. */
  readonly first: string;
  /** The blocks that can be below it. */
  readonly others: string;
  /** At most so many. */
  readonly most: number;
  /** What can be the first of them beside a drawing that was between it and the others. */
  readonly value: string;
}

const FEW_BLOCKS: Before = {
  first: `.kit-stat, ${HEADING}, ${VALUES}, ${DRAWING}`,
  others: `${SMALL}, ${ROWS}, ${DRAWING}`,
  most: 3,
  value: ".kit-stat",
};

/** In a card that is too low for all of them below one another. */
export const BLOCKS: Before = { ...FEW_BLOCKS, most: 4, value: `.kit-stat, ${VALUES}` };

/** In a low card. */
export const VALUE_FIRST: Before = { first: ".kit-stat", others: ".kit-text", most: 2, value: ".kit-stat" };

/** In a card that is as high as its content, a bar between a drawing and rows stays with the rows, which it is about. */
export function planFeed(content: Content): Arrangement | null {
  const { blocks } = content;
  const rows = blocks.findLastIndex((block) => block.matches(ROWS) && !block.matches(ONE_ROW));
  const isBarOfRows = blocks[rows - 1]?.matches(".kit-meter") && blocks[rows - 2]?.matches(DRAWING);
  return isBarOfRows ? null : planColumns(content, FEW_BLOCKS);
}

/**
 * What is at the end, rows with their heading or a drawing, is the second column. Small blocks after it are below both, or
 * two and more of them below a value before it.
 */
export function planColumns({ top, blocks }: Content, before: Before): Arrangement | null {
  if (top.length === 0) return null;
  const small = countSmallAtEnd(blocks);
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
    (first.length === 1 || isColumn(first.slice(0, -1), { ...before, most: before.most - 1 }));
  const isAfterValue = first.length > 1 &&
    isColumn(first, { first: ".kit-stat", others: SMALL, most: before.most });
  if (isAfterRows || isAfterValue) return columnsOf(top, first, [last], after);
  const isBetween = first.length === 1 && after.length > 1 &&
    isColumn([...first, ...after], {
      first: before.value,
      others: `${SMALL}, ${ONE_ROW}`,
      most: before.most,
    });
  return isBetween ? columnsOf(top, [...first, ...after], [last], []) : null;
}

/** One row without a heading is small beside anything larger. */
function countSmallAtEnd(blocks: readonly Part[]): number {
  const isOneRow = (block: Part, index: number) =>
    block.matches(ONE_ROW) && !blocks[index - 1]?.matches(HEADING);
  const large = blocks.findLastIndex((block, index) => !block.matches(SMALL) && !isOneRow(block, index));
  const last = large === -1 ? blocks.findLastIndex((block) => !block.matches(SMALL)) : large;
  return blocks.length - 1 - last;
}

function isColumn(
  blocks: readonly Part[],
  { first, others, most }: Pick<Before, "first" | "others" | "most">,
): boolean {
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
    rows: [...top.map(() => OWN), ...first.slice(1).map(() => OWN), REST, ...after.map(() => OWN)],
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

/** A chart is beside a value before it, and what follows is below both. */
export function planChart(content: Content): Arrangement | null {
  return planValueAndChart(content, WIDER);
}

/** A low card has no room for rows below a chart, and gives half of its width to a long value. */
export function planLowChart(content: Content): Arrangement | null {
  if (content.blocks.some((block) => block.matches(ROWS))) return null;
  return planValueAndChart(content, content.blocks[0]?.hasAttribute("data-long") ? EQUAL : WIDER);
}

function planValueAndChart({ top, blocks }: Content, columns: string): Arrangement | null {
  const [value, chart, ...after] = blocks;
  if (top.length === 0 || !value?.matches(".kit-stat") || !chart?.matches(DRAWING)) return null;
  return {
    layout: "chart",
    columns,
    rows: [...top.map(() => OWN), REST, ...after.map(() => OWN)],
    areas: new Map([
      ...across(top, 1),
      [value, `${top.length + 1} / 1`],
      [chart, `${top.length + 1} / 2`],
      ...across(after, top.length + 2),
    ]),
    beside: [],
  };
}

/** Bars and remarks are beside a value if there is nothing else. */
export function planValue({ top, blocks: [value, ...others] }: Content): Arrangement | null {
  const isPlan = top.length === 1 && top[0]!.matches(".kit-header") && value?.matches(".kit-stat") &&
    others.length > 0 && others.every((block) => block.matches(".kit-meter, .kit-callout"));
  if (!isPlan) return null;
  return {
    layout: "cells",
    columns: EQUAL,
    rows: [OWN, ...others.slice(1).map(() => OWN), REST],
    areas: new Map([
      ...across(top, 1),
      [value!, `2 / 1 / span ${others.length}`],
      ...others.map((block, row): [Part, string] => [block, `${2 + row} / 2`]),
    ]),
    beside: [],
  };
}
