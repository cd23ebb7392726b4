import {
  type ChartColor,
  type DrawingOption,
  type DrawingRoom,
  type DrawingSpace,
  type Tone,
  useDrawingRoom,
} from "@tck/kit";
import { curveMonotoneX, line } from "d3-shape";
import type { CSSProperties, ReactElement } from "react";
import { inkOf } from "./marks/chart_ink.ts";
import { checkValue, cssColor } from "./rows/series.ts";
import { extent } from "./axes/value_axis.ts";

/** The props of a {@link Sparkline}. */
export interface SparklineProps {
  /** The values, in order; null is a gap. */
  readonly values: readonly (number | null)[];
  /** What it shows, in words, such as `From 5,412 to 5,475`. */
  readonly label: string;
  /**
   * The colour of the line, or what it means.
   *
   * @default "accent"
   */
  readonly color?: ChartColor | Tone | undefined;
}

/**
 * A line as small as a word, without axes: for a row of a list, or beside a number. It fills its container.
 *
 * @throws {WidgetKitError} `chart.invalid_value` when a value is neither a finite number nor null
 *
 * @example
 * ```tsx
 * import { Sparkline } from "@tck/kit/charts";
 * const course = <Sparkline values={[5412, 5433, 5420, 5475]} label="From 5,412 to 5,475" color="positive" />;
 * ```
 */
export function Sparkline({ values, label, color = "accent" }: SparklineProps): ReactElement | null {
  const checked = values.map((value, position) =>
    checkValue(value, () => `value ${position + 1} of sparkline ${JSON.stringify(label)}`)
  );
  return checked.every((value) => value === null)
    ? null
    : <Spark values={checked} label={label} color={color} />;
}

function Spark(
  { values, label, color }: SparklineProps & { color: ChartColor | Tone },
): ReactElement {
  const [element, room] = useDrawingRoom(sparkOptions, { inBuild: IN_BUILD });
  return (
    <span ref={element} className="tck-sparkline" role="img" aria-label={label} style={SPARK}>
      {room && <Course values={values} color={color} room={room} />}
    </span>
  );
}

/** What a sparkline can be: it is low, and loses nothing. */
export function sparkOptions({ size }: DrawingSpace): DrawingOption[] {
  const most = size === "L" ? 40 : 24;
  return [{ height: 20, most, usual: most, lost: [] }];
}

/** The line with a dot at its end. */
function Course(
  { values, color, room }: Pick<SparklineProps, "values"> & { color: ChartColor | Tone; room: DrawingRoom },
): ReactElement {
  const [low, high] = extent(values.filter((value) => value !== null));
  const x = (row: number) => {
    const ratio = values.length === 1 ? 0.5 : row / (values.length - 1);
    return EDGE + (room.width - 2 * EDGE) * (room.isRightToLeft ? 1 - ratio : ratio);
  };
  const y = (value: number) =>
    EDGE + (room.height - 2 * EDGE) * (low === high ? 0.5 : (high / 2 - value / 2) / (high / 2 - low / 2));
  const isValue = (value: number | null) => value !== null;
  const path = line<number | null>().defined(isValue).x((_, row) => x(row)).y((value) => y(value!))
    .curve(curveMonotoneX)(values) ?? "";
  const last = values.findLastIndex(isValue);
  const ink = inkOf(cssColor(color), room);
  return (
    <svg width={room.width} height={room.height} style={SVG} aria-hidden="true" focusable="false">
      <path d={path} style={{ ...LINE, stroke: ink }} />
      <circle cx={x(last)} cy={y(values[last]!)} r={2.5} style={{ fill: ink }} />
    </svg>
  );
}

/** A build draws it for its usual room: nothing cuts what is larger than its row. */
const IN_BUILD = { width: 72, height: 24 };

/** Room for the dot at the end of the line. */
const EDGE = 3;

const SPARK: CSSProperties = {
  contain: "size layout",
  containIntrinsicSize: "4.5rem var(--kit-spark, 1.5rem)",
  position: "relative",
  display: "block",
  flex: "1 1 4.5rem",
  minInlineSize: "2.5rem",
  minBlockSize: "1.25rem",
  fontSize: "var(--text-xs)",
};

const SVG: CSSProperties = { position: "absolute", top: 0, left: 0, display: "block", maxWidth: "none" };

const LINE: CSSProperties = {
  fill: "none",
  strokeWidth: 1.5,
  strokeLinecap: "round",
  strokeLinejoin: "round",
};
