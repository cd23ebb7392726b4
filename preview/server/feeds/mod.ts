/**
 * Feeds and grids of the bundles that are there.
 *
 * @module
 */
export * from "./compose_feeds.ts";
export * from "./feed_batches.ts";
