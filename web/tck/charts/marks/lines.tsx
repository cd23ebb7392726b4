import type { DrawingRoom } from "@tck/kit";
import { curveLinear, curveMonotoneX, curveStepAfter, type Line, line } from "d3-shape";
import { type CSSProperties, type ReactElement, type ReactNode, useId } from "react";
import { inkOf } from "./chart_ink.ts";
import type { CurveType } from "../rows/chart_props.ts";
import type { Extreme } from "../plan/extremes.ts";
import type { Series } from "../rows/series.ts";
import type { ChartAxes, PlottedChart } from "../plan/plotted_chart.ts";

/** The curves of d3 by the names of the prop. */
export const CURVES = { monotone: curveMonotoneX, linear: curveLinear, step: curveStepAfter } as const;

interface LinePathProps {
  readonly chart: PlottedChart;
  /** One for each row; null is a gap. */
  readonly values: readonly (number | null)[];
  readonly color: string;
  readonly curveType: CurveType;
}

/** A line through values, dashed after the present, with dots where a value has gaps on both sides. */
export function LinePath({ chart, values, color, curveType }: LinePathProps): ReactElement {
  const { plot, room } = chart;
  const path = linePath(chart, values, curveType);
  const stroke: CSSProperties = {
    fill: "none",
    stroke: inkOf(color, room),
    strokeWidth: 2,
    strokeLinecap: "round",
    strokeLinejoin: "round",
  };
  const lonely = curveType === "step"
    ? []
    : values.flatMap((value, row) =>
      value !== null && (values[row - 1] ?? null) === null && (values[row + 1] ?? null) === null
        ? [{ row, value }]
        : []
    );
  return (
    <>
      <PastAndFuture
        chart={chart}
        past={<path d={path} style={stroke} />}
        future={<path d={path} style={{ ...stroke, strokeDasharray: "0.5 4.5", opacity: 0.75 }} />}
      />
      {lonely.map(({ row, value }) => (
        <circle key={row} cx={plot.x(row)} cy={plot.y(value)} r={2.5} style={{ fill: inkOf(color, room) }} />
      ))}
    </>
  );
}

function linePath(chart: PlottedChart, values: readonly (number | null)[], curveType: CurveType): string {
  return lineOf(chart, curveType)(placeAlong(values, curveType)) ?? "";
}

function lineOf({ plot }: PlottedChart, curveType: CurveType): Line<Placed<number>> {
  return line<Placed<number>>()
    .defined(({ value }) => value !== null)
    .x(({ row }) => plot.x(row))
    .y(({ value }) => plot.y(value!))
    .curve(CURVES[curveType]);
}

/** A value at the place of a row; null is a gap. */
export interface Placed<Value> {
  readonly row: number;
  readonly value: Value | null;
}

/** The values at their rows. A step lasts until the next row, also where that one is a gap. */
export function placeAlong<Value>(values: readonly (Value | null)[], curveType: CurveType): Placed<Value>[] {
  return values.flatMap((value, row) => {
    const before = values[row - 1] ?? null;
    const ends = curveType === "step" && value === null && before !== null;
    return ends ? [{ row, value: before }, { row, value }] : [{ row, value }];
  });
}

/** Draws the past and the future differently, each on its side of the present. */
export function PastAndFuture(
  { chart, past, future }: { chart: ChartAxes; past: ReactNode; future: ReactNode },
): ReactNode {
  const id = useId();
  const { plot: { now }, room } = chart;
  // Everything is in the past, or everything in the future.
  if (now === null) return chart.isFuture(0) ? future : past;
  const [before, after] = room.isRightToLeft ? [now, 0] : [0, now];
  const [pastWidth, futureWidth] = room.isRightToLeft ? [room.width - now, now] : [now, room.width - now];
  return (
    <>
      <clipPath id={`${id}p`}>
        <rect x={before} y={0} width={Math.max(pastWidth, 0)} height={room.height} />
      </clipPath>
      <clipPath id={`${id}f`}>
        <rect x={after} y={0} width={Math.max(futureWidth, 0)} height={room.height} />
      </clipPath>
      <g clipPath={`url(#${id}p)`}>{past}</g>
      <g clipPath={`url(#${id}f)`}>{future}</g>
    </>
  );
}

