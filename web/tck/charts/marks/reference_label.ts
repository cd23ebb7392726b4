import { MUTED } from "./chart_ink.ts";
import { type ChartReference, linesOf } from "../rows/chart_props.ts";
import type { ChartLabel } from "../axes/labels.ts";
import { cssColor } from "../rows/series.ts";
import { linesOfMoments, type PlottedChart } from "../plan/plotted_chart.ts";

/** The middle of the labels of the present and of moments, below what is above the plot, in font sizes. */
export const MOMENT_MIDDLE = 0.55;

/** How far the middle of the label is from its line, and how far values must be from it, in font sizes. */
const DISTANCE = 0.85;

/** What a name is placed in. */
type Chart = Pick<PlottedChart, "room" | "plot" | "series" | "marks">;

/**
 * The name of a reference: above or below its line or band, at one of its ends or beside the line of a moment, at the first
 * place that has room, hides no value and is not on such a line; or beside the plot where the plan says so.
 *
 * @param color a CSS colour
 */
function placeReference(reference: ChartReference, chart: Chart, color: string): ChartLabel {
  const { plot, room } = chart;
  const em = room.fontSize;
  const lines = linesOf(reference).map(plot.y);
  const [top, bottom] = [Math.min(...lines), Math.max(...lines)];
  const half = room.widthOf(reference.label, em) / 2;
  const ends = endsOf(half, chart);
  const labelAt = (x: number, y: number): ChartLabel => ({
    text: reference.label,
    x,
    y,
    isStrong: false,
    color,
  });
  if (plot.referencePlace === "end") return labelAt(ends[0]!, (top + bottom) / 2);
  const [above, below] = [top - DISTANCE * em, bottom + DISTANCE * em];
  const highest = plot.head + 0.6 * em;
  const heights = [
    ...above >= highest ? [above] : [],
    ...below + 0.6 * em <= plot.box.top + plot.box.height ? [below] : [],
  ];
  const places = [...ends, ...besideMoments(half, chart)].flatMap((x) => heights.map((y) => labelAt(x, y)));
  const free = places.filter((label) => !hidesValue(label, half, chart) && !hidesMoment(label, half, chart));
  return free.find((label) => !isOnMoment(label, half, chart)) ?? free[0] ??
    labelAt(ends[0]!, Math.max(above, highest));
}

function endsOf(half: number, { plot, room }: Chart): [first: number, other: number] {
  const [left, right] = [plot.box.left + half, room.width - half];
  return room.isRightToLeft ? [half, plot.box.left + plot.box.width - half] : [right, left];
}

/** The space between a name and the line of a moment, in font sizes. */
const MOMENT_GAP = 0.35;

function besideMoments(half: number, chart: Chart): number[] {
  const { plot: { box }, room: { fontSize } } = chart;
  const distance = half + MOMENT_GAP * fontSize + 0.5;
  return linesOfMoments(chart.plot).flatMap((at) => [at + distance, at - distance])
    .filter((x) => x - half >= box.left && x + half <= box.left + box.width);
}

function isOnMoment({ x }: ChartLabel, half: number, chart: Chart): boolean {
  return linesOfMoments(chart.plot).some((at) => Math.abs(x - at) < half + MOMENT_GAP * chart.room.fontSize);
}

/** The name of a reference at its place, where a chart shows it. */
export function labelReference(reference: ChartReference | undefined, chart: Chart): ChartLabel | null {
  if (reference === undefined || chart.plot.referencePlace === null) return null;
  return placeReference(reference, chart, reference.tone ? cssColor(reference.tone) : MUTED);
}

/** Whether the name of a reference in the plot hides values. */
export function hidesValues(reference: ChartReference, chart: Chart): boolean {
  const half = chart.room.widthOf(reference.label, chart.room.fontSize) / 2;
  return hidesValue(placeReference(reference, chart, ""), half, chart);
}

/** The height of the label of an extreme with the space before it, in font sizes. */
const EXTREME = 1.65;

/** Parts of the way from one value of a line to the next, at which it is looked for. */
const PARTS = [0, 0.25, 0.5, 0.75];

/** Half of the width of the label of the present with the space beside it, in font sizes. */
const NOW_REACH = 1.75;

function hidesMoment({ x, y }: ChartLabel, half: number, { plot, room }: Chart): boolean {
  const em = room.fontSize;
  if (!plot.hasLabels || y >= plot.head + MOMENT_MIDDLE * em + DISTANCE * em) return false;
  const isAt = (at: number, reach: number) => Math.abs(x - at) < half + reach;
  return (plot.now !== null && plot.isNowNamed && isAt(plot.now, NOW_REACH * em)) ||
    plot.momentNames.some(({ at, text }) => isAt(at, (room.widthOf(text, em) + em) / 2));
}

function hidesValue({ x, y }: ChartLabel, half: number, { plot, room, series, marks }: Chart): boolean {
  const isBeside = (at: number) => Math.abs(at - x) <= half + plot.bandWidth / 2 + 4;
  const em = room.fontSize;
  const touches = (high: number, low: number) => y + DISTANCE * em >= high && y - DISTANCE * em <= low;
  return series.some(({ values }) =>
    values.some((value, row) => {
      if (value === null) return false;
      const [from, height] = [plot.x(row), plot.y(value)];
      const above = value === marks.above ? EXTREME * em : 0;
      const below = value === marks.below ? EXTREME * em : 0;
      if (plot.bandWidth > 0) {
        const [high, low] = [height, plot.y(0)].toSorted((a, b) => a - b);
        return isBeside(from) && touches(high! - above, low! + below);
      }
      if (isBeside(from) && touches(height - above, height + below)) return true;
      const next = values[row + 1] ?? null;
      // Before a gap, and at the end, there is only the value itself.
      const [to, end] = next === null ? [from, height] : [plot.x(row + 1), plot.y(next)];
      return PARTS.some((part) => {
        const between = height + part * (end - height);
        return isBeside(from + part * (to - from)) && touches(between, between);
      });
    })
  );
}
