import { type ChartReference, linesOf } from "../rows/chart_props.ts";
import type { ChartLabel } from "../axes/labels.ts";
import type { PlotMarks } from "./plot_model.ts";
import type { Series } from "../rows/series.ts";
import { linesOfMoments, type PlottedChart } from "./plotted_chart.ts";

/** A value of a series, or of a stack. */
export interface Point {
  readonly row: number;
  readonly value: number;
  /** A CSS colour. */
  readonly color: string;
}

/** A highest or lowest value. */
export interface Extreme extends Point {
  readonly isHighest: boolean;
  /** Whether its label is below it. */
  readonly isBelow: boolean;
}

/** All values of some series. */
export function pointsOf(series: readonly Series[]): Point[] {
  return series.flatMap(({ values, color }) =>
    values.flatMap((value, row) => value === null ? [] : [{ row, value, color }])
  );
}

/** The highest and the lowest value, the first of equal ones; only one when all are equal. */
export function findExtremes(points: readonly Point[]): Extreme[] {
  const first = points[0];
  if (first === undefined) return [];
  let [highest, lowest] = [first, first];
  for (const point of points) {
    if (point.value > highest.value) highest = point;
    if (point.value < lowest.value) lowest = point;
  }
  const extremes = [
    { ...highest, isHighest: true, isBelow: false },
    { ...lowest, isHighest: false, isBelow: true },
  ];
  return highest.value === lowest.value ? extremes.slice(0, 1) : extremes;
}

/** The values that have a label above and below them. */
export function placeMarks(extremes: readonly Extreme[], formatValue: (value: number) => string): PlotMarks {
  const above = extremes.find(({ isBelow }) => !isBelow);
  return {
    above: above?.value ?? null,
    below: extremes.find(({ isBelow }) => isBelow)?.value ?? null,
    label: above && { row: above.row, text: formatValue(above.value) },
  };
}

/** The distance from the middle of a label at which the axis goes through its letters, in font sizes. */
const AXIS_REACH = 0.75;

/** The distance from a value to the middle of its label, in font sizes, and to its end with some space. */
const DISTANCE = 1.05;
const END = 1.75;

/**
 * The labels of extremes, beside the line of the present or of a moment where they would be on it. One that is on a line of the reference
 * or beyond it has none: it would look like a value beyond it. In a higher chart it is further away.
 */
export function labelExtremes(
  extremes: readonly Extreme[],
  { plot, room, formatValue }: PlottedChart,
  reference: ChartReference | undefined,
): ChartLabel[] {
  if (!plot.hasMarks) return [];
  const lines = reference ? linesOf(reference) : [];
  const isCrossed = ({ value, isBelow }: Extreme) =>
    lines.some((line) =>
      (isBelow ? line < value : line > value) &&
      Math.abs(plot.y(line) - plot.y(value)) < END * room.fontSize
    );
  const within = [plot.box.left, plot.box.left + plot.box.width] as const;
  return extremes.filter((extreme) => !isCrossed(extreme)).map(({ row, value, isBelow }) => {
    const text = formatValue(value);
    const at = plot.x(row);
    const half = room.widthOf(text, room.fontSize, 600) / 2 + 5;
    const moment = linesOfMoments(plot).find((line) => Math.abs(at - line) < half);
    const y = plot.y(value) + (isBelow ? 1 : -1) * DISTANCE * room.fontSize;
    return {
      text,
      x: moment === undefined ? at : moment + (at < moment ? -half : half),
      y,
      isStrong: true,
      isOnAxis: plot.valueTicks.some((tick) =>
        tick.isZero === true && Math.abs(tick.at - y) < AXIS_REACH * room.fontSize
      ),
      color: "var(--color-text)",
      within,
    };
  });
}
