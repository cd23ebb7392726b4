/**
 * The sizes that a widget can declare, columns × rows. `fill-auto` is as wide as the feed's column and as high as the
 * content (lifecycle specification, §2; decision 006).
 *
 * @example
 * ```ts
 * import { WIDGET_SIZES } from "@tck/tckb";
 * WIDGET_SIZES.includes("2x1"); // true
 * ```
 */
export const WIDGET_SIZES = ["1x1", "2x1", "2x2", "4x1", "4x2", "4x4", "fill-auto"] as const;

/** A size that a widget can declare. */
export type WidgetSize = typeof WIDGET_SIZES[number];

/**
 * The legacy names of sizes, each with the name that replaces it (lifecycle specification, §9: renames only).
 */
export const LEGACY_SIZES = { auto: "fill-auto" } as const;

/**
 * The side of a cell of the grid, in CSS pixels at the browser's default font size. A card of `1x1` fills one cell.
 */
export const CARD_CELL = 168;

/** The gap between two cells, in CSS pixels. A card of two columns covers it. */
export const CARD_GAP = 16;

/**
 * The height that the host's slots (update time, actions) take at the bottom of a card of a fixed size, in CSS pixels.
 *
 * @example
 * ```ts
 * import { CARD_FOOTER_HEIGHT } from "./sizes.ts";
 * import { FOOTPRINTS } from "@tck/tckb/feed";
 * FOOTPRINTS["2x1"].height - CARD_FOOTER_HEIGHT; // 132
 * ```
 */
export const CARD_FOOTER_HEIGHT = 36;

/** The widths that a card of size `fill-auto` has to support, in CSS pixels. */
export const FILL_AUTO_WIDTH = { minimum: 320, maximum: 640 } as const;

/** The size of a card, in cells and in CSS pixels at the browser's default font size. */
export type WidgetFootprint = FixedFootprint | FillAutoFootprint;

/** The size of a card with a fixed width and height. Both include the card's border of one pixel. */
export interface FixedFootprint {
  /** Width in cells. */
  readonly columns: 1 | 2 | 4;
  /** Height in cells. */
  readonly rows: 1 | 2 | 4;
  /** Width in CSS pixels. A card is narrower in a container that is narrower. */
  readonly width: number;
  /** Height in CSS pixels. */
  readonly height: number;
}

/** The size of a card that is as wide as its column ({@link FILL_AUTO_WIDTH}) and as high as its content. */
export interface FillAutoFootprint {
  /** Not in cells. */
  readonly columns: null;
  /** Not in cells. */
  readonly rows: null;
  /** As wide as the column. */
  readonly width: null;
  /** As high as the content. */
  readonly height: null;
}

/**
 * The footprint of each size.
 *
 * @example
 * ```ts
 * import { FOOTPRINTS } from "@tck/tckb/feed";
 * FOOTPRINTS["2x1"]; // { columns: 2, rows: 1, width: 352, height: 168 }
 * FOOTPRINTS["fill-auto"].height; // null
 * ```
 */
export const FOOTPRINTS:
  & { readonly [size in Exclude<WidgetSize, "fill-auto">]: FixedFootprint }
  & { readonly "fill-auto": FillAutoFootprint } = {
    "1x1": fixedFootprint(1, 1),
    "2x1": fixedFootprint(2, 1),
    "2x2": fixedFootprint(2, 2),
    "4x1": fixedFootprint(4, 1),
    "4x2": fixedFootprint(4, 2),
    "4x4": fixedFootprint(4, 4),
    "fill-auto": { columns: null, rows: null, width: null, height: null },
  };

function fixedFootprint<Columns extends 1 | 2 | 4, Rows extends 1 | 2 | 4>(
  columns: Columns,
  rows: Rows,
): FixedFootprint {
  return { columns, rows, width: sideOf(columns), height: sideOf(rows) };
}

function sideOf(cells: number): number {
  return cells * CARD_CELL + (cells - 1) * CARD_GAP;
}
