import { type Room, type Tone, useFormat } from "@tck/kit";
import type { CSSProperties, ReactElement, ReactNode } from "react";
import { foreignDirection } from "../text_direction.ts";
import { type ChartReference, linesOf } from "./chart_props.ts";
import { type ChartLabel, dropOverlapping, edgesOf } from "./labels.ts";
import type { LegendPlan } from "./legend.ts";
import type { PlacedTick } from "./plot.ts";
import { MOMENT_MIDDLE, placeReference } from "./reference_label.ts";
import { cssColor, type Series } from "./series.ts";
import { estimateTextWidth } from "./text_width.ts";
import type { PlottedChart } from "./use_plot.ts";
import { ValueTable } from "./value_table.tsx";

/** What is around the values of a chart. */
interface ChartFrameProps {
  readonly chart: PlottedChart;
  readonly label: string;
  readonly showLabel: boolean | undefined;
  readonly series: readonly Series[];
  /** Series without a name in the legend, which the table has as well. */
  readonly unnamed?: readonly Series[];
  readonly reference: ChartReference | undefined;
  /** Labels of values, the most important first. */
  readonly labels: readonly ChartLabel[];
  /** The most height that it needs, in pixels, if it does not take all that there is. */
  readonly most?: number | undefined;
  /** The rows of the table, if they are not the values of the series. */
  readonly rows?: readonly (readonly string[])[];
  /** SVG, in pixels of the room. */
  readonly children: ReactNode;
}

/**
 * The element of a chart: legend, grid, axes, the present and the reference line around its values, and a table of all
 * values for screen readers. It takes the room that its container gives, and never depends on its own content, so that
 * measuring it is stable.
 */
export function ChartFrame(
  { chart, label, showLabel = false, series, unnamed = [], reference, labels, rows, most, children }:
    ChartFrameProps,
): ReactElement {
  const { element, room, plot } = chart;
  const format = useFormat();
  const present = new Date(0);
  const moments = [
    ...plot.now !== null && plot.hasLabels ? [{ at: plot.now, text: format.relative(present, present) }] : [],
    ...plot.moments,
  ];
  const momentLabels = moments.map(({ at, text }): ChartLabel => ({
    text,
    x: at,
    y: plot.head + MOMENT_MIDDLE * room.fontSize,
    isStrong: false,
    color: MUTED,
  }));
  const referenceLabels = reference && plot.referencePlace !== null
    ? [placeReference(reference, chart, reference.tone ? cssColor(reference.tone) : MUTED)]
    : [];
  const lines = reference ? linesOf(reference).map(plot.y) : [];
  const isOnLine = ({ y }: ChartLabel) =>
    lines.some((line) => Math.abs(line - y) < LABEL_REACH * room.fontSize);
  const valueLabels = labels.filter((label) => !isOnLine(label));
  const placed = dropOverlapping([...valueLabels, ...momentLabels, ...referenceLabels], room);
  // A line beside one with the same name needs none of its own.
  const named = new Set(momentLabels.filter((label) => placed.includes(label)).map(({ text }) => text));
  const shown = plot.moments.filter(({ text }) => named.has(text));
  const columns = [...series, ...unnamed];
  return (
    <figure
      ref={element}
      className="tck-chart"
      data-drawn={chart.drawn}
      data-unnamed={leftOutOf(chart, shown)}
      data-untitled={(showLabel && plot.title === 0) || undefined}
      style={most === undefined ? frameOf(showLabel, chart.hasLegend) : lowFrameOf(most)}
    >
      {plot.title > 0 && (
        <p style={{ ...TITLE, ...startOf(room) }} dir={directionOf(label, room)} aria-hidden="true">
          {label}
        </p>
      )}
      {plot.legend && <Legend series={series} top={plot.title} {...plot.legend} room={room} />}
      <svg width={room.width} height={room.height} style={SVG} aria-hidden="true" focusable="false">
        <GridLines chart={chart} />
        {reference && <ReferenceBand reference={reference} chart={chart} />}
        {plot.now !== null && <MomentLine x={plot.now} chart={chart} />}
        {shown.map(({ at }, index) => <MomentLine key={index} x={at} chart={chart} isDashed />)}
        {children}
        {reference &&
          linesOf(reference).map((value, index) => (
            <ReferenceLine key={index} y={plot.y(value)} tone={reference.tone} chart={chart} />
          ))}
      </svg>
      <div style={LABELS} aria-hidden="true">
        {plot.valueTicks.map((tick) => <ValueTick key={tick.at} tick={tick} room={room} />)}
        {plot.indexTicks.map((tick) => <IndexTick key={tick.at} tick={tick} chart={chart} />)}
        {placed.map((placedLabel, index) => <Label key={index} label={placedLabel} room={room} />)}
      </div>
      <ValueTable
        label={label}
        headings={rows === undefined ? columns.map(({ name }) => name) : []}
        rows={rows ?? formatRows(chart, columns)}
      />
    </figure>
  );
}

