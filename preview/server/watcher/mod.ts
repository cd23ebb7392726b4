/**
 * The disk and the store in line.
 *
 * @module
 */
export * from "./burst.ts";
export * from "./disk_bundles.ts";
export * from "./disk_watch.ts";
export * from "./folder_watches.ts";
