import type { ChartColor, Instant, Tone } from "@tck/kit";

/** The names of a row's fields. */
export type FieldOf<Row extends object> = Extract<keyof Row, string>;

/** The props that every chart with axes has. */
export interface ChartProps<Row extends object> {
  /** What the chart shows, in words. Screen readers read it before the table of the values. */
  readonly label: string;
  /**
   * Whether the label is above the plot as well, as the label of a `Stat` is above its value. A room that is too
   * narrow for all of it, or too low for it and the axes, has none.
   *
   * @default false
   */
  readonly showLabel?: boolean | undefined;
  /**
   * Whether the names of several series are above the plot. Without them, say elsewhere what the colours mean.
   *
   * @default true
   */
  readonly showLegend?: boolean | undefined;
  /** The rows. With an axis of time they may be in any order; else they are in the order of the axis. */
  readonly data: readonly Row[];
  /**
   * The field that places a row on the axis. If every row has a `Date` or an RFC 3339 text there (`2026-03-04`,
   * `2026-03-04T10:00:00Z`), the axis is one of time, in the card's time zone; else each row has a place of its own, and
   * the field is its label. A text without a time zone is a time of the card's zone.
   */
  readonly index: FieldOf<Row>;
  /** The fields with the values, one for each series. A value is a finite number, or null for a gap. */
  readonly categories: readonly FieldOf<Row>[];
  /**
   * The names of the series in the legend.
   *
   * @default the names of the fields
   */
  readonly names?: { readonly [category in FieldOf<Row>]?: string } | undefined;
  /**
   * Formats a value.
   *
   * @default a number in the card's language, shortened on the axis
   */
  readonly valueFormatter?: ((value: number) => string) | undefined;
  /**
   * Formats a value on the axis, where a shorter text leaves the plot more room.
   *
   * @default valueFormatter
   */
  readonly axisFormatter?: ((value: number) => string) | undefined;
  /**
   * The colours of the series, in their order.
   *
   * @default 1, 2, 5, 4, 6, 3
   */
  readonly colors?: readonly (ChartColor | Tone)[] | undefined;
  /**
   * The present, as a point in time or as the `index` of a row. What comes later is dashed or lighter, and its own row is
   * not.
   */
  readonly now?: Instant | undefined;
  /**
   * Whether the highest and the lowest value are marked.
   *
   * @default false
   */
  readonly markExtremes?: boolean | undefined;
  /** What to compare with: a goal or a limit, drawn as a line, or a range, drawn as a band behind the values. */
  readonly reference?: ChartReference | undefined;
  /**
   * The values that have a label and a line of the grid, instead of round ones: stages, or limits with a name. The axis ends
   * at the outermost value or label.
   */
  readonly valueTicks?: readonly ValueTick[] | undefined;
  /** The axis begins at this value or lower. */
  readonly minValue?: number | undefined;
  /** The axis ends at this value or higher. */
  readonly maxValue?: number | undefined;
}

/** A moment with a name. */
export interface ChartMoment {
  /** A point in time, or the `index` of a row. */
  readonly at: Instant;
  /** Its name, such as `First crack`. */
  readonly label: string;
}

/** A labelled value of the axis. */
export interface ValueTick {
  readonly value: number;
  /** Its label, such as `Deep`. */
  readonly text: string;
}

/** A value or a range to compare with. */
export interface ChartReference {
  /** A value, or the lowest and the highest one of a range: `[70, 180]`. */
  readonly value: number | readonly [from: number, to: number];
  /** Its name, such as `Goal`. */
  readonly label: string;
  /**
   * What its colour means. The name must say it as well.
   *
   * @default "neutral"
   */
  readonly tone?: Tone | undefined;
}

/** The values at which a reference has a line. */
export function linesOf({ value }: ChartReference): readonly number[] {
  return typeof value === "number" ? [value] : value;
}

/** How the points of a line are connected: by a curve that never overshoots, straight, or by steps. */
export type CurveType = "monotone" | "linear" | "step";
