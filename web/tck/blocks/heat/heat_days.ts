import type { WidgetFormat } from "../../formatters.ts";
import { WidgetKitError } from "../../errors.ts";
import { quoteValue } from "../../quote_value.ts";
import { readDay } from "../../time_text.ts";
import { firstDayOfWeek } from "../calendar/weeks.ts";

/** What a heat grid shows. */
export interface HeatTable {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly values: readonly (readonly (number | null)[])[];
  /** The names of the cells, if they are not those of their row and column. Then the last columns matter most. */
  readonly names: readonly (readonly string[])[] | null;
}

const DAY_MS = 86_400_000;

/** A day with its value, as an author writes it. */
export interface HeatDay {
  /** The day, such as `2026-03-04`. Of a time, it is the day in the text, whichever zone it has. */
  readonly date: string;
  readonly value: number | null;
}

/**
 * The days of some months as a table: a column is a week, headed by the month that begins in it, and a row a weekday.
 *
 * @param label the block's label
 * @throws {WidgetKitError} `block.invalid_day` when a date is not a day, or there twice
 */
export function tableOfDays(
  given: readonly HeatDay[],
  label: string,
  locale: string,
  format: WidgetFormat,
): HeatTable {
  const days = readDays(given, label);
  const firstDay = firstDayOfWeek(locale);
  const values = Array.from({ length: 7 }, (): (number | null)[] => []);
  const names = Array.from({ length: 7 }, (): string[] => []);
  const columns: string[] = [];
  const start = days[0]?.at ?? 0;
  const offset = (new Date(start).getUTCDay() - firstDay + 7) % 7;
  const name = (at: number, options: Intl.DateTimeFormatOptions) =>
    format.date(at, { ...options, timeZone: "UTC" });
  for (const { at, value } of days) {
    const place = Math.round((at - start) / DAY_MS) + offset;
    const [row, column] = [place % 7, Math.floor(place / 7)];
    values[row]![column] = value;
    names[row]![column] = name(at, { weekday: "short", day: "numeric", month: "short" });
    if (new Date(at).getUTCDate() === 1 || column === 0) columns[column] = name(at, { month: "short" });
  }
  const weeks = Math.max(0, ...values.map(({ length }) => length));
  const fill = <Value>(list: readonly Value[], none: Value) =>
    Array.from({ length: weeks }, (_, column) => list[column] ?? none);
  return {
    // 1 January 2023 was a Sunday.
    rows: values.map((_, row) => name(Date.UTC(2023, 0, 1 + firstDay + row), { weekday: "short" })),
    columns: fill(columns, ""),
    values: values.map((row) => fill(row, null)),
    names,
  };
}

/** The days in their order, whatever the order in which they are given. */
function readDays(given: readonly HeatDay[], label: string): { at: number; value: number | null }[] {
  const byDay = new Map<string, number | null>();
  for (const { date, value } of given) {
    const day = readDay(date);
    if (day === null) throw invalidDay(date, label, 'it is not a day like "2026-03-04"');
    if (byDay.has(day)) throw invalidDay(date, label, "it has a value already");
    byDay.set(day, value);
  }
  return [...byDay].map(([day, value]) => ({ at: Date.parse(day), value }))
    .sort((one, other) => one.at - other.at);
}

function invalidDay(date: unknown, label: string, why: string): WidgetKitError {
  return new WidgetKitError(
    "block.invalid_day",
    `Cannot draw ${quoteValue(date)} in HeatGrid ${quoteValue(label)}: ${why}`,
  );
}
