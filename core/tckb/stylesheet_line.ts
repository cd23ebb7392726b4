import { BUNDLE_HASH_SYNTAX } from "../contract/mod.ts";
import { rejectEntry } from "./errors.ts";

/** The SHA-384 of each stylesheet in base64url; null for a stylesheet that the bundle does not have. */
export interface StylesheetHashes {
  /** Hash of `widget.css`. */
  readonly css: string | null;
  /** Hash of `widget.properties.css`. */
  readonly propertiesCss: string | null;
}

const HASH = `(${BUNDLE_HASH_SYNTAX}|-)`;
const LINE = new RegExp(`^/\\*! tckb css=${HASH} properties=${HASH} \\*/\\n`);
const MAX_LINE_BYTES = "/*! tckb css= properties= */\n".length + 2 * 64;

/** How much of a module is searched for a malformed line, in bytes. */
const SEARCHED_BYTES = 4_096;
/** A comment that is meant as a stylesheet line, in any spelling. */
const INTENDED = /\/[/*][*!]*\s*tckb\s[^]{0,200}?\b(?:css|properties)\s*=/i;

/**
 * Formats the stylesheet line, the first line of `widget.mjs`, without its line feed. The bundle hash covers the module
 * only (lifecycle specification, B.1); this line extends it to the stylesheets. `-` means that the bundle has no such
 * stylesheet.
 */
export function formatStylesheetLine(hashes: StylesheetHashes): string {
  return `/*! tckb css=${hashes.css ?? "-"} properties=${hashes.propertiesCss ?? "-"} */`;
}

/**
 * Parses the stylesheet line of a module, or returns null when the module has none. The line must be exactly as
 * {@linkcode formatStylesheetLine} writes it, followed by a line feed.
 *
 * @throws {TckbUnpackError} `module.stylesheet_line` when the beginning of the module has a malformed or misplaced
 * stylesheet line, which would leave the stylesheets uncovered
 */
export function parseStylesheetLine(module: Uint8Array): StylesheetHashes | null {
  const match = LINE.exec(decodeLatin1(module.subarray(0, MAX_LINE_BYTES)));
  if (match !== null) {
    const [css, propertiesCss] = match.slice(1).map((hash) => hash === "-" ? null : hash);
    return { css: css!, propertiesCss: propertiesCss! };
  }
  if (INTENDED.test(decodeLatin1(module.subarray(0, SEARCHED_BYTES)))) {
    const reason = "its stylesheet line is malformed or not the first line";
    throw rejectEntry("module.stylesheet_line", "widget.mjs", reason);
  }
  return null;
}

/** Several times as fast as spreading the bytes into arguments. */
export function decodeLatin1(bytes: Uint8Array): string {
  return String.fromCharCode.apply(null, bytes as unknown as number[]);
}
