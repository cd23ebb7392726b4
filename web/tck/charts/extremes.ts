import type { ChartLabel } from "./labels.ts";
import type { Series } from "./series.ts";
import { estimateTextWidth } from "./text_width.ts";
import type { PlottedChart } from "./use_plot.ts";

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
export function placeMarks(extremes: readonly Extreme[]): { above: number | null; below: number | null } {
  return {
    above: extremes.find(({ isBelow }) => !isBelow)?.value ?? null,
    below: extremes.find(({ isBelow }) => isBelow)?.value ?? null,
  };
}

/** The distance from the middle of a label at which the axis goes through its letters, in font sizes. */
const AXIS_REACH = 0.75;

/** The labels of extremes, beside the line of the present where they would be on it. */
export function labelExtremes(
  extremes: readonly Extreme[],
  { plot, room, formatValue }: PlottedChart,
): ChartLabel[] {
  if (!plot.hasMarks) return [];
  const within = [plot.box.left, plot.box.left + plot.box.width] as const;
  return extremes.map(({ row, value, isBelow }) => {
    const text = formatValue(value);
    const at = plot.x(row);
    const half = estimateTextWidth(text, room.fontSize) / 2 + 5;
    const isOnLine = plot.now !== null && Math.abs(at - plot.now) < half;
    const y = plot.y(value) + (isBelow ? 1 : -1) * 1.05 * room.fontSize;
    return {
      text,
      x: isOnLine ? plot.now! + (at < plot.now! ? -half : half) : at,
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
