import type { Point } from "./extremes.ts";
import type { Series } from "../rows/series.ts";

/** The part of a stack that is one series' value. */
export interface Segment {
  readonly from: number;
  readonly to: number;
}

/**
 * Stacks the values of each row: positive ones above zero, negative ones below it. A zero is at the end of the stack to which
 * its series' other values belong.
 *
 * @returns for each series, the segments of all rows; null for a gap
 */
export function stackSeries(series: readonly Series[]): (Segment | null)[][] {
  const rows = series[0]?.values ?? [];
  const [highs, lows] = [rows.map(() => 0), rows.map(() => 0)];
  return series.map(({ values }) => {
    const isNegative = values.some((value) => value !== null && value < 0) &&
      values.every((value) => value === null || value <= 0);
    return values.map((value, row) => {
      if (value === null) return null;
      const ends = value < 0 || (value === 0 && isNegative) ? lows : highs;
      const from = ends[row]!;
      const to = ends[row] = add(from, value);
      return { from, to };
    });
  });
}

/** The sum of two values, or the largest number where it would be infinite. */
function add(one: number, other: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(one + other, Number.MAX_VALUE));
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
