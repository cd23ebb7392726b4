/**
 * Feeds: batches and their cursors; composition, order, grid, slots and languages, which preview and web share.
 *
 * @module
 */
export * from "./batch.ts";
export * from "./composition.ts";
export * from "./cursor.ts";
export * from "./day_query.ts";
export * from "./grid.ts";
export * from "./grouping.ts";
export * from "./locale.ts";
export * from "./newest_batch.ts";
export * from "./ordering.ts";
export * from "./slots.ts";
