const PATTERN = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;

/**
 * Whether a text is a date of the Gregorian calendar as `YYYY-MM-DD`, from `0001-01-01` to `9999-12-31`.
 *
 * @example
 * ```ts
 * import { isLocalDate } from "@tck/tckb";
 * isLocalDate("2028-02-29"); // true
 * isLocalDate("2026-02-30"); // false
 * ```
 */
export function isLocalDate(text: string): boolean {
  const match = PATTERN.exec(text);
  if (match === null) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

const TIMESTAMP =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$/;

/**
 * Whether a text is an RFC 3339 timestamp that every JavaScript engine parses: an existing calendar date, upper-case `T`
 * and `Z`, at most nine decimals, no leap second.
 */
export function isTimestamp(text: string): boolean {
  const [, date] = TIMESTAMP.exec(text) ?? [];
  return date !== undefined && isLocalDate(date);
}
