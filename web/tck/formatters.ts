import { createIntlFormatters, type IntlFormatters, withDefaults } from "./intl_formatters.ts";
import { WidgetKitError } from "./errors.ts";
import { quoteValue } from "./quote_value.ts";
import { readPeriodText } from "./time_text.ts";
import { createZonedTime, DAY_MS, type ZonedTime } from "./zoned_time.ts";

/**
 * A point in time: a `Date`, milliseconds since 1970, or an RFC 3339 text. One without a zone, such as `2026-03-04T10:00:00`,
 * the day `2026-03-04` or the month `2026-03`, is of the card's own clock, wherever it is read.
 */
export type Instant = Date | number | string;

/** A length of time: milliseconds, or parts. */
export type Duration = number | { days?: number; hours?: number; minutes?: number; seconds?: number };

/** How a duration is written: `1h 30m`, `1 hr, 30 min`, `1 hour, 30 minutes`, or as a stopwatch shows it, `1:30:00`. */
export type DurationStyle = "narrow" | "short" | "long" | "digital";

/** Formatters for the card's language, by the reader's region, and the card's time zone. */
export interface WidgetFormat {
  /**
   * A number, by default with the language's grouping, and with the true minus sign; zero has no sign. It never wraps, also
   * with a unit.
   */
  number(value: number, options?: Intl.NumberFormatOptions): string;
  /**
   * An amount of money, such as `€12.50`. `currency` is an ISO 4217 code. Whole amounts have no decimals, unless the options
   * ask for them, and one that would be rounded to nothing has three digits, unless the options say how to round: `$0.0000123`.
   */
  currency(value: number, currency: string, options?: Intl.NumberFormatOptions): string;
  /** A share of 1 as a percentage, by default rounded: 0.256 is `26%`. */
  percent(value: number, options?: Intl.NumberFormatOptions): string;
  /**
   * A day, by default like `4 Mar 2026`. An option such as `timeZone` that names no part of a date keeps the default. A day
   * such as `2026-03-04` is the same in every time zone.
   */
  date(value: Instant, options?: Intl.DateTimeFormatOptions): string;
  /** A time of day, by default hours and minutes. An option such as `timeZone` that names no part keeps the default. */
  time(value: Instant, options?: Intl.DateTimeFormatOptions): string;
  /**
   * From one time or day to another, like `12:00 – 3:00 PM`: days such as `2026-03-04` as dates, other instants as times of
   * day, with their dates if they are 24 hours apart or more. The options are those of `time`.
   */
  range(from: Instant, to: Instant, options?: Intl.DateTimeFormatOptions): string;
  /**
   * The distance of `value` from `now` (by default the time of the call), like `in 2 hours`. A day, such as `2026-03-04`, is
   * apart from the card's day by days: `tomorrow`, `in 12 days`; `numeric: "always"` has `in 1 day`.
   */
  relative(value: Instant, now?: Instant, options?: Intl.RelativeTimeFormatOptions): string;
  /**
   * A length of time in its two largest units, by default like `1h 30m`; one of nothing is `0m`. `digital` has all units to
   * the second: `24:49`.
   */
  duration(value: Duration, style?: DurationStyle): string;
  /** Texts in one sentence, like `rye, wheat and oats`. */
  list(items: readonly string[], options?: Intl.ListFormatOptions): string;
  /** The day in the card's time zone, like `2026-03-04`: today, or the day of an instant. */
  today(now?: Instant): string;
}

/** A time zone in which each day has 24 hours. */
const UTC = createZonedTime("UTC");

/** By language and time zone: a page has many cards but few of those. */
const FORMATS = new Map<string, WidgetFormat>();

/** Formatters for a language and a time zone. */
export function cachedFormat(locale: string, timeZone: string): WidgetFormat {
  const key = `${locale} ${timeZone}`;
  const format = FORMATS.get(key) ?? createFormat(locale, timeZone);
  FORMATS.set(key, format);
  return format;
}