/** The names of moments that have no room. */
function leftOutOf({ moments }: PlottedChart, shown: readonly PlacedTick[]): string | undefined {
  const names = moments.map(({ text }) => text);
  for (const { text } of shown) names.splice(names.indexOf(text), 1);
  return names.length === 0 ? undefined : names.join(", ");
}

/** The distance from the middle of a label at which a reference line goes through its letters, in font sizes. */
const LABEL_REACH = 0.7;

/** The values of each row, and then the moments. */
function formatRows({ index, moments, formatValue }: PlottedChart, series: readonly Series[]): string[][] {
  const rows = index.names.map((name, row) => {
    const values = series.map(({ values }) => values[row] ?? null);
    return [name, ...values.map((value) => value === null ? "–" : formatValue(value))];
  });
  return [...rows, ...moments.map(({ position, text }) => [index.nameOf(position), text])];
}

/** The colour of everything but the values. */
export const MUTED = "var(--color-text-muted)";

/** A colour of the page, or the user's own where the browser replaces colours. */
export function inkOf(color: string, room: Room): string {
  return room.hasForcedColors ? "CanvasText" : color;
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

/** The frame of a chart with a title or a line of names above the plot. */
function frameOf(hasTitle: boolean, hasNames: boolean): CSSProperties {
  if (!hasTitle && !hasNames) return FRAME;
  const lines = Number(hasTitle) + Number(hasNames);
  return {
    ...FRAME,
    containIntrinsicSize: hasTitle ? "12rem 11.5rem" : FRAME.containIntrinsicSize,
    minBlockSize: `calc(var(--kit-chart, 2.5rem) + ${lines} * var(--kit-chart-names, 0rem))`,
  };
}

/** The frame of a drawing that needs so many pixels. */
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

/** Lines only where a label says what they are. */
function GridLines({ chart: { plot: { box, valueTicks }, room } }: { chart: PlottedChart }): ReactElement {
  return (
    <g style={{ stroke: inkOf(GRID, room), strokeWidth: 1, shapeRendering: "crispEdges" }}>
      {valueTicks.map(({ at, isZero }) => (
        <line
          key={at}
          x1={box.left}
          x2={box.left + box.width}
          y1={Math.round(at)}
          y2={Math.round(at)}
          style={isZero ? zeroStyle(room) : undefined}
        />
      ))}
    </g>
  );
}

const GRID = "var(--color-grid, var(--color-border))";

/** Where bars and areas begin, unless a labelled line of the grid is there. */
export function ZeroLine({ chart: { plot, room } }: { chart: PlottedChart }): ReactElement | null {
  if (plot.valueTicks.some(({ isZero }) => isZero)) return null;
  const { left, width } = plot.box;
  const y = Math.round(plot.y(0));
  return <line x1={left} x2={left + width} y1={y} y2={y} style={zeroStyle(room)} />;
}

function zeroStyle(room: Room): CSSProperties {
  return { stroke: inkOf(MUTED, room), strokeOpacity: 0.55, shapeRendering: "crispEdges" };
}

/** A paler colour, through which nothing is seen. */
export function paleInk(color: string, part: number, room: Room): string {
  const ink = inkOf(color, room);
  return part === 1 ? ink : `color-mix(in srgb, ${ink} ${Math.round(100 * part)}%, var(--color-surface))`;
}

/** The range between the two lines of a reference. Where the browser replaces colours, the lines alone are seen. */
function ReferenceBand(
  { reference, chart: { plot, room } }: { reference: ChartReference; chart: PlottedChart },
): ReactElement | null {
  const [from, to] = linesOf(reference).map(plot.y);
  if (to === undefined || room.hasForcedColors) return null;
  const { left, width } = plot.box;
  const style = { fill: cssColor(reference.tone ?? "neutral"), fillOpacity: reference.tone ? 0.1 : 0.07 };
  return <rect x={left} y={Math.min(from!, to)} width={width} height={Math.abs(to - from!)} style={style} />;
}

function ReferenceLine(
  { y, tone, chart: { plot: { box }, room } }: { y: number; tone: Tone | undefined; chart: PlottedChart },
): ReactElement {
  const style = {
    stroke: inkOf(cssColor(tone ?? "neutral"), room),
    strokeWidth: 1,
    strokeDasharray: "4 4",
    strokeOpacity: tone ? 1 : 0.65,
  };
  return <line x1={box.left} x2={box.left + box.width} y1={y} y2={y} style={style} />;
}

function MomentLine(
  { x, chart: { plot, room }, isDashed = false }: { x: number; chart: PlottedChart; isDashed?: boolean },
): ReactElement {
  const top = plot.hasLabels ? plot.head + 1.25 * room.fontSize : plot.box.top;
  const style = {
    stroke: inkOf(MUTED, room),
    strokeWidth: 1,
    strokeOpacity: 0.7,
    strokeDasharray: isDashed ? "2 3" : undefined,
  };
  return (
    <line x1={x} x2={x} y1={Math.min(top, plot.box.top)} y2={plot.box.top + plot.box.height} style={style} />
  );
}

function ValueTick({ tick: { at, text }, room }: { tick: PlacedTick; room: Room }): ReactElement {
  return (
    <span
      style={{ ...TEXT, ...startOf(room), top: at, transform: "translateY(-50%)" }}
      dir={directionOf(text, room)}
    >
      {text}
    </span>
  );
}

function IndexTick(
  { tick: { at, text }, chart: { plot: { box }, room } }: { tick: PlacedTick; chart: PlottedChart },
): ReactElement {
  const place = centredAt(at, text, [box.left, box.left + box.width], room);
  return <span style={{ ...TEXT, ...place, bottom: "-0.15em" }} dir={directionOf(text, room)}>{text}</span>;
}

function Label({ label, room }: { label: ChartLabel; room: Room }): ReactElement {
  const { text, x, y, isStrong, isOnAxis = false, color } = label;
  const style: CSSProperties = {
    ...TEXT,
    ...centredAt(x, text, edgesOf(label, room), room, "-50%"),
    top: y,
    color,
    fontWeight: isStrong ? 600 : 400,
    // Legible before lines and bars.
    ...isStrong && !isOnAxis ? { textShadow: HALO } : { background: "var(--color-surface)", borderRadius: 4 },
  };
  return <span style={style} dir={directionOf(text, room)}>{text}</span>;
}

/** The edge where the card's lines begin, also for a text of the other direction. */
function startOf({ isRightToLeft }: Room): CSSProperties {
  return isRightToLeft ? { right: 0 } : { left: 0 };
}

function directionOf(text: string, { isRightToLeft }: Room): "ltr" | "rtl" | undefined {
  return foreignDirection(text, isRightToLeft ? "rtl" : "ltr");
}

const HALO = Array.from({ length: 6 }, () => "0 0 4px var(--color-surface)").join();

const TEXT: CSSProperties = {
  position: "absolute",
  maxWidth: "100%",
  overflow: "clip visible",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
  lineHeight: 1.3,
};

/** A text at an edge ends there, and is not centred. */
function centredAt(
  at: number,
  text: string,
  [low, high]: readonly [number, number],
  { width, fontSize }: Room,
  y = "0",
): CSSProperties {
  const half = estimateTextWidth(text, fontSize) / 2;
  if (at - half < low) return { left: low, transform: `translateY(${y})` };
  if (at + half > high) return { right: width - high, transform: `translateY(${y})` };
  return { left: at, transform: `translate(-50%, ${y})` };
}

/** It looks as the label of a value does. */
const TITLE: CSSProperties = {
  ...TEXT,
  top: 0,
  margin: 0,
  fontSize: "var(--text-sm)",
  lineHeight: "var(--kit-label-line, 1.25rem)",
};

interface LegendProps extends Omit<LegendPlan, "height"> {
  readonly series: readonly Series[];
  readonly top: number;
  readonly room: Room;
}

function Legend({ series, top, entryWidth, isOneLine, isBeside, room }: LegendProps): ReactElement {
  const place = isBeside ? BESIDE_TITLE : { insetInlineStart: 0, top };
  return (
    <div style={{ ...LEGEND, ...place, flexWrap: isOneLine ? "nowrap" : "wrap" }} aria-hidden="true">
      {series.map(({ name, color }, index) => (
        <span key={index} style={{ ...LEGEND_ENTRY, maxInlineSize: entryWidth }}>
          <span style={{ ...SWATCH, background: inkOf(color, room) }} />
          <span style={LEGEND_NAME} dir={directionOf(name, room)}>{name}</span>
        </span>
      ))}
    </div>
  );
}

const BESIDE_TITLE: CSSProperties = { insetInlineEnd: 0, top: 0, lineHeight: TITLE.lineHeight };

const LEGEND: CSSProperties = {
  position: "absolute",
  display: "flex",
  columnGap: "1em",
  maxInlineSize: "100%",
  lineHeight: 4 / 3,
};

const LEGEND_ENTRY: CSSProperties = { display: "flex", alignItems: "center", gap: "0.5em", minInlineSize: 0 };

const SWATCH: CSSProperties = {
  flex: "none",
  inlineSize: "0.6em",
  blockSize: "0.6em",
  borderRadius: "0.15em",
};

const LEGEND_NAME: CSSProperties = {
  minInlineSize: 0,
  overflow: "clip visible",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
};
