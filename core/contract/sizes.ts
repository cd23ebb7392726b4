/**
 * Every footprint a widget can declare, columns × rows, and `fill-auto`: as wide as the feed's column, as high as the
 * content (lifecycle specification, §2; the other values are this project's decision 006).
 *
 * @example
 * ```ts
 * import { WIDGET_SIZES } from "@tck/tckb";
 * WIDGET_SIZES.includes("2x1"); // true
 * ```
 */
export const WIDGET_SIZES = ["1x1", "2x1", "2x2", "4x1", "4x2", "4x4", "fill-auto"] as const;

/** A footprint that a widget can declare. */
export type WidgetSize = typeof WIDGET_SIZES[number];

/**
 * The legacy name of a size, and the name that replaces it (lifecycle specification, §9: renames only).
 *
 * @example
 * ```ts
 * import { LEGACY_SIZES } from "@tck/tckb";
 * LEGACY_SIZES.auto; // "fill-auto"
 * ```
 */
export const LEGACY_SIZES = { auto: "fill-auto" } as const;

/**
 * The card types that have a meaning of their own. A manifest may hold another: it is kept, and treated as `grid`.
 *
 * @example
 * ```ts
 * import { CARD_TYPES } from "@tck/tckb";
 * CARD_TYPES.includes("feed"); // true
 * ```
 */
export const CARD_TYPES = ["feed", "grid"] as const;

/** A card type that has a meaning of its own. */
export type CardType = typeof CARD_TYPES[number];
