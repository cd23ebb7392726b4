import { DRAWING, ROWS } from "../styles/beside_styles.ts";
import { across, type Arrangement, type Content, HEADING, OWN, VALUES } from "./arrangement.ts";
import type { Part } from "./parts.ts";

/** The row of a grid in which drawings have only the room that is left. */
const ROOM = "minmax(0, 1fr)";

/** Blocks in one place, one below the other: rows below their heading, or what is below a bar that is beside a value. */
type Cell = readonly [Part, ...Part[]];

/** Two or three blocks below a header, or values and a drawing below a headline, are beside one another. */
export function planCells({ top: [top, above], blocks }: Content): Arrangement | null {
  if (top === undefined || blocks.some((block) => block.matches(".kit-header"))) return null;
  const cells = cellsOf(above === undefined ? blocks : [above, ...blocks]);
  if (cells.length < 2 || cells.length > 3) return null;
  const isHeadline = !top.matches(".kit-header");
  const [first, second] = cells as [Cell, Cell];
  if (isHeadline && !(first[0].matches(`.kit-stat, ${VALUES}`) && second[0].matches(DRAWING))) return null;
  const isStacked = cells.some((cell) => !isHeaded(cell) && cell.length > 1);
  return {
    layout: cells.length === 3 ? "cells-3" : "cells",
    columns: columnsOfCells(cells, isHeadline),
    rows: isStacked ? [OWN, OWN, ROOM] : [OWN, ROOM],
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