/** Creates formatters and keeps none of them, for options of a stranger. */
export function createFormat(locale: string, timeZone: string): WidgetFormat {
  const { isZero, dateTime, range, relative, ...intl } = createIntlFormatters(locale, timeZone);
  const number: WidgetFormat["number"] = (value, options) => intl.number(checkFinite(value), options);
  const list: WidgetFormat["list"] = (items, options) => intl.list(checkTexts(items), options);
  const zone = createZonedTime(timeZone);
  const at = (value: Instant) => toDate(value, zone);
  const dayOf = (day: string) => toDate(day, UTC).getTime();
  return {
    number,
    currency: (value, currency, options) => {
      const defaults = withDefaults({ style: "currency", currency, ...wholeDigits(options) }, options);
      checkFinite(value);
      const isLost = isBelowOne(value) && !isGiven(options, ROUNDING) && isZero(value, defaults);
      return number(value, isLost ? { ...defaults, maximumSignificantDigits: 3 } : defaults);
    },
    percent: (value, options) => number(value, withDefaults({ style: "percent" }, options)),
    date: (value, options) => {
      // A day is the same in every time zone.
      const defaults = isDay(value) ? { ...options, timeZone } : options;
      return dateTime(at(value), withDefaultParts(defaults, DATE_PARTS));
    },
    time: (value, options) => dateTime(at(value), withDefaultParts(options, TIME_PARTS)),
    range: (from, to, options = {}) => {
      const [start, end] = [at(from), at(to)];
      if (isDay(from) && isDay(to)) {
        return range(start, end, withDefaultParts({ ...options, timeZone }, DATE_PARTS));
      }
      const parts = withDefaultParts(options, TIME_PARTS);
      const [first, last] = [start, end].map((date) => zone.wallOf(date.getTime())) as [number, number];
      const isNight = Math.floor(first / DAY_MS) < Math.floor(last / DAY_MS) && last - first < DAY_MS;
      // Over midnight `Intl` would write both days: the wall clock's times are those of one day.
      return isNight && !ZONED_PARTS.some((part) => options[part] !== undefined)
        ? range(new Date(first), new Date(last - DAY_MS), { ...parts, timeZone: "UTC" })
        : range(start, end, parts);
    },
    relative: (value, now = Date.now(), options) => {
      const areDays = isDay(value);
      const distance = areDays
        ? dayOf(value) - dayOf(isDay(now) ? now : isoDay(at(now), timeZone))
        : at(value).getTime() - at(now).getTime();
      const [count, unit] = areDays ? countDays(distance) : countUnits(distance);
      // 360 days are a year, and not always "next year".
      const hasName = (areDays && unit === "day") || count === 0;
      const defaults = hasName ? { numeric: "auto" } as const : {};
      return relative(count, unit, withDefaults<Intl.RelativeTimeFormatOptions>(defaults, options));
    },
    duration: (value, style = "narrow") => {
      if (style === "digital") return joinDigits(value, number);
      const unitDisplay = style === "narrow" ? shortestUnits(number) : style;
      const texts = splitDuration(value).map(([count, unit]) =>
        number(count, { style: "unit", unit, unitDisplay })
      );
      const joined = intl.list(texts, { type: "unit", style });
      // The data of some languages have a comma in the shortest form, where people write none: `7 Std. 12 Min.`
      return style === "narrow" ? joined.replace(/[,،]?\s/gu, "\u00a0") : joined;
    },
    list,
    today: (now = Date.now()) => isoDay(at(now), timeZone),
  };
}

/** Less money is a rounding error of a sum. */
const LEAST_AMOUNT = 1e-9;

/** Only such amounts can be rounded to nothing. */
function isBelowOne(value: number): boolean {
  return Math.abs(value) >= LEAST_AMOUNT && Math.abs(value) < 1;
}

/** Options that ask for decimals. */
const LEAST_DIGITS = /^minimum(Fraction|Significant)Digits$/;

/** Options that say how to round, which the kit then does not do. */
const ROUNDING = /(Fraction|Significant)Digits$|^rounding/;

