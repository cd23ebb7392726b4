import type { ReactElement } from "react";
import { BandPath } from "./marks/area_path.tsx";
import { type ChartDrawing, ChartFrame } from "./marks/chart_frame.tsx";
import type { ChartMoment, ChartProps, CurveType, FieldOf } from "./rows/chart_props.ts";
import { findExtremes, labelExtremes, pointsOf } from "./plan/extremes.ts";
import { EndDots, ExtremeDots, LinePath } from "./marks/lines.tsx";
import { labelReference } from "./marks/reference_label.ts";
import { useRowOrder } from "./rows/row_order.ts";
import { allValues, readSeries, type Series } from "./rows/series.ts";
import type { Segment } from "./plan/stacks.ts";
import type { PlottedChart } from "./plan/plotted_chart.ts";
import { usePlot } from "./use_plot.ts";

/** The props of a {@link LineChart}. */
export interface LineChartProps<Row extends object> extends ChartProps<Row> {
  /**
   * How the points are connected.
   *
   * @default "monotone"
   */
  readonly curveType?: CurveType | undefined;
  /** Moments with a name, each a dashed line, the most important first: one whose name has no room is not shown. */
  readonly moments?: readonly ChartMoment[] | undefined;
  /**
   * The fields with the lowest and the highest value of a range around the first line, such as the uncertainty of a
   * forecast, drawn as a band in its colour. A row without both has no range. Screen readers get both values, with their
   * `names`.
   */
  readonly band?: readonly [lowest: FieldOf<Row>, highest: FieldOf<Row>] | undefined;
}

/**
 * Values over time, or in an order, as lines. The axis has round values and need not begin at zero. The chart fills the
 * room that it is given, from a card of one column to the full width, and draws what is legible there: as it becomes lower it
 * drops the labels of extremes, its title, the names of moments and the axes, at last all series but the first. Screen
 * readers get its label and a table of its values.
 *
 * @throws {WidgetKitError} `chart.invalid_value` when a value is neither a finite number nor null, `chart.invalid_index` when a
 * row is at a day that does not exist, `block.invalid_text` when a name is not a text, `context.missing` outside a mounted
 * widget, `chart.invalid_moment` when `now` or a moment is neither a time nor the index of a row
 *
 * @example
 * ```tsx
 * import { useFormat } from "@tck/kit";
 * import { LineChart } from "@tck/kit/charts";
 * const hours = [
 *   { at: "2026-03-04T06:00:00Z", degrees: 6.7 },
 *   { at: "2026-03-04T12:00:00Z", degrees: 14.4 },
 *   { at: "2026-03-04T18:00:00Z", degrees: 9 },
 * ];
 * export default function Temperature() {
 *   const format = useFormat();
 *   return (
 *     <LineChart
 *       label="Temperature by the hour"
 *       data={hours}
 *       index="at"
 *       categories={["degrees"]}
 *       valueFormatter={(degrees) => `${format.number(degrees)}°`}
 *       now="2026-03-04T14:30:00Z"
 *       markExtremes
 *     />
 *   );
 * }
 * ```
 */
export function LineChart<Row extends object>(props: LineChartProps<Row>): ReactElement | null {
  const order = useRowOrder(props);
  const series = readSeries(props, order);
  const band = props.band ? readSeries({ ...props, categories: props.band }, order) : [];
  return allValues(series).length === 0
    ? null
    : <Lines {...props} data={order.map((row) => props.data[row]!)} series={series} range={band} />;
}

function Lines<Row extends object>(
  { series: all, range, curveType = "monotone", ...props }: LineChartProps<Row> & {
    series: readonly Series[];
    /** The lowest and the highest values of the band, or nothing. */
    range: readonly Series[];
  },
): ReactElement {
  const { label, showLabel, markExtremes = false, moments, reference } = props;
  const extremesOf = (series: readonly Series[]) => markExtremes ? findExtremes(pointsOf(series)) : [];
  const chart = usePlot(props, all, false, (series) => ({
    bars: 0,
    values: allValues([...series, ...range]),
    extremes: extremesOf(series),
    moments,
  }));
  const draw = (axes: PlottedChart): ChartDrawing => {
    const extremes = extremesOf(axes.series);
    const values = (
      <>
        {range.length > 0 && (
          <BandPath chart={axes} segments={toSegments(range)} color={all[0]!.color} curveType={curveType} />
        )}
        {axes.series.map(({ values, color }, index) => (
          <LinePath key={index} chart={axes} values={values} color={color} curveType={curveType} />
        )).reverse()}
        <EndDots chart={axes} lines={axes.series} curveType={curveType} />
        <ExtremeDots extremes={extremes} chart={axes} />
      </>
    );
    return {
      values,
      labels: labelExtremes(extremes, axes, reference),
      name: labelReference(reference, axes),
    };
  };
  const columns = [...all, ...range];
  return (
    <ChartFrame
      chart={chart}
      label={label}
      showLabel={showLabel}
      series={all}
      headings={columns.map(({ name }) => name)}
      rows={chart.rowsOf(columns)}
      reference={reference}
      draw={draw}
    />
  );
}

function toSegments([lowest, highest]: readonly Series[]): (Segment | null)[] {
  return lowest!.values.map((from, row) => {
    const to = highest!.values[row] ?? null;
    return from === null || to === null ? null : { from, to };
  });
}
