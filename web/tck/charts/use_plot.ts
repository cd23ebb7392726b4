import { type DrawingRoom, useDrawingRoom, useFormat, useWidgetContext, type WidgetFormat } from "@tck/kit";
import { stepAt } from "../drawings/option.ts";
import { quoteValue } from "../quote_value.ts";
import { checkChartProps, checkedFormatter } from "./rows/check_props.ts";
import { type ChartMoment, type ChartProps, linesOf } from "./rows/chart_props.ts";
import { chartOptions, type ChartVariant, createChartSteps } from "./plan/chart_steps.ts";
import { type Extreme, placeMarks } from "./plan/extremes.ts";
import { createIndexAxis, type IndexAxis, isWithin, type NamedPosition } from "./axes/index_axis.ts";
import { checkMoment } from "./axes/moments.ts";
import { planPlot } from "./plan/plot.ts";
import { DOT, type PlotModel } from "./plan/plot_model.ts";
import { type ChartPlace, futureOf, nameOfNow, type PlottedChart } from "./plan/plotted_chart.ts";
import { hidesValues } from "./marks/reference_label.ts";
import { allValues, type Series } from "./rows/series.ts";
import { extent } from "./axes/value_axis.ts";

/** A chart of values. */
export interface ValuePlace extends ChartPlace<PlottedChart> {
  readonly index: IndexAxis;
  /** The rows of the table of some series: each with its name, and then the moments. */
  rowsOf(series: readonly Series[]): string[][];
}

/** The part of the plan that depends on the kind of chart. */
interface PlotShape extends Pick<PlotModel, "bars" | "values" | "namedRow"> {
  readonly extremes: readonly Extreme[];
  readonly moments?: readonly ChartMoment[] | undefined;
}

/** Plans a chart for the room that it has. */
export function usePlot<Row extends object>(
  props: ChartProps<Row>,
  series: readonly Series[],
  isStacked: boolean,
  shapeOf: (shown: readonly Series[]) => PlotShape,
): ValuePlace {
  const { data, now, reference, valueFormatter, label } = props;
  const format = useFormat();
  const { locale, formatLocale = locale, timeZone } = useWidgetContext();
  const index = createIndexAxis({
    values: data.map((row) => row[props.index]),
    now,
    locale: formatLocale,
    timeZone,
  });
  if (now !== undefined) checkMoment(index, now, () => `the present of chart ${quoteValue(label)}`);
  const formatValue = checkedFormatter(valueFormatter, `valueFormatter of chart ${quoteValue(label)}`) ??
    formatApart(allValues(series), format);
  const hasLegend = series.length > 1 && (props.showLegend ?? true);
  const title = props.showLabel ? props.label : null;
  const modelOf = (shown: readonly Series[]): PlotModel => {
    const { values, moments = [], extremes, ...shape } = shapeOf(shown);
    checkChartProps(props, moments);
    return {
      ...shape,
      index,
      inset: DOT,
      values: [...values, ...enclosedValues(props)],
      formatTick: formatTickOf(props, format),
      ticks: props.valueTicks,
      marks: placeMarks(extremes, formatValue),
      moments: placeMoments(moments, index, props.label),
      nowName: nameOfNow(format),
      reference,
    };
  };
  const drawn = isStacked ? "sum" as const : "first" as const;
  const single = hasLegend ? [drawn === "sum" ? addUp(series) : series[0]!] : series;
  const names = hasLegend ? series.map(({ name }) => name) : null;
  const full: ChartVariant = { title, names, model: modelOf(series), lost: [] };
  const variants = hasLegend
    ? [full, { title, names: null, model: modelOf(single), lost: ["legend", "names", "series"] as const }]
    : [full];
  const [element, room] = useDrawingRoom((space) => {
    const breadth = { ...space, isRightToLeft: false };
    return chartOptions(createChartSteps(variants, breadth), full, breadth);
  });
  const plan = (room: DrawingRoom): PlottedChart => {
    const { variant, plot: form } = stepAt(createChartSteps(variants, room), room.height).form;
    const { model } = variants[variant]!;
    const shown = variant === 0 ? series : single;
    const inside = planPlot(model, form, room, false);
    const isNameBeside = reference !== undefined && inside.referencePlace !== null &&
      hidesValues(reference, { plot: inside, room, series: shown, marks: model.marks });
    return {
      room,
      plot: isNameBeside ? planPlot(model, form, room, true) : inside,
      drawn: variant === 0 ? undefined : drawn,
      series: shown,
      marks: model.marks,
      formatValue,
      isFuture: futureOf(index),
    };
  };
  const moments = full.model.moments ?? [];
  return {
    element,
    axes: room && plan(room),
    index,
    moments: moments.map(({ text }) => text),
    rowsOf: (series) => formatRows(index, series, moments, formatValue),
  };
}

/** What the axis of values encloses as well. */
function enclosedValues<Row extends object>(
  { reference, minValue, maxValue, valueTicks = [] }: ChartProps<Row>,
): number[] {
  const all = [
    ...reference ? linesOf(reference) : [],
    minValue,
    maxValue,
    ...valueTicks.map(({ value }) => value),
  ];
  return all.filter((value) => value !== undefined);
}

function formatTickOf<Row extends object>(
  { label, axisFormatter, valueFormatter }: ChartProps<Row>,
  format: WidgetFormat,
): (value: number) => string {
  const chart = `chart ${quoteValue(label)}`;
  return checkedFormatter(axisFormatter, `axisFormatter of ${chart}`) ??
    checkedFormatter(valueFormatter, `valueFormatter of ${chart}`) ??
    ((value) => format.number(value, { notation: "compact", maximumSignificantDigits: 4 }));
}

/** The moments that are neither before the first row nor after the last one. */
function placeMoments(moments: readonly ChartMoment[], index: IndexAxis, chart: string): NamedPosition[] {
  return moments.flatMap(({ at, label }) => {
    checkMoment(index, at, () => `moment ${quoteValue(label)} of chart ${quoteValue(chart)}`);
    const position = index.positionOf(at);
    return position === null || !isWithin(index, position) ? [] : [{ position, text: label }];
  });
}

/** The values of each row, and then the moments. */
function formatRows(
  index: IndexAxis,
  series: readonly Series[],
  moments: readonly NamedPosition[],
  formatValue: (value: number) => string,
): string[][] {
  const rows = index.names.map((name, row) => {
    const values = series.map(({ values }) => values[row] ?? null);
    return [name, ...values.map((value) => value === null ? "–" : formatValue(value))];
  });
  return [...rows, ...moments.map(({ position, text }) => [index.nameOf(position), text])];
}

/** The most decimals that every browser formats. */
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
