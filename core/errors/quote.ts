const QUOTED_LENGTH = 80;

/**
 * A text as error messages show it: in JSON's quotes, control characters escaped, cut after 80 characters so that a
 * message stays short whatever was given.
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
