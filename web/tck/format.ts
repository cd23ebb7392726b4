import { useMemo } from "react";
import { useMountedContext } from "./context.tsx";
import { createIntlFormatters } from "./intl_formatters.ts";

/** A point in time: a `Date`, milliseconds since 1970, or an RFC 3339 text. */
export type Instant = Date | number | string;

/** Formatters for the card's language and time zone. */
export interface WidgetFormat {
  /** A number, by default with the language's grouping. */
  number(value: number, options?: Intl.NumberFormatOptions): string;
  /** A day, by default like `4 Mar 2026`. */
  date(value: Instant, options?: Intl.DateTimeFormatOptions): string;
  /** A time of day, by default hours and minutes. */
  time(value: Instant, options?: Intl.DateTimeFormatOptions): string;
  /** The distance of `value` from `now` (by default the time of the call), like `in 2 hours`. */
  relative(value: Instant, now?: Instant): string;
}

/**
 * Formatters for the card's language and time zone. The object is the same until one of the two changes.
 *
 * @throws {WidgetKitError} `context.missing` outside a mounted widget
 *
 * @example
 * ```ts
 * import { useFormat } from "@tck/kit";
 * export default function Price() {
 *   return useFormat().number(12.5, { style: "currency", currency: "EUR" });
 * }
 * ```
 */
export function useFormat(): WidgetFormat {
  const { locale, timeZone } = useMountedContext("useFormat");
  return useMemo(() => cachedFormat(locale, timeZone), [locale, timeZone]);
}

/** By language and time zone: a page has many cards but few of those. */
const FORMATS = new Map<string, WidgetFormat>();

function cachedFormat(locale: string, timeZone: string): WidgetFormat {
  const key = `${locale} ${timeZone}`;
  const format = FORMATS.get(key) ?? createFormat(locale, timeZone);
  FORMATS.set(key, format);
  return format;
}

function createFormat(locale: string, timeZone: string): WidgetFormat {
  const { number, dateTime, relative } = createIntlFormatters(locale, timeZone);
  return {
    number: (value, options) => number(value, options),
    date: (value, options = { dateStyle: "medium" }) => dateTime(toDate(value), options),
    time: (value, options = { timeStyle: "short" }) => dateTime(toDate(value), options),
    relative: (value, now = Date.now()) => {
      const [count, unit] = countUnits(toDate(value).getTime() - toDate(now).getTime());
      return relative(count, unit, count === 0 ? { numeric: "auto" } : undefined);
    },
  };
}

function toDate(value: Instant): Date {
  return value instanceof Date ? value : new Date(value);
}

const RELATIVE_UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["second", 1_000],
  ["minute", 60_000],
  ["hour", 3_600_000],
  ["day", 86_400_000],
  ["month", 2_629_746_000],
  ["year", 31_556_952_000],
];

/** The largest unit that the distance fills when rounded to the next smaller unit: 59.7 seconds are a minute. */
function countUnits(milliseconds: number): [number, Intl.RelativeTimeFormatUnit] {
  const distance = Math.abs(milliseconds);
  const filled = RELATIVE_UNITS.filter(([, length], index) =>
    distance + (RELATIVE_UNITS[index - 1]?.[1] ?? 0) / 2 >= length
  );
  const [unit, length] = filled.at(-1) ?? RELATIVE_UNITS[0]!;
  return [Math.sign(milliseconds) * Math.round(distance / length), unit];
}
