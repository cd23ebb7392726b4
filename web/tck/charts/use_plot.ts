import { useFormat, useLocale, useTimeZone } from "@tck/kit";
import type { RefObject } from "react";
import type { ChartProps } from "./chart_props.ts";
import { createIndexAxis, type IndexAxis } from "./index_axis.ts";
import { planPlot, type Plot, type PlotOptions } from "./plot.ts";
import type { Series } from "./series.ts";
import { type Room, useRoom } from "./use_room.ts";

/** What a chart is drawn from. */
export interface PlottedChart {
  readonly element: RefObject<HTMLElement | null>;
  readonly room: Room;
  readonly plot: Plot;
  readonly index: IndexAxis;
  readonly formatValue: (value: number) => string;
  /** Whether a row is later than the present. */
  isFuture(row: number): boolean;
}

/** The part of the plan that depends on the kind of chart. */
type PlotShape = Pick<PlotOptions, "hasBands" | "values" | "marks">;

/** Measures the chart's room and plans its parts for it. */
export function usePlot<Row extends object>(
  { data, index: field, now, valueFormatter, reference, minValue, maxValue }: ChartProps<Row>,
  series: readonly Series[],
  { values, ...shape }: PlotShape,
): PlottedChart {
  const [element, room] = useRoom();
  const format = useFormat();
  const index = createIndexAxis({
    values: data.map((row) => row[field]),
    now,
    locale: useLocale(),
    timeZone: useTimeZone(),
  });
  const plot = planPlot({
    ...shape,
    room,
    index,
    values: [...values, reference?.value, minValue, maxValue].filter((value) => value !== undefined),
    formatTick: valueFormatter ??
      ((value) => format.number(value, { notation: "compact", maximumSignificantDigits: 4 })),
    names: series.map(({ name }) => name),
    hasNow: index.now !== null,
    reference,
  });
  return {
    element,
    room,
    plot,
    index,
    formatValue: valueFormatter ?? ((value) => format.number(value)),
    isFuture: (row) => index.now !== null && index.positions[row]! > index.now,
  };
}
