import type { ReactElement } from "react";
import { ChartFrame, paleInk, ZeroLine } from "./chart_frame.tsx";
import type { ChartProps } from "./chart_props.ts";
import { type Extreme, findExtremes, labelExtremes, placeMarks, type Point, pointsOf } from "./extremes.ts";
import { checkDays, useRowOrder } from "./row_order.ts";
import { allValues, readSeries, type Series } from "./series.ts";
import { endsOf, type Segment, stackSeries } from "./stacks.ts";
import { estimateTextWidth } from "./text_width.ts";
import { type PlottedChart, usePlot } from "./use_plot.ts";

/** The props of a {@link BarChart}. */
export interface BarChartProps<Row extends object> extends ChartProps<Row> {
  /**
   * Whether the bars of a row are beside one another, on top of one another, or one bar from the first category to the
   * second: the lowest and the highest value of a day.
   *
   * @default "grouped"
   */
  readonly type?: "grouped" | "stacked" | "range" | undefined;
  /**
   * The rows that matter: the others are paler, and `now` is only a line. Usually it is one row, whose name is then on the
   * axis also where some are left out.
   *
   * @default none
   */
  readonly highlight?: ((row: Row) => boolean) | undefined;
}

/**
 * Values as bars from zero, upwards or downwards, for amounts of days or of things. It adapts to its room as `LineChart`
 * does. On an axis of time a bar stands for the time from its row to the next, and days, weeks, months and hours without a row
 * keep their places.
 *
 * @throws {WidgetKitError} `chart.invalid_value` when a value is neither a finite number nor null, `context.missing` outside a
 * mounted widget, `chart.repeated_day` when two rows have the same day
 *
 * @example
 * ```tsx
 * import { BarChart } from "@tck/kit/charts";
 * const days = [
 *   { day: "2026-03-02", steps: 8200 },
 *   { day: "2026-03-03", steps: 4100 },
 *   { day: "2026-03-04", steps: 10300 },
 * ];
 * const chart = (
 *   <BarChart
 *     label="Steps by the day"
 *     data={days}
 *     index="day"
 *     categories={["steps"]}
 *     colors={[4]}
 *     reference={{ value: 8000, label: "Goal" }}
 *   />
 * );
 * ```
 */
export function BarChart<Row extends object>(props: BarChartProps<Row>): ReactElement | null {
  checkDays(props.label, props.data, props.index);
  const order = useRowOrder(props.data, props.index);
  const series = readSeries(props, order);
  return allValues(series).length === 0
    ? null
    : <Bars {...props} data={order.map((row) => props.data[row]!)} series={series} />;
}

function Bars<Row extends object>(
  { series: all, type = "grouped", highlight, ...props }: BarChartProps<Row> & { series: readonly Series[] },
): ReactElement {
  const { label, showLabel, data, markExtremes = false, reference } = props;
  const isRange = type === "range" && all.length > 1;
  const isStacked = type === "stacked" && all.length > 1;
  const shapeOf = (series: readonly Series[]) =>
    isRange ? shapeRanges(all) : isStacked ? shapeStacks(series) : shapeGroups(series);
  const extremesOf = ({ points, hasMarks }: BarShape) =>
    hasMarks && markExtremes ? markEnds(points, isRange) : [];
  const highlighted = highlight ? data.flatMap((row, index) => highlight(row) ? [index] : []) : [];
  const chart = usePlot(props, isRange ? all.slice(0, 1) : all, isStacked, (series) => {
    const shape = shapeOf(series);
    return {
      bars: shape.bars.length,
      namedRow: highlighted.length === 1 ? highlighted[0]! : null,
      values: [...isRange ? [] : [0], ...shape.points.map(({ value }) => value)],
      marks: placeMarks(extremesOf(shape)),
    };
  });
  const shape = shapeOf(chart.series);
  const strengths = data.map((_, index) =>
    highlight ? highlighted.includes(index) ? 1 : PALE : chart.isFuture(index) ? FUTURE : 1
  );
  const extremes = extremesOf(shape).filter((extreme) => hasRoom(extreme, chart));
  return (
    <ChartFrame
      chart={chart}
      label={label}
      showLabel={showLabel}
      series={all}
      reference={reference}
      labels={labelExtremes(extremes, chart)}
    >
      {shape.bars.map((stack, place) => (
        <BarsAt key={place} {...{ stack, place, chart, strengths, isRange }} bars={shape.bars} />
      ))}
      {!isRange && <ZeroLine chart={chart} />}
    </ChartFrame>
  );
}

/** The strength of the colour of a row beside one that matters more, and of one that is still to come. */
const PALE = 0.55;
const FUTURE = 0.4;

/** One colour of a bar: its part of each row, from the one end to the other; null is a gap. */
interface BarPart {
  readonly color: string;
  readonly segments: readonly (Segment | null)[];
}

interface BarShape {
  /** The bars beside one another, each of parts that stand on one another. */
  readonly bars: readonly (readonly BarPart[])[];
  readonly points: readonly Point[];
  /** A group has bars at different places: its extremes would be labelled beside them. */
  readonly hasMarks: boolean;
}

function shapeGroups(series: readonly Series[]): BarShape {
  const bars = series.map(({ color, values }) => [{
    color,
    segments: values.map((value) => value === null ? null : { from: 0, to: value }),
  }]);
  return { bars, points: pointsOf(series), hasMarks: series.length === 1 };
}

function shapeStacks(series: readonly Series[]): BarShape {
  const stacks = stackSeries(series);
  const parts = stacks.map((segments, index) => ({ color: series[index]!.color, segments }));
  return { bars: [parts], points: endsOf(stacks, series[0]!.color), hasMarks: true };
}

function shapeRanges([low, high]: readonly Series[]): BarShape {
  const segments = low!.values.map((from, row) => {
    const to = high!.values[row] ?? null;
    return from === null || to === null ? null : { from, to };
  });
  return { bars: [[{ color: low!.color, segments }]], points: pointsOf([low!, high!]), hasMarks: true };
}

/** The labels are at the ends of the bars. */
function markEnds(points: readonly Point[], isRange: boolean): Extreme[] {
  return findExtremes(points).map((extreme) => ({
    ...extreme,
    isBelow: isRange ? !extreme.isHighest : extreme.value < 0,
  }));
}

/** A label between higher bars must not be wider than its bar. */
function hasRoom({ value, isHighest, isBelow }: Extreme, { plot, room, formatValue }: PlottedChart): boolean {
  return isHighest || isBelow || estimateTextWidth(formatValue(value), room.fontSize) <= 1.3 * plot.bandWidth;
}

interface BarsAtProps {
  readonly stack: readonly BarPart[];
  /** The place of the stack among those of a row. */
  readonly place: number;
  readonly bars: BarShape["bars"];
  readonly chart: PlottedChart;
  /** One for each row. */
  readonly strengths: readonly number[];
  readonly isRange: boolean;
}

/** The bars of all rows at one place. Where others of a row have no value, those that have are in the middle of its band. */
function BarsAt({ stack, place, bars, chart, strengths, isRange }: BarsAtProps): ReactElement[] {
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
