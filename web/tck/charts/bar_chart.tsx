import type { ReactElement } from "react";
import { type BarPart, BarsAt } from "./marks/bars.tsx";
import { type ChartDrawing, ChartFrame } from "./marks/chart_frame.tsx";
import { ZeroLine } from "./marks/chart_lines.tsx";
import type { ChartProps } from "./rows/chart_props.ts";
import { type Extreme, findExtremes, labelExtremes, type Point, pointsOf } from "./plan/extremes.ts";
import { findMissing, insertMissing, MissingMarks } from "./marks/missing_marks.tsx";
import { labelReference } from "./marks/reference_label.ts";
import { checkDays, useRowOrder } from "./rows/row_order.ts";
import { allValues, readSeries, type Series } from "./rows/series.ts";
import { endsOf, stackSeries } from "./plan/stacks.ts";
import type { PlottedChart } from "./plan/plotted_chart.ts";
import { usePlot } from "./use_plot.ts";

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
  /**
   * Whether days and other places of an axis of time that have no value have a small ring on the base line: a missed day is
   * then seen beside a day of zero. What is not over at `now` is not missing.
   *
   * @default false
   */
  readonly markMissing?: boolean | undefined;
}

/**
 * Values as bars from zero, upwards or downwards, for amounts of days or of things. It adapts to its room as `LineChart`
 * does. On an axis of time a bar stands for the time from its row to the next, and days, weeks, months and hours without a row
 * keep their places.
 *
 * @throws {WidgetKitError} `chart.invalid_value` when a value is neither a finite number nor null, `chart.invalid_index` when a
 * row is at a day that does not exist, `block.invalid_text` when a name is not a text, `context.missing` outside a mounted
 * widget, `chart.repeated_day` when two rows have the same day, `chart.invalid_moment` when `now` is
 * neither a time nor the index of a row
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
  const order = useRowOrder(props);
  checkDays(props.label, props.data, props.index);
  const series = readSeries(props, order);
  return allValues(series).length === 0
    ? null
    : <Bars {...props} data={order.map((row) => props.data[row]!)} series={series} />;
}

function Bars<Row extends object>(
  { series: all, type = "grouped", highlight, markMissing = false, ...props }: BarChartProps<Row> & {
    series: readonly Series[];
  },
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
      extremes: extremesOf(shape),
    };
  });
  const missing = markMissing ? findMissing(chart.index, all) : [];
  const draw = (axes: PlottedChart): ChartDrawing => {
    const shape = shapeOf(axes.series);
    const strengths = data.map((_, index) =>
      highlight ? highlighted.includes(index) ? 1 : PALE : axes.isFuture(index) ? FUTURE : 1
    );
    const extremes = extremesOf(shape).filter((extreme) => hasRoom(extreme, axes));
    const values = (
      <>
        {shape.bars.map((stack, place) => (
          <BarsAt key={place} {...{ stack, place, chart: axes, strengths, isRange }} bars={shape.bars} />
        ))}
        {!isRange && <ZeroLine chart={axes} />}
        <MissingMarks missing={missing} chart={axes} hasZero={!isRange} />
      </>
    );
    return {
      values,
      labels: labelExtremes(extremes, axes, reference),
      name: labelReference(reference, axes),
    };
  };
  return (
    <ChartFrame
      chart={chart}
      label={label}
      showLabel={showLabel}
      series={all}
      headings={all.map(({ name }) => name)}
      rows={insertMissing(chart.rowsOf(all), missing, chart.index)}
      reference={reference}
      draw={draw}
    />
  );
}

/** The strength of the colour of a row beside one that matters more, and of one that is still to come. */
const PALE = 0.55;
const FUTURE = 0.4;

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
  return isHighest || isBelow || room.widthOf(formatValue(value), room.fontSize, 600) <= 1.3 * plot.bandWidth;
}
