import type { WidgetSize } from "../contract/mod.ts";

/** What a card takes up in the grid. */
export interface GridFootprint {
  /** Width in columns. */
  readonly columns: 1 | 2 | 4;
  /** Height in rows. */
  readonly rows: 1 | 2 | 4;
}

/** Where a card lies in the grid: its first column and row, both from 0, and what it takes up. */
export interface GridPlacement extends GridFootprint {
  /** 0 to 3; 0 or 2 for two columns, 0 for four. */
  readonly column: number;
  /** From 0. */
  readonly row: number;
}

/**
 * The width of the grid in columns (preview specification, §8).
 *
 * @example
 * ```ts
 * import { GRID_COLUMNS } from "@tck/tckb";
 * const template = `repeat(${GRID_COLUMNS}, 1fr)`;
 * ```
 */
export const GRID_COLUMNS = 4;

const FOOTPRINTS: { readonly [size in WidgetSize]: GridFootprint | null } = {
  "1x1": { columns: 1, rows: 1 },
  "2x1": { columns: 2, rows: 1 },
  "2x2": { columns: 2, rows: 2 },
  "4x1": { columns: 4, rows: 1 },
  "4x2": { columns: 4, rows: 2 },
  "4x4": { columns: 4, rows: 4 },
  "fill-auto": null,
};

/**
 * What a widget takes up in the grid: the first of its sizes that has a fixed footprint, and four columns by two rows if
 * it has none but `fill-auto`.
 *
 * @param sizes The sizes that the manifest declares, the preferred one first
 *
 * @example
 * ```ts
 * import { gridFootprint } from "@tck/tckb";
 * gridFootprint(["fill-auto", "2x1"]); // { columns: 2, rows: 1 }
 * ```
 */
export function gridFootprint(sizes: readonly WidgetSize[]): GridFootprint {
  for (const size of sizes) {
    const footprint = FOOTPRINTS[size];
    if (footprint !== null) return footprint;
  }
  return { columns: GRID_COLUMNS, rows: 2 };
}

/**
 * Places cards in the four columns of the grid (preview specification, §8): none overlaps another, a card of two columns
 * begins at column 0 or 2, one of four at 0.
 *
 * Every card comes after the one before it in reading order, row by row from the left, at the first place that is free.
 * A gap that a wider card leaves stays empty rather than being filled by a later card.
 *
 * @param footprints What the cards take up, in order
 * @returns The placements in the same order
 *
 * @example
 * ```ts
 * import { packGrid } from "@tck/tckb";
 * packGrid([{ columns: 1, rows: 1 }, { columns: 2, rows: 2 }]);
 * // [{ columns: 1, rows: 1, column: 0, row: 0 }, { columns: 2, rows: 2, column: 2, row: 0 }]
 * ```
 */
export function packGrid(footprints: readonly GridFootprint[]): GridPlacement[] {
  /** For each column, the first row that nothing takes up from there on: what lies below is free, since nothing is placed upwards. */
  const free = Array.from({ length: GRID_COLUMNS }, () => 0);
  let row = 0;
  let column = 0;
  return footprints.map((footprint) => {
    [row, column] = findPlace(free, footprint, row, column);
    free.fill(row + footprint.rows, column, column + footprint.columns);
    return { ...footprint, column, row };
  });
}

/** The first free place at or after a row and column, in reading order. Below all that is taken, there always is one. */
function findPlace(
  free: readonly number[],
  { columns }: GridFootprint,
  row: number,
  column: number,
): [number, number] {
  for (let from = column;; row++, from = 0) {
    for (let start = Math.ceil(from / columns) * columns; start + columns <= GRID_COLUMNS; start += columns) {
      if (free.slice(start, start + columns).every((bottom) => bottom <= row)) return [row, start];
    }
  }
}
