/**
 * Feeds: batches and their cursors; composition, order, grid, slots and languages, which preview and web share.
 *
 * @example
 * ```ts
 * import { composeFeedIndex } from "@tck/tckb/feed";
 *
 * const manifest = { id: "weather", cardType: "feed", sizes: ["fill-auto" as const] };
 * const bundles = [{ id: "b1", label: "001_weather", relPath: "monday/001_weather.tckb", manifest }];
 * const { index } = composeFeedIndex({ feeds: [{ id: "all", bundles }], grids: [] });
 * console.log(index.feeds.map(({ label, bundleIds }) => [label, bundleIds])); // [["monday", ["b1"]]]
 * ```
 *
 * @module
 */
export * from "./batch.ts";
export * from "./card_size.ts";
export * from "./card_title.ts";
export * from "./composition.ts";
export * from "./cursor.ts";
export * from "./grid.ts";
export * from "./grouping.ts";
export * from "./locale.ts";
export * from "./newest_batch.ts";
export * from "./ordering.ts";
export * from "./slots.ts";
export {
  type FillAutoFootprint,
  type FixedFootprint,
  FOOTPRINTS,
  type WidgetFootprint,
} from "../contract/mod.ts";
