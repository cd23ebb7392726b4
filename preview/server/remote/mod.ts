/**
 * Bundles from elsewhere, fetched with care.
 *
 * @module
 */
export * from "./fetch_remote.ts";
export * from "./public_address.ts";
