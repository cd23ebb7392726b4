import type { ReactElement } from "react";
import { AreaPath } from "./marks/area_path.tsx";
import { type ChartDrawing, ChartFrame } from "./marks/chart_frame.tsx";
import { ZeroLine } from "./marks/chart_lines.tsx";
import type { ChartMoment, ChartProps, CurveType } from "./rows/chart_props.ts";
import { findExtremes, labelExtremes, pointsOf } from "./plan/extremes.ts";
import { EndDots, ExtremeDots, LinePath } from "./marks/lines.tsx";
import { labelReference } from "./marks/reference_label.ts";
import { useRowOrder } from "./rows/row_order.ts";
import { allValues, readSeries, type Series } from "./rows/series.ts";
import { endsOf, type Segment, stackSeries } from "./plan/stacks.ts";
import type { PlottedChart } from "./plan/plotted_chart.ts";
import { usePlot } from "./use_plot.ts";

/** The props of an {@link AreaChart}. */
export interface AreaChartProps<Row extends object> extends ChartProps<Row> {
  /**
   * Whether the areas are before one another, or each stands on the one before.
   *
   * @default "overlapping"
   */
  readonly type?: "overlapping" | "stacked" | undefined;
  /**
   * How the points are connected.
   *
   * @default "monotone"
   */
  readonly curveType?: CurveType | undefined;
  /** Moments with a name, each a dashed line, the most important first: one whose name has no room is not shown. */
  readonly moments?: readonly ChartMoment[] | undefined;
}

/**
 * Lines whose area down to zero is filled: for amounts, and stacked for parts of a whole. It adapts to its room as
 * `LineChart` does. In a stack, a gap counts as nothing.
 *
 * @throws {WidgetKitError} `chart.invalid_value` when a value is neither a finite number nor null, `chart.invalid_index` when a
 * row is at a day that does not exist, `block.invalid_text` when a name is not a text, `context.missing` outside a mounted
 * widget, `chart.invalid_moment` when `now` or a moment is neither a time nor the index of a row
 *
 * @example
 * ```tsx
 * import { AreaChart } from "@tck/kit/charts";
 * const power = [
 *   { at: "2026-03-04T08:00:00Z", roof: 0.4, grid: 1.2 },
 *   { at: "2026-03-04T12:00:00Z", roof: 3.1, grid: 0 },
 *   { at: "2026-03-04T16:00:00Z", roof: 1.2, grid: 0.9 },
 * ];
 * const chart = (
 *   <AreaChart
 *     label="Power by the hour, in kilowatts"
 *     data={power}
 *     index="at"
 *     categories={["roof", "grid"]}
 *     names={{ roof: "Roof", grid: "Grid" }}
 *     type="stacked"
 *   />
 * );
 * ```
 */
export function AreaChart<Row extends object>(props: AreaChartProps<Row>): ReactElement | null {
  const order = useRowOrder(props);
  const series = readSeries(props, order);
  return allValues(series).length === 0
    ? null
    : <Areas {...props} data={order.map((row) => props.data[row]!)} series={series} />;
}

function Areas<Row extends object>(
  { series: all, type = "overlapping", curveType = "monotone", ...props }: AreaChartProps<Row> & {
    series: readonly Series[];
  },
): ReactElement {
  const { label, showLabel, markExtremes = false, moments, reference } = props;
  const isStacked = type === "stacked" && all.length > 1;
  const areasOf = (series: readonly Series[]) => isStacked ? stackSeries(series) : series.map(fromZero);
  const pointsOfAll = (series: readonly Series[]) =>
    isStacked ? endsOf(areasOf(series), series.at(-1)!.color) : pointsOf(series);
  const extremesOf = (series: readonly Series[]) => markExtremes ? findExtremes(pointsOfAll(series)) : [];
  const chart = usePlot(props, all, isStacked, (series) => ({
    bars: 0,
    values: [0, ...pointsOfAll(series).map(({ value }) => value)],
    extremes: extremesOf(series),
    moments,
  }));
  const draw = (axes: PlottedChart): ChartDrawing => {
    const { series } = axes;
    const [areas, extremes] = [areasOf(series), extremesOf(series)];
    const lines = areas.map((segments, index) => ({
      color: series[index]!.color,
      values: segments.map((segment) => segment?.to ?? null),
    }));
    const values = (
      <>
        <ZeroLine chart={axes} />
        {lines.map((line, index) => (
          <g key={index}>
            <AreaPath
              {...{ chart: axes, curveType }}
              color={line.color}
              segments={areas[index]!}
              isFaded={!isStacked}
            />
            <LinePath chart={axes} {...line} curveType={curveType} />
          </g>
        ))}
        {!isStacked && <EndDots chart={axes} lines={lines} curveType={curveType} />}
        <ExtremeDots extremes={extremes} chart={axes} />
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
      rows={chart.rowsOf(all)}
      reference={reference}
      draw={draw}
    />
  );
}

function fromZero({ values }: Series): (Segment | null)[] {
  return values.map((value) => value === null ? null : { from: 0, to: value });
}
