import { type Room, useFootprint, useFormat, useRoom, useWidgetContext, type WidgetFormat } from "@tck/kit";
import type { RefObject } from "react";
import { type ChartMoment, type ChartProps, linesOf } from "./chart_props.ts";
import { createIndexAxis, type IndexAxis, isWithin, type NamedPosition } from "./index_axis.ts";
import { NO_TITLE, planLegend, planTitle } from "./legend.ts";
import { DOT, planPlot, type Plot, type PlotOptions } from "./plot.ts";
import { hidesValues } from "./reference_label.ts";
import { allValues, type Series } from "./series.ts";
import { extent } from "./value_axis.ts";

/** What a chart is drawn from. */
export interface PlottedChart {
  readonly element: RefObject<HTMLElement | null>;
  readonly room: Room;
  readonly plot: Plot;
  readonly index: IndexAxis;
  /** The series that are drawn: all of them, or one that needs no name where there is no room for names. */
  readonly series: readonly Series[];
  /** Whether the names of several series are shown where there is room for them. */
  readonly hasLegend: boolean;
  /** Moments with a name, also those that are not shown. */
  readonly moments: readonly NamedPosition[];
  /** What is drawn instead of all series, which the report of a snapshot says. */
  readonly drawn: "first" | "sum" | "state" | undefined;
  /** The values that have a label above and below them. */
  readonly marks: PlotOptions["marks"];
  readonly formatValue: (value: number) => string;
  /** Whether a row is later than the present. */
  isFuture(row: number): boolean;
}

/** The part of the plan that depends on the kind of chart. */
interface PlotShape extends Pick<PlotOptions, "bars" | "values" | "marks" | "namedRow"> {
  readonly moments?: readonly ChartMoment[] | undefined;
}

/** Measures the chart's room and plans its parts for it. */
export function usePlot<Row extends object>(
  props: ChartProps<Row>,
  series: readonly Series[],
  isStacked: boolean,
  shapeOf: (shown: readonly Series[]) => PlotShape,
): PlottedChart {
  const { data, now, valueFormatter, axisFormatter, valueTicks, reference, minValue, maxValue } = props;
  const [element, room] = useRoom();
  const format = useFormat();
  const { rows } = useFootprint();
  const { locale, formatLocale = locale, timeZone } = useWidgetContext();
  const index = createIndexAxis({
    values: data.map((row) => row[props.index]),
    now,
    locale: formatLocale,
    timeZone,
  });
  const title = props.showLabel ? planTitle(props.label, room) : NO_TITLE;
  const hasLegend = series.length > 1 && (props.showLegend ?? true);
  const legend = hasLegend ? planLegend(series.map(({ name }) => name), room, title) : null;
  const drawn = !hasLegend || legend !== null ? undefined : isStacked ? "sum" : "first";
  const shown = drawn === undefined ? series : [drawn === "sum" ? addUp(series) : series[0]!];
  const { values, moments: named = [], ...shape } = shapeOf(shown);
  const moments = named.flatMap(({ at, label }) => {
    const position = index.positionOf(at);
    return position === null || !isWithin(index, position) ? [] : [{ position, text: label }];
  });
  const enclosed = [
    ...reference ? linesOf(reference) : [],
    minValue,
    maxValue,
    ...valueTicks?.map(({ value }) => value) ?? [],
  ];
  const options = {
    ...shape,
    inset: DOT,
    room,
    index,
    title: title.height,
    legend,
    values: [...values, ...enclosed].filter((value) => value !== undefined),
    formatTick: axisFormatter ?? valueFormatter ??
      ((value) => format.number(value, { notation: "compact", maximumSignificantDigits: 4 })),
    ticks: valueTicks,
    mostTicks: rows === 1 ? 3 : rows === 4 ? 5 : 4,
    moments,
    reference,
  };
  const inside = planPlot({ ...options, isNameBeside: false });
  const { marks } = shape;
  const isNameBeside = reference !== undefined &&
    hidesValues(reference, { plot: inside, room, series: shown, marks });
  const plot = isNameBeside ? planPlot({ ...options, isNameBeside }) : inside;
  return {
    element,
    room,
    plot,
    index,
    series: shown,
    hasLegend,
    moments,
    drawn,
    marks,
    formatValue: valueFormatter ?? formatApart(allValues(series), format),
    isFuture: (row) => index.now !== null && index.positions[row]! > index.now,
  };
}

/** As many decimals are in every browser. */
const MOST_DECIMALS = 20;

/** Formats values with as many decimals as tell the lowest from the highest one, or equal ones from zero; usually three. */
function formatApart(values: readonly number[], format: WidgetFormat): (value: number) => string {
  const [low, high] = extent(values);
  const other = low === high ? 0 : low;
  let options: Intl.NumberFormatOptions | undefined;
  const formatValue = (value: number) => format.number(value, options);
  for (let decimals = 4; decimals <= MOST_DECIMALS && other !== high; decimals++) {
    if (formatValue(other) !== formatValue(high)) break;
    options = { maximumFractionDigits: decimals };
  }
  return formatValue;
}

/** The sums of the rows. */
function addUp(series: readonly Series[]): Series {
  const values = series[0]!.values.map((_, row) => {
    const all = series.flatMap(({ values }) => values[row] ?? []);
    return all.length === 0 ? null : all.reduce((sum, value) => sum + value, 0);
  });
  return { ...series[0]!, values };
}
