import { stack, stackOffsetDiverging } from "d3-shape";
import type { Point } from "./extremes.ts";
import type { Series } from "./series.ts";

/** The part of a stack that is one series' value. */
export interface Segment {
  readonly from: number;
  readonly to: number;
}

/**
 * Stacks the values of each row: positive ones above zero, negative ones below it.
 *
 * @returns for each series, the segments of all rows; null for a gap
 */
export function stackSeries(series: readonly Series[]): (Segment | null)[][] {
  const rows = (series[0]?.values ?? []).map((_, row) => row);
  const stacks = stack<unknown, number, number>()
    .keys(series.map((_, column) => column))
    .value((row, column) => series[column]!.values[row] ?? 0)
    .offset(stackOffsetDiverging)(rows);
  return series.map(({ values }, column) =>
    rows.map((row) => {
      const value = values[row] ?? null;
      if (value === null) return null;
      const [low, high] = stacks[column]![row]!;
      return value < 0 ? { from: high, to: low } : { from: low, to: high };
    })
  );
}

/** The ends of each row's stack: its sum above zero, and its sum below zero where there is one. */
export function endsOf(stacks: readonly (readonly (Segment | null)[])[], color: string): Point[] {
  const rows = stacks[0]?.length ?? 0;
  return Array.from({ length: rows }, (_, row) => {
    const ends = stacks.flatMap((segments) => segments[row]?.to ?? []);
    const [high, low] = [Math.max(0, ...ends), Math.min(0, ...ends)];
    if (ends.length === 0) return [];
    return [...high > 0 || low === 0 ? [high] : [], ...low < 0 ? [low] : []].map((value) => ({
      row,
      value,
      color,
    }));
  }).flat();
}
