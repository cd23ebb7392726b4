import { FOOTPRINTS, type WidgetSize } from "../contract/mod.ts";

/**
 * Whether a card of a type is in the grid: any type but `feed`.
 *
 * @example
 * ```ts
 * import { isGridCardType } from "@tck/tckb/feed";
 * isGridCardType("card"); // true
 * ```
 */
export function isGridCardType(cardType: unknown): boolean {
  return typeof cardType === "string" && cardType !== "feed";
}

/**
 * The size that a canvas shows a card in. In the column, a card is as wide as the column and, if its manifest allows it, as
 * high as its content. In the grid it has its first fixed size.
 *
 * @param sizes The sizes that the manifest declares; at least one
 *
 * @example
 * ```ts
 * import { cardSize } from "@tck/tckb/feed";
 * cardSize(["2x1", "fill-auto"], false); // "fill-auto"
 * ```
 */
export function cardSize(sizes: readonly WidgetSize[], isInGrid: boolean): WidgetSize {
  return sizes.find((size) => (FOOTPRINTS[size].rows !== null) === isInGrid) ?? sizes[0]!;
}
