/**
 * The manifest: its types, its checks, and what storage and the cloud make of it.
 *
 * @module
 */
export * from "./cloud.ts";
export { isLanguageTag } from "./language_tag.ts";
export * from "./manifest.ts";
export * from "./normalise.ts";
export * from "./parse.ts";
export * from "./serialise.ts";
