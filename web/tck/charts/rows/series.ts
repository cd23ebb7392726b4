import { type ChartColor, type Tone, WidgetKitError } from "@tck/kit";
import { quoteValue } from "../../quote_value.ts";
import { markColor, SERIES_COLORS, toneColor } from "../../tone_color.ts";
import type { ChartProps, FieldOf } from "./chart_props.ts";

/** The values of one category. */
export interface Series {
  readonly name: string;
  /** A CSS colour. */
  readonly color: string;
  /** One for each row; null is a gap. */
  readonly values: readonly (number | null)[];
}

/**
 * Reads the series from the rows.
 *
 * @param order the numbers of the rows in the order of the axis
 * @throws {WidgetKitError} `chart.invalid_value` when a value is neither a finite number nor missing
 */
export function readSeries<Row extends object>(
  { label, data, categories, names = {}, colors = [] }: Pick<
    ChartProps<Row>,
    "label" | "data" | "categories" | "names" | "colors"
  >,
  order: readonly number[],
): Series[] {
  return categories.map((category, index) => ({
    name: (names as { [category: string]: string })[category] ?? category,
    color: seriesColor(colors[index] ?? SERIES_COLORS[index % SERIES_COLORS.length]!),
    values: order.map((row) => readValue(label, data[row]!, category, row)),
  }));
}

/** The values of all series, without gaps. */
export function allValues(series: readonly Series[]): number[] {
  return series.flatMap(({ values }) => values.filter((value) => value !== null));
}

/** The CSS colour of one of the host's chart colours or tones. */
export function cssColor(color: ChartColor | Tone): string {
  return typeof color === "number" ? `var(--color-chart-${color})` : toneColor(color);
}

/** The CSS colour of a series. */
export function seriesColor(color: ChartColor | Tone): string {
  return typeof color === "number" ? cssColor(color) : markColor(color);
}

function readValue<Row extends object>(
  label: string,
  row: Row,
  category: FieldOf<Row>,
  position: number,
): number | null {
  return checkValue(
    row[category],
    () => `row ${position + 1} of chart ${quoteValue(label)} as "${category}"`,
  );
}

/**
 * A finite number, or null for a missing value.
 *
 * @param place where the value is, for the error's message
 * @throws {WidgetKitError} `chart.invalid_value`
 */
export function checkValue(value: unknown, place: () => string): number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new WidgetKitError(
    "chart.invalid_value",
    `Cannot draw ${quoteValue(value)} in ${place()}: a value is a finite number, or null for a gap`,
  );
}
