/** The SHA-384 of each stylesheet in base64url; null for a stylesheet that the bundle does not have. */
export interface StylesheetHashes {
  /** Hash of `widget.css`. */
  readonly css: string | null;
  /** Hash of `widget.properties.css`. */
  readonly propertiesCss: string | null;
}

const LINE = /^\/\*! tckb css=([A-Za-z0-9_-]{64}|-) properties=([A-Za-z0-9_-]{64}|-) \*\/\n/;
const LONGEST_LINE = "/*! tckb css= properties= */\n".length + 2 * 64;

/**
 * Formats the stylesheet line, the first line of `widget.mjs`, without its line feed. The bundle hash covers the module
 * only (lifecycle specification, B.1); this line extends it to the stylesheets. `-` means that the bundle has no such
 * stylesheet.
 *
 * @example
 * ```ts
 * import { formatStylesheetLine } from "@tck/tckb";
 * formatStylesheetLine({ css: null, propertiesCss: null }); // "/*! tckb css=- properties=- *\/"
 * ```
 */
export function formatStylesheetLine(hashes: StylesheetHashes): string {
  return `/*! tckb css=${hashes.css ?? "-"} properties=${hashes.propertiesCss ?? "-"} */`;
}

/**
 * The hashes in a module's first line, or null when that line is another one. The line ends with a line feed.
 *
 * @example
 * ```ts
 * import { parseStylesheetLine } from "@tck/tckb";
 * parseStylesheetLine(new TextEncoder().encode("export default 1")); // null
 * ```
 */
export function parseStylesheetLine(module: Uint8Array): StylesheetHashes | null {
  const match = LINE.exec(readAscii(module.subarray(0, LONGEST_LINE)));
  if (match === null) return null;
  const [css, propertiesCss] = match.slice(1).map((hash) => hash === "-" ? null : hash);
  return { css: css!, propertiesCss: propertiesCss! };
}

/** Several times as fast as spreading the bytes into arguments. */
function readAscii(bytes: Uint8Array): string {
  return String.fromCharCode.apply(null, bytes as unknown as number[]);
}
