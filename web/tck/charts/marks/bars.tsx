import type { ReactElement } from "react";
import { paleInk } from "./chart_ink.ts";
import type { Segment } from "../plan/stacks.ts";
import type { PlottedChart } from "../plan/plotted_chart.ts";

/** One colour of a bar: its part of each row, from the one end to the other; null is a gap. */
export interface BarPart {
  readonly color: string;
  readonly segments: readonly (Segment | null)[];
}

interface BarsAtProps {
  readonly stack: readonly BarPart[];
  /** The place of the stack among those of a row. */
  readonly place: number;
  readonly bars: readonly (readonly BarPart[])[];
  readonly chart: PlottedChart;
  /** One for each row. */
  readonly strengths: readonly number[];
  readonly isRange: boolean;
}

/** The bars of all rows at one place. Where others of a row have no value, those that have are in the middle of its band. */
export function BarsAt({ stack, place, bars, chart, strengths, isRange }: BarsAtProps): ReactElement[] {
  const { plot, room } = chart;
  const slot = plot.bandWidth / bars.length;
  const width = bars.length === 1 ? slot : slot - Math.min(2, slot / 4);
  const leftOf = (row: number) => {
    const hasValue = (parts: readonly BarPart[]) => parts.some(({ segments }) => segments[row] !== null);
    const [before, after] = [bars.slice(0, place), bars.slice(place + 1)].map((all) =>
      all.filter(hasValue).length
    );
    const shift = (before! - after!) / 2;
    return plot.x(row) + (room.isRightToLeft ? -shift : shift) * slot - width / 2;
  };
  return stack.flatMap(({ color, segments }, part) =>
    segments.flatMap((segment, row) => {
      if (segment === null || (segment.from === segment.to && !isRange)) return [];
      const bar = { chart, left: leftOf(row), width, color, isRange, strength: strengths[row]! };
      return [<Bar key={`${part} ${row}`} {...bar} {...segment} isEnd={isFreeEnd(stack, segment, row)} />];
    })
  );
}

/** Whether nothing is stacked on it: then its end is rounded. */
function isFreeEnd(stack: readonly BarPart[], { to }: Segment, row: number): boolean {
  const ends = stack.map(({ segments }) => segments[row]?.to ?? 0);
  return ends.every((end) => to > 0 ? end <= to : end >= to);
}

interface BarProps extends Segment {
  readonly chart: PlottedChart;
  readonly left: number;
  readonly width: number;
  readonly color: string;
  readonly strength: number;
  readonly isEnd: boolean;
  readonly isRange: boolean;
}

/** The space between the parts of a stack. */
const SEAM = 2;

/** A part that has a value is seen. */
const LEAST_HEIGHT = 1;

function Bar({ chart, left, width, color, strength, from, to, isEnd, isRange }: BarProps): ReactElement {
  const { plot, room } = chart;
  const [start, end] = [plot.y(from), plot.y(to)];
  const whole = Math.max(Math.abs(end - start), LEAST_HEIGHT);
  const height = isEnd ? whole : Math.max(whole - SEAM, LEAST_HEIGHT);
  const radius = isEnd ? Math.min(4, width / 4, isRange ? height / 2 : height) : 0;
  const path = barPath({ left, width, start, height: end < start ? -height : height, radius, isRange });
  return <path d={path} style={{ fill: paleInk(color, strength, room) }} />;
}

interface BarBox {
  readonly left: number;
  readonly width: number;
  readonly start: number;
  /** Negative upwards. */
  readonly height: number;
  readonly radius: number;
  /** Whether its start is round as well. */
  readonly isRange: boolean;
}

/** A bar with round corners at its free ends. */
function barPath({ left, width, start, height, radius, isRange }: BarBox): string {
  const [right, end] = [left + width, start + height];
  const inwards = height < 0 ? radius : -radius;
  const edge = isRange ? start - inwards : start;
  const base = isRange
    ? `Q${right},${start},${right - radius},${start}H${left + radius}Q${left},${start},${left},${edge}`
    : "";
  return `M${left},${edge}V${end + inwards}Q${left},${end},${left + radius},${end}H${right - radius}` +
    `Q${right},${end},${right},${end + inwards}V${edge}${base}Z`;
}
