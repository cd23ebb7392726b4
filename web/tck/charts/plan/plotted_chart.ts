import type { DrawingRoom, WidgetFormat } from "@tck/kit";
import type { RefObject } from "react";
import type { IndexAxis } from "../axes/index_axis.ts";
import type { Plot, PlotModel } from "./plot_model.ts";
import type { Series } from "../rows/series.ts";

/** A plot in the room of its chart. */
export interface ChartAxes {
  readonly room: DrawingRoom;
  readonly plot: Plot;
  /** What is drawn instead of all series, which the report of a snapshot says. */
  readonly drawn: "first" | "sum" | "state" | undefined;
  /** Whether a row is later than the present. */
  isFuture(row: number): boolean;
}

/** What the values of a chart are drawn from. */
export interface PlottedChart extends ChartAxes {
  /** The series that are drawn: all of them, or one that needs no name where there is no room for names. */
  readonly series: readonly Series[];
  readonly marks: PlotModel["marks"];
  readonly formatValue: (value: number) => string;
}

/** A chart, with what it has before it has a room. */
export interface ChartPlace<Axes extends ChartAxes = ChartAxes> {
  readonly element: RefObject<HTMLElement | null>;
  /** Null until it has a room. */
  readonly axes: Axes | null;
  /** The names of all moments, also of those that are not shown. */
  readonly moments: readonly string[];
}

/** Reports whether a row is later than the present. */
export function futureOf({ now, positions }: IndexAxis): (row: number) => boolean {
  return (row) => now !== null && positions[row]! > now;
}

/** Where the lines of the present and of other moments are, which are as high as the plot. */
export function linesOfMoments({ now, moments }: Pick<Plot, "now" | "moments">): number[] {
  return [...now === null ? [] : [now], ...moments.map(({ at }) => at)];
}

/** The name of the present in the card's language. */
export function nameOfNow(format: WidgetFormat): string {
  const present = new Date(0);
  return format.relative(present, present);
}
