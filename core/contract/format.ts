/**
 * The version of the envelope format that is read and written (lifecycle specification, §9).
 *
 * @example
 * ```ts
 * import { TCKB_FORMAT } from "@tck/tckb";
 * const formatJson = JSON.stringify({ tckbFormat: TCKB_FORMAT });
 * ```
 */
export const TCKB_FORMAT = 2;

/**
 * The names of the entries that a `.tckb` envelope may hold (lifecycle specification, §2).
 *
 * `build.json` is optional and records how the bundle was made; this project adds it to the specification's names.
 *
 * @example
 * ```ts
 * import { ENTRY_NAMES } from "@tck/tckb";
 * const known = Object.values(ENTRY_NAMES).includes("widget.mjs");
 * ```
 */
export const ENTRY_NAMES = {
  format: "format.json",
  manifest: "manifest.json",
  module: "widget.mjs",
  css: "widget.css",
  propertiesCss: "widget.properties.css",
  integrity: "integrity.json",
  build: "build.json",
} as const;

/**
 * The syntax of a bundle hash, as a part of a regular expression: SHA-384 in base64url, 64 characters (lifecycle
 * specification, §2).
 */
export const BUNDLE_HASH_SYNTAX = "[A-Za-z0-9_-]{64}";

/** Matches a bundle hash and nothing else. */
export const BUNDLE_HASH_PATTERN: RegExp = new RegExp(`^${BUNDLE_HASH_SYNTAX}$`);

/**
 * The name of the entry that holds a card's markup in a language (decision 087).
 *
 * @example
 * ```ts
 * import { cardEntryName } from "./format.ts";
 * cardEntryName("en"); // "card.en.html"
 * ```
 */
export function cardEntryName(language: string): string {
  return `card.${language}.html`;
}
