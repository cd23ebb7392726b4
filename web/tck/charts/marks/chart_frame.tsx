import type { CSSProperties, ReactElement, ReactNode } from "react";
import { useFormat } from "@tck/kit";
import { GridLines, MomentLine, ReferenceBand, ReferenceLine } from "./chart_lines.tsx";
import { MUTED } from "./chart_ink.ts";
import { type ChartReference, linesOf } from "../rows/chart_props.ts";
import { IndexTick, Label, Legend, Title, ValueTick } from "./chart_texts.tsx";
import { type ChartLabel, dropOverlapping } from "../axes/labels.ts";
import type { PlacedTick } from "../axes/places.ts";
import { MOMENT_MIDDLE } from "./reference_label.ts";
import type { Series } from "../rows/series.ts";
import { type ChartAxes, type ChartPlace, nameOfNow } from "../plan/plotted_chart.ts";
import { ValueTable } from "./value_table.tsx";

/** The values of a chart in its plot. */
export interface ChartDrawing {
  /** SVG, in pixels of the room. */
  readonly values: ReactNode;
  /** Labels of values, the most important first. */
  readonly labels: readonly ChartLabel[];
  /** The name of the reference, if it is shown. */
  readonly name?: ChartLabel | null;
}

/** What is around the values of a chart. */
interface ChartFrameProps<Axes extends ChartAxes> {
  readonly chart: ChartPlace<Axes>;
  readonly label: string;
  readonly showLabel: boolean | undefined;
  /** The series that have names above the plot. */
  readonly series: readonly Series[];
  /** The headings of the columns of the table after the first; none for one column. */
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly reference?: ChartReference | undefined;
  /** The most height that it needs, in pixels, if it does not take all that there is. */
  readonly most?: number | undefined;
  /** Draws the values, once for each room. */
  readonly draw: (axes: Axes) => ChartDrawing;
}

/**
 * The element of a chart: legend, grid, axes, the present and the reference line around its values, and a table of all
 * values for screen readers. It takes the room that its container gives, and never depends on its own content, so that
 * measuring it is stable. Before it has a room it is empty but for the table.
 */
export function ChartFrame<Axes extends ChartAxes>(
  { chart, label, showLabel = false, headings, rows, most, ...others }: ChartFrameProps<Axes>,
): ReactElement {
  const { element, axes, moments } = chart;
  return (
    <figure
      ref={element}
      className="tck-chart"
      data-drawn={axes?.drawn}
      data-unnamed={axes === null ? undefined : leftOutOf(moments, axes.plot.moments)}
      data-untitled={(axes !== null && showLabel && axes.plot.title === 0) || undefined}
      style={most === undefined ? frameOf(showLabel) : lowFrameOf(most)}
    >
      {axes !== null && <ChartInRoom axes={axes} label={label} {...others} />}
      <ValueTable label={label} headings={headings} rows={rows} />
    </figure>
  );
}

function ChartInRoom<Axes extends ChartAxes>(
  { axes, label, series, reference, draw }:
    & Pick<ChartFrameProps<Axes>, "label" | "series" | "reference" | "draw">
    & { readonly axes: Axes },
): ReactElement {
  const { room, plot } = axes;
  const nowName = nameOfNow(useFormat());
  const { values, labels, name = null } = draw(axes);
  const moments = [
    ...plot.now !== null && plot.isNowNamed ? [{ at: plot.now, text: nowName }] : [],
    ...plot.momentNames,
  ];
  const momentLabels = moments.map(({ at, text }): ChartLabel => ({
    text,
    x: at,
    y: plot.head + MOMENT_MIDDLE * room.fontSize,
    isStrong: false,
    color: MUTED,
  }));
  const placed = dropOverlapping([...momentLabels, ...labels, ...name ? [name] : []], room);
  return (
    <>
      {plot.title > 0 && <Title text={label} room={room} />}
      {plot.legend && <Legend series={series} top={plot.title} {...plot.legend} room={room} />}
      <svg width={room.width} height={room.height} style={SVG} aria-hidden="true" focusable="false">
        <GridLines chart={axes} />
        {reference && <ReferenceBand reference={reference} chart={axes} />}
        {plot.now !== null && <MomentLine x={plot.now} chart={axes} />}
        {plot.moments.map(({ at }, index) => <MomentLine key={index} x={at} chart={axes} isDashed />)}
        {values}
        {reference &&
          linesOf(reference).map((value, index) => (
            <ReferenceLine key={index} y={plot.y(value)} tone={reference.tone} chart={axes} />
          ))}
      </svg>
      <div style={LABELS} aria-hidden="true">
        {plot.valueTicks.map((tick) => <ValueTick key={tick.at} tick={tick} room={room} />)}
        {plot.indexTicks.map((tick) => <IndexTick key={tick.at} tick={tick} chart={axes} />)}
        {placed.map((placedLabel, index) => <Label key={index} label={placedLabel} room={room} />)}
      </div>
    </>
  );
}

/** The names of moments that have no room, each in a line. A line beside one with the same name needs none of its own. */
function leftOutOf(moments: readonly string[], shown: readonly PlacedTick[]): string | undefined {
  const names = moments.filter((name) => shown.every(({ text }) => text !== name));
  return names.length === 0 ? undefined : names.join("\n");
}

/** The styles are inline, so that neither a widget's rules for elements nor a reset change a chart. */
const FRAME: CSSProperties = {
  contain: "size layout",
  containIntrinsicSize: "12rem 10rem",
  boxSizing: "border-box",
  position: "relative",
  // Texts beside it keep their height.
  flex: "1 9999 auto",
  inlineSize: "100%",
  minInlineSize: 0,
  minBlockSize: "var(--kit-chart, 2.5rem)",
  margin: 0,
  padding: 0,
  border: 0,
  color: MUTED,
  fontSize: "var(--text-xs)",
  fontVariantNumeric: "tabular-nums",
  lineHeight: 1,
  hyphens: "none",
};

/** The frame of a chart, which is higher with a title above the plot. */
function frameOf(hasTitle: boolean): CSSProperties {
  return hasTitle ? { ...FRAME, containIntrinsicSize: "12rem 11.5rem" } : FRAME;
}

/** The frame of a drawing that needs `height` pixels. */
function lowFrameOf(height: number): CSSProperties {
  return {
    ...FRAME,
    containIntrinsicSize: `12rem ${height}px`,
    minBlockSize: `min(${FRAME.minBlockSize}, ${height}px)`,
    maxBlockSize: height,
  };
}

const SVG: CSSProperties = {
  position: "absolute",
  top: 0,
  left: 0,
  display: "block",
  maxWidth: "none",
  overflow: "visible",
};

const LABELS: CSSProperties = { position: "absolute", inset: 0 };