function isGiven(options: Intl.NumberFormatOptions = {}, names: RegExp): boolean {
  return Object.entries(options).some(([name, value]) => value !== undefined && names.test(name));
}

/** A whole amount has no decimals, unless an author asks for them. */
function wholeDigits(options: Intl.NumberFormatOptions | undefined): Intl.NumberFormatOptions {
  return isGiven(options, LEAST_DIGITS) ? {} : { trailingZeroDisplay: "stripIfInteger" };
}

/** Options that name a part of a date, or a style of it. */
const DAY_PARTS = ["dateStyle", "era", "year", "month", "day", "weekday"] as const;

/** Those that name a part of a date or time. */
const PARTS = [
  ...DAY_PARTS,
  ...["timeStyle", "dayPeriod", "hour", "minute", "second", "fractionalSecondDigits"],
] as const;

/** Those with which a time depends on its day or on another time zone. */
const ZONED_PARTS = [...DAY_PARTS, "timeZone", "timeZoneName"] as const;

const DATE_PARTS: DefaultParts = {
  style: { dateStyle: "medium" },
  parts: { year: "numeric", month: "short", day: "numeric" },
};
const TIME_PARTS: DefaultParts = {
  style: { timeStyle: "short" },
  parts: { hour: "numeric", minute: "2-digit" },
};

interface DefaultParts {
  readonly style: Intl.DateTimeFormatOptions;
  /** Instead of the style, which does not allow the name of a time zone. */
  readonly parts: Intl.DateTimeFormatOptions;
}

function withDefaultParts(
  options: Intl.DateTimeFormatOptions = {},
  { style, parts }: DefaultParts,
): Intl.DateTimeFormatOptions {
  if (PARTS.some((part) => options[part as keyof Intl.DateTimeFormatOptions] !== undefined)) return options;
  return withDefaults(options.timeZoneName === undefined ? style : parts, options);
}

/** The calendar is given, because another one may be usual in the system's language. */
function isoDay(at: Date, timeZone: string): string {
  const options = {
    timeZone,
    calendar: "gregory",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  } as const;
  const parts = new Intl.DateTimeFormat("en", options).formatToParts(at);
  const part = (name: string) => parts.find(({ type }) => type === name)!.value;
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
}

/** The narrow names of units, unless the language has them for hours or minutes only, such as `2h` beside `7 Min.` */
function shortestUnits(number: IntlFormatters["number"]): Exclude<DurationStyle, "digital"> {
  const [hours, minutes] = ["hour", "minute"].map((unit) =>
    /\s/.test(number(7, { style: "unit", unit, unitDisplay: "narrow" }))
  );
  return hours === minutes ? "narrow" : "short";
}

const DURATION_UNITS = [["day", 86_400], ["hour", 3_600], ["minute", 60], ["second", 1]] as const;

/** The largest unit and the next one, each with its count, without those that are 0. */
function splitDuration(duration: Duration): [number, string][] {
  const seconds = secondsOf(duration);
  const counts = countsOf(Math.abs(seconds));
  const filled = counts.filter(([count]) => count > 0);
  const none = typeof duration === "object" && Object.keys(duration).join() === "seconds"
    ? "second"
    : "minute";
  const shown: [number, string][] = filled.length === 0 ? [[0, none]] : filled;
  return shown.map(([count, unit], index) => [index === 0 && seconds < 0 ? -count : count, unit]);
}

/** Minutes and seconds, after hours if there are any. */
function joinDigits(duration: Duration, number: WidgetFormat["number"]): string {
  const seconds = secondsOf(duration);
  const rest = Math.round(Math.abs(seconds));
  const [hours, minutes] = [Math.floor(rest / 3_600), Math.floor(rest / 60) % 60];
  const [first, ...others] = hours > 0 ? [hours, minutes, rest % 60] : [minutes, rest % 60];
  const two = (count: number) => number(count, { minimumIntegerDigits: 2 });
  // Minus half a minute has a sign before its zero.
  const options = { useGrouping: false, signDisplay: "auto" } as const;
  return [number(seconds < 0 && rest > 0 ? -first! : first!, options), ...others.map(two)].join(":");
}

