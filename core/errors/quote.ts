const QUOTED_LENGTH = 80;

/**
 * Quotes a value for an error message: a JSON string with control characters escaped, cut after 80 characters so that
 * the message stays short.
 *
 * @example
 * ```ts
 * import { quote } from "@tck/tckb";
 * quote("001_weather.tckb"); // '"001_weather.tckb"'
 * quote("a".repeat(1_000_000)).length; // 83
 * ```
 */
export function quote(text: string): string {
  return JSON.stringify(text.length > QUOTED_LENGTH ? `${text.slice(0, QUOTED_LENGTH)}…` : text);
}
