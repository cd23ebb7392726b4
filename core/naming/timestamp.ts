import { isLocalDate } from "./local_date.ts";

const PATTERN =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$/;

/**
 * Whether a text is an RFC 3339 timestamp that every JavaScript engine parses: an existing calendar date, upper-case `T`
 * and `Z`, at most nine decimals, no leap second.
 */
export function isTimestamp(text: string): boolean {
  const [, date] = PATTERN.exec(text) ?? [];
  return date !== undefined && isLocalDate(date);
}
