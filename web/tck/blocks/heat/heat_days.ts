import type { WidgetFormat } from "../../format.ts";
import { firstDayOfWeek } from "../weeks.ts";

/** What a heat grid shows. */
export interface HeatTable {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly values: readonly (readonly (number | null)[])[];
  /** The names of the cells, if they are not those of their row and column. Then the last columns matter most. */
  readonly names: readonly (readonly string[])[] | null;
}

const DAY_MS = 86_400_000;

/** The days of some months as a table: a column is a week, headed by the month that begins in it, and a row a weekday. */
export function tableOfDays(
  days: readonly { readonly date: string; readonly value: number | null }[],
  locale: string,
  format: WidgetFormat,
): HeatTable {
  const firstDay = firstDayOfWeek(locale);
  const values = Array.from({ length: 7 }, (): (number | null)[] => []);
  const names = Array.from({ length: 7 }, (): string[] => []);
  const columns: string[] = [];
  const start = days[0] === undefined ? 0 : Date.parse(days[0].date);
  const offset = (new Date(start).getUTCDay() - firstDay + 7) % 7;
  const name = (at: number, options: Intl.DateTimeFormatOptions) =>
    format.date(at, { ...options, timeZone: "UTC" });
  for (const { date, value } of days) {
    const at = Date.parse(date);
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
