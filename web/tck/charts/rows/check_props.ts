import { WidgetKitError } from "@tck/kit";
import { explainText, quoteValue } from "../../quote_value.ts";
import { isImpossibleTime } from "../../time_text.ts";
import { type ChartMoment, type ChartProps, type FieldOf, linesOf } from "./chart_props.ts";

/**
 * Checks a text that a chart measures.
 *
 * @throws {WidgetKitError} `block.invalid_text`
 */
export function checkText(value: unknown, place: string): void {
  const fault = explainText(value, place);
  if (fault !== null) throw new WidgetKitError("block.invalid_text", fault);
}

/**
 * Checks the texts that a chart measures, and the values that its axis encloses.
 *
 * @throws {WidgetKitError} `block.invalid_text` for a text, `chart.invalid_value` for a value
 */
export function checkChartProps<Row extends object>(
  { label, showLabel, names = {}, reference, valueTicks = [], minValue, maxValue }: ChartProps<Row>,
  moments: readonly ChartMoment[] = [],
): void {
  const chart = `chart ${quoteValue(label)}`;
  if (showLabel) checkText(label, "label of a chart");
  for (const [category, name] of Object.entries(names)) {
    if (name !== undefined) checkText(name, `the name of ${quoteValue(category)} in ${chart}`);
  }
  if (reference !== undefined) {
    checkText(reference.label, `label of the reference of ${chart}`);
    const values = Array.isArray(reference.value) ? linesOf(reference) : [reference.value];
    for (const value of values) checkFinite(value, `value of the reference of ${chart}`);
  }
  for (const { value, text } of valueTicks) {
    checkFinite(value, `valueTicks of ${chart}`);
    checkText(text, `text of ${quoteValue(value)} in valueTicks of ${chart}`);
  }
  for (const [name, value] of Object.entries({ minValue, maxValue })) {
    if (value !== undefined) checkFinite(value, `${name} of ${chart}`);
  }
  for (const { label } of moments) checkText(label, `label of a moment of ${chart}`);
}

/**
 * Checks what places the rows on the axis.
 *
 * @throws {WidgetKitError} `chart.invalid_index` for a day or time that does not exist, and for what is no text, number or time
 */
export function checkIndex<Row extends object>(
  label: string,
  data: readonly Row[],
  index: FieldOf<Row>,
): void {
  for (const [row, { [index]: value }] of data.entries()) {
    const why = explainIndex(value);
    if (why === null) continue;
    throw new WidgetKitError(
      "chart.invalid_index",
      `Cannot draw row ${row + 1} of chart ${quoteValue(label)} at ${quoteValue(value)}, its ${
        quoteValue(index)
      }: ${why}`,
    );
  }
}

function explainIndex(value: unknown): string | null {
  if (typeof value === "string") {
    return isImpossibleTime(value)
      ? 'it is neither a day like "2026-03-04" nor a time like "2026-03-04T10:00:00Z"'
      : null;
  }
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "it is not a time" : null;
  return Number.isFinite(value) || typeof value === "boolean"
    ? null
    : "it is neither a text, a number nor a time";
}

function checkFinite(value: unknown, place: string): void {
  if (Number.isFinite(value)) return;
  throw new WidgetKitError(
    "chart.invalid_value",
    `Cannot draw ${quoteValue(value)} as ${place}: it is not a finite number`,
  );
}

/** A formatter of an author whose results are texts. */
export function checkedFormatter(
  format: ((value: number) => string) | undefined,
  place: string,
): ((value: number) => string) | undefined {
  return format && ((value) => {
    const text = format(value);
    checkText(text, place);
    return text;
  });
}
