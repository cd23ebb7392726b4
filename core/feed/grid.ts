import { FOOTPRINTS, type WidgetSize } from "../contract/mod.ts";

/** The size of a card in the grid. */
export interface GridFootprint {
  /** Width in columns. */
  readonly columns: 1 | 2 | 4;
  /** Height in rows. */
  readonly rows: 1 | 2 | 4;
}

/** The position and size of a card in the grid. */
export interface GridPlacement extends GridFootprint {
  /** The first column: 0 to 3 for a card of one column, 0 or 2 for two, 0 for four. */
  readonly column: number;
  /** The first row, from 0. */
  readonly row: number;
}

/**
 * The width of the grid in columns (preview specification, §8).
 *
 * @example
 * ```ts
 * import { GRID_COLUMNS } from "@tck/tckb/feed";
 * const template = `repeat(${GRID_COLUMNS}, 1fr)`;
 * ```
 */
export const GRID_COLUMNS = 4;

/**
 * The footprint of a widget in the grid: that of its first fixed size, or four columns by two rows when its only size is
 * `fill-auto`.
 *
 * @param sizes The sizes that the manifest declares, the preferred one first
 *
 * @example
 * ```ts
 * import { gridFootprint } from "@tck/tckb/feed";
 * gridFootprint(["fill-auto", "2x1"]); // { columns: 2, rows: 1 }
 * ```
 */
export function gridFootprint(sizes: readonly WidgetSize[]): GridFootprint {
  for (const size of sizes) {
    const { columns, rows } = FOOTPRINTS[size];
    if (rows !== null) return { columns, rows };
  }
  return { columns: GRID_COLUMNS, rows: 2 };
}

/**
 * Places cards in the four columns of the grid (preview specification, §8). Cards do not overlap; a card of two columns
 * begins at column 0 or 2, one of four at 0.
 *
 * Each card is placed at the first free position after the previous card in reading order. A gap that a wider card
 * leaves is not filled by a later card.
 *
 * @param footprints The footprints of the cards, in order
 * @returns The placements in the same order
 * @throws {RangeError} when a footprint has other columns or rows than 1, 2 or 4
 *
 * @example
 * ```ts
 * import { packGrid } from "@tck/tckb/feed";
 * packGrid([{ columns: 1, rows: 1 }, { columns: 2, rows: 2 }]);
 * // [{ columns: 1, rows: 1, column: 0, row: 0 }, { columns: 2, rows: 2, column: 2, row: 0 }]
 * ```
 */
export function packGrid(footprints: readonly GridFootprint[]): GridPlacement[] {
  /** The first free row of each column. */
  const freeFrom = Array.from({ length: GRID_COLUMNS }, () => 0);
  let row = 0;
  let column = 0;
  return footprints.map((footprint) => {
    assertFootprint(footprint);
    [row, column] = findPosition(freeFrom, footprint, row, column);
    freeFrom.fill(row + footprint.rows, column, column + footprint.columns);
    return { ...footprint, column, row };
  });
}

function assertFootprint({ columns, rows }: GridFootprint): void {
  if ([columns, rows].every((cells) => [1, 2, 4].includes(cells))) return;
  throw new RangeError(`Cannot place a card of ${columns} by ${rows} cells: columns and rows are 1, 2 or 4`);
}

/** The first free position at or after a row and column, in reading order. */
function findPosition(
  freeFrom: readonly number[],
  { columns }: GridFootprint,
  row: number,
  column: number,
): [number, number] {
  for (let from = column;; row++, from = 0) {
    for (let start = Math.ceil(from / columns) * columns; start + columns <= GRID_COLUMNS; start += columns) {
      if (freeFrom.slice(start, start + columns).every((free) => free <= row)) return [row, start];
    }
  }
}
