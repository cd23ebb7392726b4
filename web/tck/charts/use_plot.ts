import { type Room, useFootprint, useFormat, useLocale, useRoom, useTimeZone } from "@tck/kit";
import type { RefObject } from "react";
import { type ChartProps, linesOf } from "./chart_props.ts";
import { createIndexAxis, type IndexAxis } from "./index_axis.ts";
import { planLegend } from "./legend.ts";
import { DOT, planPlot, type Plot, type PlotOptions } from "./plot.ts";
import type { Series } from "./series.ts";

/** What a chart is drawn from. */
export interface PlottedChart {
  readonly element: RefObject<HTMLElement | null>;
  readonly room: Room;
  readonly plot: Plot;
  readonly index: IndexAxis;
  /** The series that are drawn: all of them, or one that needs no name where there is no room for names. */
  readonly series: readonly Series[];
  readonly formatValue: (value: number) => string;
  /** Whether a row is later than the present. */
  isFuture(row: number): boolean;
}

/** The part of the plan that depends on the kind of chart. */
type PlotShape = Pick<PlotOptions, "bars" | "values" | "marks">;

/** Measures the chart's room and plans its parts for it. */
export function usePlot<Row extends object>(
  { data, index: field, now, valueFormatter, valueTicks, reference, minValue, maxValue }: ChartProps<Row>,
  series: readonly Series[],
  isStacked: boolean,
  shapeOf: (shown: readonly Series[]) => PlotShape,
): PlottedChart {
  const [element, room] = useRoom();
  const format = useFormat();
  const { rows } = useFootprint();
  const index = createIndexAxis({
    values: data.map((row) => row[field]),
    now,
    locale: useLocale(),
    timeZone: useTimeZone(),
  });
  const legend = series.length > 1 ? planLegend(series.map(({ name }) => name), room) : null;
  const shown = series.length > 1 && legend === null ? [isStacked ? addUp(series) : series[0]!] : series;
  const { values, ...shape } = shapeOf(shown);
  const enclosed = [
    ...reference ? linesOf(reference) : [],
    minValue,
    maxValue,
    ...valueTicks?.map(({ value }) => value) ?? [],
  ];
  const plot = planPlot({
    ...shape,
    inset: DOT,
    room,
    index,
    legend,
    values: [...values, ...enclosed].filter((value) => value !== undefined),
    formatTick: valueFormatter ??
      ((value) => format.number(value, { notation: "compact", maximumSignificantDigits: 4 })),
    ticks: valueTicks,
    mostTicks: rows === 1 ? 3 : rows === 4 ? 5 : 4,
    hasNow: index.now !== null,
    reference,
  });
  return {
    element,
    room,
    plot,
    index,
    series: shown,
    formatValue: valueFormatter ?? ((value) => format.number(value)),
    isFuture: (row) => index.now !== null && index.positions[row]! > index.now,
  };
}

/** The sums of the rows. */
function addUp(series: readonly Series[]): Series {
  const values = series[0]!.values.map((_, row) => {
    const all = series.flatMap(({ values }) => values[row] ?? []);
    return all.length === 0 ? null : all.reduce((sum, value) => sum + value, 0);
  });
  return { ...series[0]!, values };
}