function countsOf(seconds: number): [number, string][] {
  const found = DURATION_UNITS.findIndex(([, length]) => seconds >= length);
  const largest = found === -1 ? DURATION_UNITS.length - 1 : found;
  const units = DURATION_UNITS.slice(largest, largest + 2);
  const [, smallest] = units.at(-1)!;
  const rounded = Math.round(seconds / smallest) * smallest;
  // Rounded up, 23 hours and 59.7 minutes are a day.
  if (rounded >= (DURATION_UNITS[largest - 1]?.[1] ?? Infinity)) return countsOf(rounded);
  let rest = rounded;
  return units.map(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return [count, unit];
  });
}

function secondsOf(duration: Duration): number {
  const found = countSeconds(duration);
  if (Number.isFinite(found)) return found;
  throw invalidValue(
    duration,
    "it is not a length of time. Pass milliseconds, or parts such as { hours: 1, minutes: 30 }",
  );
}

function countSeconds(duration: Duration): number {
  if (typeof duration === "number") return Math.round(duration / 1_000);
  if (typeof duration !== "object" || duration === null) return NaN;
  const { days = 0, hours = 0, minutes = 0, seconds = 0 } = duration;
  return days * 86_400 + hours * 3_600 + minutes * 60 + seconds;
}

/** `Intl` writes what is not a number as NaN, and null as 0. */
function checkFinite(value: number): number {
  if (Number.isFinite(value) || typeof value === "bigint") return value;
  throw invalidValue(value, "it is not a finite number. Write a text such as – where there is no value");
}

function checkTexts(items: readonly string[]): readonly string[] {
  if (Array.isArray(items) && items.every((item) => typeof item === "string")) return items;
  throw invalidValue(items, "it is not a list of texts");
}

function invalidValue(value: unknown, why: string): WidgetKitError {
  return new WidgetKitError("format.invalid_value", `Cannot format ${quoteValue(value)}: ${why}`);
}

/** Whether an instant is a day without a time. */
function isDay(value: Instant): value is string {
  return typeof value === "string" && value.length === 10;
}

function toDate(value: Instant, zone: ZonedTime): Date {
  const at = readInstant(value, zone);
  const date = new Date(at ?? NaN);
  if (!Number.isNaN(date.getTime())) return date;
  throw new WidgetKitError(
    "format.invalid_instant",
    `Cannot format ${quoteValue(value)}: it is not a time. Pass a Date, milliseconds, ` +
      "an RFC 3339 text such as 2026-03-04T10:00:00Z, or a day such as 2026-03-04",
  );
}

function readInstant(value: Instant, zone: ZonedTime): number | null {
  if (value instanceof Date) return value.getTime();
  if (typeof value !== "string") return typeof value === "number" ? value : null;
  const time = readPeriodText(value);
  if (time === null) return null;
  return time.isInstant ? time.at : zone.instantOf(time.at);
}

const RELATIVE_UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["second", 1_000],
  ["minute", 60_000],
  ["hour", 3_600_000],
  ["day", DAY_MS],
  ["month", 2_629_746_000],
  ["year", 31_556_952_000],
];

/** A distance of days, which are months only from two months on. */
function countDays(milliseconds: number): [number, Intl.RelativeTimeFormatUnit] {
  const days = Math.round(milliseconds / DAY_MS);
  return Math.abs(days) < 60 ? [days, "day"] : countUnits(milliseconds);
}

/** The largest unit that the distance fills when rounded to the next smaller unit: 59.7 seconds are a minute. */
function countUnits(milliseconds: number): [number, Intl.RelativeTimeFormatUnit] {
  const distance = Math.abs(milliseconds);
  const filled = RELATIVE_UNITS.filter(([, length], index) =>
    distance + (RELATIVE_UNITS[index - 1]?.[1] ?? 0) / 2 >= length
  );
  const [unit, length] = filled.at(-1) ?? RELATIVE_UNITS[0]!;
  return [Math.sign(milliseconds) * Math.round(distance / length), unit];
}
