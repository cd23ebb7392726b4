const QUOTED_LENGTH = 80;

/** What JSON leaves as it is and a terminal does not print: C1 controls, marks of direction, line separators. */
const UNPRINTED = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Quotes a value for an error message: a JSON string with control characters and marks of direction escaped, cut after
 * 80 characters so that the message stays short.
 *
 * @example
 * ```ts
 * import { quote } from "@tck/tckb";
 * quote("001_weather.tckb"); // '"001_weather.tckb"'
 * quote("a".repeat(1_000_000)).length; // 83
 * ```
 */
export function quote(text: string): string {
  const shown = text.length > QUOTED_LENGTH ? `${text.slice(0, QUOTED_LENGTH)}…` : text;
  return JSON.stringify(shown).replaceAll(
    UNPRINTED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
