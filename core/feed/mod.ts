/**
 * Feeds: batches and their cursors, and what preview and web share of showing them: composition, order, the grid, slots
 * and languages.
 *
 * @module
 */
export * from "./batch.ts";
export * from "./composition.ts";
export * from "./cursor.ts";
export * from "./grid.ts";
export * from "./grouping.ts";
export * from "./locale.ts";
export * from "./ordering.ts";
export * from "./slots.ts";