interface DotProps {
  readonly x: number;
  readonly y: number;
  readonly color: string;
  readonly room: DrawingRoom;
}

/** A dot on a line. */
function Dot({ x, y, color, room }: DotProps): ReactElement {
  const style = { fill: inkOf(color, room), stroke: "var(--color-surface)", strokeWidth: 1.5 };
  return <circle cx={x} cy={y} r={4} style={style} />;
}

/** Dots on labelled extremes. */
export function ExtremeDots(
  { extremes, chart: { plot, room } }: { extremes: readonly Extreme[]; chart: PlottedChart },
): ReactElement[] {
  if (!plot.hasMarks) return [];
  return extremes.map(({ row, value, color, isHighest }) => (
    <Dot key={`${isHighest}`} x={plot.x(row)} y={plot.y(value)} color={color} room={room} />
  ));
}

interface EndDotsProps {
  readonly chart: PlottedChart;
  readonly lines: readonly Pick<Series, "color" | "values">[];
  readonly curveType: CurveType;
}

/** The dots of lines, each at the present or at its last value. Of two that would overlap there is only the first. */
export function EndDots({ chart, lines, curveType }: EndDotsProps): ReactElement[] {
  const shown: DotProps[] = [];
  for (const { color, values } of lines) {
    const place = placeDot(chart, values, curveType);
    if (place === null) continue;
    const isFree = shown.every(({ x, y }) => Math.hypot(x - place.x, y - place.y) >= DOT_DISTANCE);
    if (isFree) shown.push({ ...place, color, room: chart.room });
  }
  return shown.map((dot, index) => <Dot key={index} {...dot} />);
}

/** The least distance of the middles of two dots, in CSS pixels: their width with the seams. */
const DOT_DISTANCE = 9.5;

/** The dot of a line: at the present, or at its last value. Null when there is no value. */
function placeDot(
  chart: PlottedChart,
  values: readonly (number | null)[],
  curveType: CurveType,
): { x: number; y: number } | null {
  const { plot } = chart;
  if (plot.now !== null) {
    const search = new HeightSearch(plot.now);
    // d3 calls nothing else of a context.
    lineOf(chart, curveType).context(search as Path as CanvasRenderingContext2D)(
      placeAlong(values, curveType),
    );
    const y = search.found;
    return y === null ? null : { x: plot.now, y };
  }
  const last = values.findLastIndex((value) => value !== null);
  return last < 0 ? null : { x: plot.x(last), y: plot.y(values[last]!) };
}

type Path = Pick<CanvasRenderingContext2D, "moveTo" | "lineTo" | "bezierCurveTo" | "closePath">;

/**
 * Finds the height of a line at a horizontal place while d3 draws it: null where the line has a gap. The control points of
 * a monotone curve are at thirds of its width, so that it is a function of the width's part.
 */
class HeightSearch implements Path {
  found: number | null = null;
  #x = NaN;
  #y = NaN;

  constructor(readonly place: number) {}

  moveTo(x: number, y: number): void {
    [this.#x, this.#y] = [x, y];
  }

  lineTo(x: number, y: number): void {
    this.#goTo(x, y, (part, from) => from + (y - from) * part);
  }

  bezierCurveTo(_x1: number, y1: number, _x2: number, y2: number, x: number, y: number): void {
    this.#goTo(x, y, (part, from) => {
      const rest = 1 - part;
      return rest ** 3 * from + 3 * rest ** 2 * part * y1 + 3 * rest * part ** 2 * y2 + part ** 3 * y;
    });
  }

  closePath(): void {}

  #goTo(x: number, y: number, heightAt: (part: number, from: number) => number): void {
    const isWithin = (this.place - this.#x) * (this.place - x) <= 0 && x !== this.#x;
    if (isWithin) this.found ??= heightAt((this.place - this.#x) / (x - this.#x), this.#y);
    this.moveTo(x, y);
  }
}
