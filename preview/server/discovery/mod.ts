/**
 * Bundles on disk: the globs that name them, and the walk that finds them.
 *
 * @module
 */
export * from "./bundle_glob.ts";
export * from "./bundle_walk.ts";
export * from "./watch_groups.ts";
