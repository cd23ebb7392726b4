// The tags that files begin with: TrueType, Apple's TrueType, OpenType with CFF, and the compressed formats.
const TRUETYPE = 0x00010000;
const APPLE = 0x74727565;
const CFF = 0x4f54544f;
const WOFF = 0x774f4646;
const WOFF2 = 0x774f4632;

/** What is in place of a font's own tag where a file has several. */
const COLLECTION = 0x74746366;

/** The table with the documents of glyphs. */
const SVG = 0x53564720;

// The tables that WOFF2 transforms unless their record says otherwise.
const GLYF = 0x676c7966;
const LOCA = 0x6c6f6361;

/** In place of a table's number in WOFF2: its tag follows. */
const TAG_FOLLOWS = 63;

/**
 * Whether bytes are one font whose glyphs are no documents: an OpenType font can have an SVG document for each glyph, which
 * Firefox reads without a policy, and by some of which it ends. The directory of each format names the tables. Calls nothing
 * that a widget could have replaced.
 */
export function isPlainFont(bytes: Uint8Array): boolean {
  const format = readNumber(bytes, 0, 4);
  if (format === WOFF) return hasPlainRecords(bytes, 12, 44, 20);
  if (format === WOFF2) return hasPlainTables(bytes);
  return (format === TRUETYPE || format === APPLE || format === CFF) && hasPlainRecords(bytes, 4, 12, 16);
}

/** Records of one length, each of which begins with a tag. */
function hasPlainRecords(bytes: Uint8Array, countAt: number, start: number, length: number): boolean {
  const end = start + readNumber(bytes, countAt, 2) * length;
  if (bytes[end - 1] === undefined) return false;
  for (let at = start; at < end; at += length) {
    if (readNumber(bytes, at, 4) === SVG) return false;
  }
  return true;
}

/** Records of WOFF2, whose length depends on what they say. */
function hasPlainTables(bytes: Uint8Array): boolean {
  if (readNumber(bytes, 4, 4) === COLLECTION) return false;
  let at = 48;
  for (let left = readNumber(bytes, 12, 2); left > 0; left--) {
    const flags = readNumber(bytes, at++, 1);
    let tag = tagOfNumber(flags & 63);
    if (tag === TAG_FOLLOWS) {
      tag = readNumber(bytes, at, 4);
      at += 4;
    }
    if (tag === SVG) return false;
    const isTransformed = (tag === GLYF || tag === LOCA) === flags < 64;
    for (let sizes = isTransformed ? 2 : 1; sizes > 0; sizes--) {
      while ((readNumber(bytes, at++, 1) & 128) !== 0);
    }
    if (bytes[at - 1] === undefined) return false;
  }
  return true;
}

/** The tag of a table that WOFF2 has by its number, or the number of one that is like most. */
function tagOfNumber(number: number): number {
  if (number === 10) return GLYF;
  if (number === 11) return LOCA;
  return number === 36 ? SVG : number;
}

/** A number of some bytes, the highest first. What is after the end is 0. */
function readNumber(bytes: Uint8Array, at: number, length: number): number {
  let number = 0;
  for (let index = 0; index < length; index++) number = number * 256 + (bytes[at + index] ?? 0);
  return number;
}
