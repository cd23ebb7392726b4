import { useTimeZone, WidgetKitError } from "@tck/kit";
import { readDay, readPeriodText } from "../../time_text.ts";
import { createZonedTime } from "../../zoned_time.ts";
import type { ChartProps, FieldOf } from "./chart_props.ts";
import { checkIndex } from "./check_props.ts";
import { readTime } from "../axes/index_axis.ts";

/**
 * The order in which a chart has its rows, as their numbers in the author's order: that of their times if each has one, also
 * months such as `2026-03`. Rows of the same time keep their order.
 *
 * @throws {WidgetKitError} `chart.invalid_index`
 */
export function useRowOrder<Row extends object>(
  { label, data, index }: Pick<ChartProps<Row>, "label" | "data" | "index">,
): readonly number[] {
  const timeZone = useTimeZone();
  checkIndex(label, data, index);
  return orderTimes(data.map((row) => row[index]), timeZone);
}

/** The numbers of some values in the order of their times; in their own where one is not a time. */
export function orderTimes(values: readonly unknown[], timeZone: string): readonly number[] {
  const rows = values.map((_, row) => row);
  const times = values.flatMap((value) => readTime(value, readPeriodText) ?? []);
  if (times.length < values.length) return rows;
  const haveZones = times.some(({ isInstant }) => isInstant);
  const zone = createZonedTime(haveZones ? timeZone : "UTC");
  const at = times.map((time) => time.isInstant ? time.at : zone.instantOf(time.at));
  return rows.sort((one, other) => at[one]! - at[other]!);
}

/**
 * Rejects rows of which two have the same day: one bar would be before the other.
 *
 * @throws {WidgetKitError} `chart.repeated_day`
 */
export function checkDays<Row extends object>(
  label: string,
  data: readonly Row[],
  index: FieldOf<Row>,
): void {
  const rowOf = new Map<string, number>();
  for (const [row, { [index]: value }] of data.entries()) {
    const day = readDay(value);
    if (day === null || day !== value) continue;
    const first = rowOf.get(day);
    if (first !== undefined) {
      throw new WidgetKitError(
        "chart.repeated_day",
        `Cannot draw row ${row + 1} of BarChart ${JSON.stringify(label)}: row ${first + 1} has the day ` +
          `${JSON.stringify(day)} as well. Add its values to that row`,
      );
    }
    rowOf.set(day, row);
  }
}
