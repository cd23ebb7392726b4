/**
 * The requests for the stream of bundles, of the page of a sealed canvas and of its service worker.
 *
 * @module
 */
export { BundleFetchError, fetchBundles } from "./fetch_bundles.ts";
