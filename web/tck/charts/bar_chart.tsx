import type { ReactElement } from "react";
import { ChartFrame, inkOf, MUTED } from "./chart_frame.tsx";
import type { ChartProps } from "./chart_props.ts";
import { type Extreme, findExtremes, labelExtremes, placeMarks, pointsOf } from "./extremes.ts";
import { allValues, readSeries, type Series } from "./series.ts";
import { endsOf, type Segment, stackSeries } from "./stacks.ts";
import { estimateTextWidth } from "./text_width.ts";
import { type PlottedChart, usePlot } from "./use_plot.ts";

/** The props of a {@link BarChart}. */
export interface BarChartProps<Row extends object> extends ChartProps<Row> {
  /**
   * Whether the bars of a row are beside one another or on top of one another.
   *
   * @default "grouped"
   */
  readonly type?: "grouped" | "stacked";
}

/**
 * Values as bars from zero, upwards or downwards, for amounts of days or of things. It adapts to its room as `LineChart`
 * does. On an axis of time a bar stands for the time from its row to the next.
 *
 * @throws {WidgetKitError} `chart.invalid_value` when a value is neither a finite number nor null
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
  const series = readSeries(props);
  return allValues(series).length === 0 ? null : <Bars {...props} series={series} />;
}

function Bars<Row extends object>(
  { series, type = "grouped", ...props }: BarChartProps<Row> & { series: readonly Series[] },
): ReactElement {
  const { label, markExtremes = false, reference } = props;
  const isStacked = type === "stacked" && series.length > 1;
  const stacks = isStacked ? stackSeries(series) : null;
  const points = stacks ? endsOf(stacks, series[0]!.color) : pointsOf(series);
  // A group has bars at different places: its extremes would be labelled beside them.
  const hasMarks = markExtremes && (isStacked || series.length === 1);
  // The labels are at the ends of the bars.
  const extremes = (hasMarks ? findExtremes(points) : []).map((extreme) => ({
    ...extreme,
    isBelow: extreme.value < 0,
  }));
  const chart = usePlot(props, series, {
    hasBands: true,
    values: [0, ...points.map(({ value }) => value)],
    marks: placeMarks(extremes),
  });
  const { plot, room } = chart;
  const zero = Math.round(plot.y(0));
  return (
    <ChartFrame
      chart={chart}
      label={label}
      series={series}
      reference={reference}
      labels={labelExtremes(extremes.filter((extreme) => hasRoom(extreme, chart)), chart)}
    >
      {stacks
        ? <StackedBars {...{ stacks, series, chart }} />
        : <GroupedBars series={series} chart={chart} />}
      <line
        x1={plot.box.left}
        x2={plot.box.left + plot.box.width}
        y1={zero}
        y2={zero}
        style={{ stroke: inkOf(MUTED, room), strokeOpacity: 0.55, shapeRendering: "crispEdges" }}
      />
    </ChartFrame>
  );
}

/** A label between higher bars must not be wider than its bar. */
function hasRoom({ value, isHighest, isBelow }: Extreme, { plot, room, formatValue }: PlottedChart): boolean {
  return isHighest || isBelow || estimateTextWidth(formatValue(value), room.fontSize) <= 1.3 * plot.bandWidth;
}

function GroupedBars({ series, chart }: { series: readonly Series[]; chart: PlottedChart }): ReactElement[] {
  const { plot, room } = chart;
  const slot = plot.bandWidth / series.length;
  const width = series.length === 1 ? slot : slot * 0.88;
  return series.flatMap(({ values, color }, column) =>
    values.flatMap((value, row) => {
      if (value === null) return [];
      const place = room.isRightToLeft ? series.length - 1 - column : column;
      const left = plot.x(row) - plot.bandWidth / 2 + place * slot + (slot - width) / 2;
      return [
        <Bar key={`${column} ${row}`} {...{ chart, row, left, width, color }} from={0} to={value} isEnd />,
      ];
    })
  );
}

interface StackedBarsProps {
  readonly stacks: readonly (readonly (Segment | null)[])[];
  readonly series: readonly Series[];
  readonly chart: PlottedChart;
}

function StackedBars({ stacks, series, chart }: StackedBarsProps): ReactElement[] {
  const { bandWidth: width, x } = chart.plot;
  return stacks.flatMap((segments, column) =>
    segments.flatMap((segment, row) => {
      if (segment === null || segment.from === segment.to) return [];
      const isEnd = stacks.every((others) => {
        const to = others[row]?.to ?? 0;
        return segment.to > 0 ? to <= segment.to : to >= segment.to;
      });
      const bar = { chart, row, left: x(row) - width / 2, width, color: series[column]!.color };
      return [<Bar key={`${column} ${row}`} {...bar} {...segment} isEnd={isEnd} />];
    })
  );
}

interface BarProps extends Segment {
  readonly chart: PlottedChart;
  readonly row: number;
  readonly left: number;
  readonly width: number;
  readonly color: string;
  /** Whether nothing is stacked on it: then its end is rounded. */
  readonly isEnd: boolean;
}

function Bar({ chart, row, left, width, color, from, to, isEnd }: BarProps): ReactElement {
  const { plot, room } = chart;
  const [start, end] = [plot.y(from), plot.y(to)];
  const radius = isEnd ? Math.min(4, width / 3, Math.abs(end - start)) : 0;
  const style = {
    fill: inkOf(color, room),
    fillOpacity: chart.isFuture(row) ? 0.4 : 1,
    // A seam between the parts of a stack.
    stroke: isEnd && from === 0 ? "none" : "var(--color-surface)",
    strokeWidth: 1,
  };
  return <path d={barPath(left, width, start, end, radius)} style={style} />;
}

/** A bar from `start` to `end`, both from the top, with round corners at its end. */
function barPath(left: number, width: number, start: number, end: number, radius: number): string {
  const inwards = end < start ? radius : -radius;
  const [right, bend] = [left + width, end + inwards];
  return `M${left},${start}V${bend}Q${left},${end},${left + radius},${end}H${right - radius}` +
    `Q${right},${end},${right},${bend}V${start}Z`;
}
