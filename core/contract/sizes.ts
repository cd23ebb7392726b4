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
 *
 * @example
 * ```ts
 * import { LEGACY_SIZES } from "@tck/tckb";
 * LEGACY_SIZES.auto; // "fill-auto"
 * ```
 */
export const LEGACY_SIZES = { auto: "fill-auto" } as const;
