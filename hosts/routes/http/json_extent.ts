import { LIMITS } from "../../../core/contract/mod.ts";

/**
 * The most values in JSON of another service. The largest batches have fewer; 2,000,000 take about 100 MiB once
 * parsed.
 */
export const MAX_JSON_VALUES = 2_000_000;

/** The deepest nesting: that of a manifest, within a list of batches. */
const MAX_JSON_DEPTH = LIMITS.jsonDepth + 16;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Whether JSON has more values, or is nested more deeply, than a list of batches can be: parsing it could take many
 * times the memory of its text. The text may be invalid JSON.
 *
 * @param maxValues objects and arrays count, and what is in them
 */
export function isExcessiveJson(bytes: Uint8Array, maxValues: number = MAX_JSON_VALUES): boolean {
  let [values, depth] = [1, 0];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = findStringEnd(bytes, at);
    else if (byte === COMMA) values++;
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      values++;
      if (++depth > MAX_JSON_DEPTH) return true;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--;
  }
  return values > maxValues;
}

/** The offset of a string's closing quote, or the length without one. */
function findStringEnd(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] === QUOTE) return at;
    if (bytes[at] === BACKSLASH) at++;
  }
  return bytes.length;
}
