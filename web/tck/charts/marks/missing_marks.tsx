import type { ReactElement } from "react";
import { inkOf, MUTED } from "./chart_ink.ts";
import type { IndexAxis } from "../axes/index_axis.ts";
import type { Series } from "../rows/series.ts";
import type { PlottedChart } from "../plan/plotted_chart.ts";

/**
 * The places of an axis of time without a value: those without a row, and those of rows of which all series have gaps. What
 * is not over at the present is not missing yet.
 */
export function findMissing(
  { isTime, slots, positions, now }: IndexAxis,
  series: readonly Series[],
): number[] {
  if (!isTime) return [];
  const rows = new Map(positions.map((position, row) => [position, row]));
  const current = now === null ? slots.length : slots.findLastIndex((slot) => slot <= now);
  return slots.slice(0, current < 0 ? 0 : current).filter((slot) => {
    const row = rows.get(slot);
    return row === undefined || series.every(({ values }) => (values[row] ?? null) === null);
  });
}

/** The rows of a table with those of places that have none, in the order of the axis. */
export function insertMissing(
  rows: readonly (readonly string[])[],
  missing: readonly number[],
  { positions, nameOf }: IndexAxis,
): (readonly string[])[] {
  const columns = Math.max(...rows.map(({ length }) => length));
  const added = missing.filter((slot) => !positions.includes(slot)).map((slot) => ({
    at: slot,
    row: [nameOf(slot), ...Array.from({ length: columns - 1 }, () => "–")],
  }));
  return [...rows.map((row, index) => ({ at: positions[index] ?? Infinity, row })), ...added]
    .sort((one, other) => one.at - other.at).map(({ row }) => row);
}

/** The radius of a mark in pixels, and the part of a bar's width that it takes at most. */
const RADIUS = 2.5;
const PART = 0.35;

interface MissingMarksProps {
  readonly missing: readonly number[];
  readonly chart: PlottedChart;
  /** Whether the axis has a zero, where bars begin. */
  readonly hasZero: boolean;
}

/** A small ring on the base line for each place without a value. */
export function MissingMarks({ missing, chart: { plot, room }, hasZero }: MissingMarksProps): ReactElement[] {
  const y = hasZero ? Math.round(plot.y(0)) : plot.box.top + plot.box.height;
  const style = { fill: "var(--color-surface)", stroke: inkOf(MUTED, room), strokeWidth: 1.5 };
  return missing.flatMap((slot) => {
    const x = plot.at(slot);
    return x === null
      ? []
      : [<circle key={slot} cx={x} cy={y} r={Math.min(RADIUS, PART * plot.bandWidth)} style={style} />];
  });
}
