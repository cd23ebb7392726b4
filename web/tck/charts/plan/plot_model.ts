import type { ChartReference, ValueTick } from "../rows/chart_props.ts";
import type { IndexAxis, NamedPosition } from "../axes/index_axis.ts";
import type { LegendPlan, TitlePlan } from "./legend.ts";
import type { PlacedTick } from "../axes/places.ts";

/** What a plot is planned from: nothing of it depends on the chart's room. */
export interface PlotModel {
  readonly index: IndexAxis;
  /** The bars that a row has beside one another in its band of the axis; 0 if a row is a point. */
  readonly bars: number;
  /** The row whose name is shown if not all are; null for the first one. */
  readonly namedRow?: number | null;
  /** How far points are from the edges, in pixels. */
  readonly inset: number;
  /** What the value axis must enclose; at least one. */
  readonly values: readonly number[];
  readonly formatTick: (value: number) => string;
  /** The values of the axis that have a label, instead of round ones. */
  readonly ticks: readonly ValueTick[] | undefined;
  readonly marks: PlotMarks;
  /**
   * Whether the plot is one bar, which has an axis of the index below it in a lower room, too.
   *
   * @default false
   */
  readonly isBar?: boolean;
  /** @default none */
  readonly moments?: readonly NamedPosition[];
  /** The name of the present. */
  readonly nowName: string;
  readonly reference: ChartReference | undefined;
}

/** The values that have a label above and below them. */
export interface PlotMarks {
  readonly above: number | null;
  readonly below: number | null;
  /** The row and the text of the label above, if its place is known. */
  readonly label?: { readonly row: number; readonly text: string } | undefined;
}

/** The parts that a plot has. The height of its room has no part in it but by these. */
export interface PlotForm {
  readonly title: TitlePlan;
  readonly legend: LegendPlan | null;
  /** Whether there is an axis of times or names. */
  readonly hasIndex: boolean;
  /** Whether there is an axis of values. */
  readonly hasValues: boolean;
  /** Whether all named values of the axis have their labels, or only some. */
  readonly areTicksWhole: boolean;
  /** Whether the present and other moments have names. */
  readonly hasLabels: boolean;
  /** Whether those names are left out that would be before the label of the highest value, or it is below them. */
  readonly areNamesBeside: boolean;
  readonly hasReference: boolean;
  /** Whether the extremes have labels. */
  readonly hasMarks: boolean;
}

/** A rectangle in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where everything of a chart is, in pixels of its room. */
export interface Plot {
  readonly box: Box;
  /** The height of the title, and of the title and the legend. */
  readonly title: number;
  readonly head: number;
  readonly legend: LegendPlan | null;
  /** Lines of the grid, with their labels; empty without an axis of values. */
  readonly valueTicks: readonly PlacedTick[];
  readonly indexTicks: readonly PlacedTick[];
  readonly hasLabels: boolean;
  readonly hasMarks: boolean;
  /** Where the name of the reference line is; null without it. */
  readonly referencePlace: "end" | "above" | null;
  /** The place of the present, or null when it is outside the axis. */
  readonly now: number | null;
  readonly isNowNamed: boolean;
  /** The moments whose names are shown: also at another moment of the same name. */
  readonly moments: readonly PlacedTick[];
  /** Those at which the names are. */
  readonly momentNames: readonly PlacedTick[];
  /** The horizontal place of a row: its point, or the middle of its band. */
  x(row: number): number;
  /** The place of a position of the axis, also of one without a row; null when it is outside. */
  at(position: number): number | null;
  y(value: number): number;
  /** The width of a row's band; 0 for points. */
  readonly bandWidth: number;
}

/** The least sizes of parts in font sizes, in the order in which a chart drops them as it becomes lower. */
export const LEAST = {
  labels: { width: 8, height: 5.5 },
  reference: { width: 12, height: 5.5 },
  values: { width: 13, height: 5 },
  index: { width: 6, height: 4.5 },
  indexOfBar: { width: 6, height: 3.5 },
} as const;

/** Half of the largest dot: lines end this far from the edges. */
export const DOT = 5;
