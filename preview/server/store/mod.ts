/**
 * The bundles of the preview, wherever they come from.
 *
 * @module
 */
export * from "./bundle_store.ts";
export * from "./read_bundle.ts";
