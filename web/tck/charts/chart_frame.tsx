import { useFormat } from "@tck/kit";
import type { CSSProperties, ReactElement, ReactNode } from "react";
import type { ChartReference } from "./chart_props.ts";
import { type ChartLabel, dropOverlapping } from "./labels.ts";
import type { PlacedTick } from "./plot.ts";
import type { Series } from "./series.ts";
import { estimateTextWidth } from "./text_width.ts";
import type { PlottedChart } from "./use_plot.ts";
import type { Room } from "./use_room.ts";
import { ValueTable } from "./value_table.tsx";

/** What is around the values of a chart. */
interface ChartFrameProps {
  readonly chart: PlottedChart;
  readonly label: string;
  readonly series: readonly Series[];
  readonly reference: ChartReference | undefined;
  /** Labels of values, the most important first. */
  readonly labels: readonly ChartLabel[];
  /** SVG, in pixels of the room. */
  readonly children: ReactNode;
}

/**
 * The element of a chart: legend, grid, axes, the present and the reference line around its values, and a table of all
 * values for screen readers. It takes the room that its container gives, and never depends on its own content, so that
 * measuring it is stable.
 */
export function ChartFrame(
  { chart, label, series, reference, labels, children }: ChartFrameProps,
): ReactElement {
  const { element, room, plot } = chart;
  const format = useFormat();
  const present = new Date(0);
  const lineLabels: ChartLabel[] = [];
  if (plot.now !== null && plot.hasLabels) {
    lineLabels.push({
      text: format.relative(present, present),
      x: plot.now,
      y: plot.legendHeight + 0.55 * room.fontSize,
      isStrong: false,
      color: MUTED,
    });
  }
  if (reference && plot.referencePlace !== null) lineLabels.push(placeReference(reference, chart));
  const placed = dropOverlapping([...labels, ...lineLabels], room);
  return (
    <figure ref={element} className="tck-chart" style={FRAME}>
      {plot.legendHeight > 0 && <Legend series={series} room={room} />}
      <svg width={room.width} height={room.height} style={SVG} aria-hidden="true" focusable="false">
        <GridLines chart={chart} />
        {plot.now !== null && <NowLine x={plot.now} chart={chart} />}
        {children}
        {reference && <ReferenceLine y={plot.y(reference.value)} chart={chart} />}
      </svg>
      <div style={LABELS} aria-hidden="true">
        {plot.valueTicks.map((tick) => <ValueTick key={tick.at} tick={tick} room={room} />)}
        {plot.indexTicks.map((tick) => <IndexTick key={tick.at} tick={tick} room={room} />)}
        {placed.map((placedLabel, index) => <Label key={index} label={placedLabel} room={room} />)}
      </div>
      <ValueTable label={label} chart={chart} series={series} />
    </figure>
  );
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
  minBlockSize: "2.5rem",
  margin: 0,
  padding: 0,
  border: 0,
  color: MUTED,
  fontSize: "var(--text-xs)",
  fontVariantNumeric: "tabular-nums",
  lineHeight: 1,
  hyphens: "none",
};

const SVG: CSSProperties = {
  position: "absolute",
  top: 0,
  left: 0,
  display: "block",
  maxWidth: "none",
  overflow: "visible",
};

const LABELS: CSSProperties = { position: "absolute", inset: 0 };

function GridLines({ chart: { plot, room } }: { chart: PlottedChart }): ReactElement {
  const { box, valueTicks } = plot;
  const lines = valueTicks.map(({ at }) => at);
  return (
    <g style={{ stroke: inkOf("var(--color-border)", room), strokeWidth: 1, shapeRendering: "crispEdges" }}>
      {lines.map((at) => (
        <line key={at} x1={box.left} x2={box.left + box.width} y1={Math.round(at)} y2={Math.round(at)} />
      ))}
    </g>
  );
}

function ReferenceLine(
  { y, chart: { plot: { box }, room } }: { y: number; chart: PlottedChart },
): ReactElement {
  const style = {
    stroke: inkOf("var(--color-text)", room),
    strokeWidth: 1.25,
    strokeDasharray: "2 3",
    strokeOpacity: 0.65,
  };
  return <line x1={box.left} x2={box.left + box.width} y1={y} y2={y} style={style} />;
}

function NowLine({ x, chart: { plot, room } }: { x: number; chart: PlottedChart }): ReactElement {
  const top = plot.hasLabels ? plot.legendHeight + 1.25 * room.fontSize : plot.box.top;
  const style = { stroke: inkOf(MUTED, room), strokeWidth: 1, strokeOpacity: 0.7 };
  return (
    <line x1={x} x2={x} y1={Math.min(top, plot.box.top)} y2={plot.box.top + plot.box.height} style={style} />
  );
}

/** At the end of its line, or above the line where it would take too much of the plot. */
function placeReference({ label, value }: ChartReference, { plot, room }: PlottedChart): ChartLabel {
  const y = plot.y(value);
  const half = estimateTextWidth(label, room.fontSize) / 2;
  return {
    text: label,
    x: room.isRightToLeft ? half : room.width - half,
    y: plot.referencePlace === "end" ? y : Math.max(y - 0.85 * room.fontSize, 0.6 * room.fontSize),
    isStrong: false,
    color: MUTED,
  };
}

function ValueTick({ tick: { at, text }, room }: { tick: PlacedTick; room: Room }): ReactElement {
  const side = room.isRightToLeft ? { right: 0 } : { left: 0 };
  return <span style={{ ...TEXT, ...side, top: at, transform: "translateY(-50%)" }}>{text}</span>;
}

function IndexTick({ tick: { at, text }, room }: { tick: PlacedTick; room: Room }): ReactElement {
  return <span style={{ ...TEXT, ...centredAt(at, text, room), bottom: "-0.15em" }}>{text}</span>;
}

function Label(
  { label: { text, x, y, isStrong, color }, room }: { label: ChartLabel; room: Room },
): ReactElement {
  const style: CSSProperties = {
    ...TEXT,
    ...centredAt(x, text, room, "-50%"),
    top: y,
    color,
    fontWeight: isStrong ? 600 : 400,
    // Legible before lines and bars.
    ...isStrong ? { textShadow: HALO } : { background: "var(--color-surface)", borderRadius: 2 },
  };
  return <span style={style}>{text}</span>;
}

const HALO = "0 0 2px var(--color-surface), 0 0 2px var(--color-surface), 0 0 4px var(--color-surface)";

const TEXT: CSSProperties = {
  position: "absolute",
  maxWidth: "100%",
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
  // Descenders are not cut.
  lineHeight: 1.3,
};

/** A text at an edge of the room ends there, and is not centred. */
function centredAt(at: number, text: string, { width, fontSize }: Room, y = "0"): CSSProperties {
  const half = estimateTextWidth(text, fontSize) / 2;
  if (at - half < 0) return { left: 0, transform: `translateY(${y})` };
  if (at + half > width) return { right: 0, transform: `translateY(${y})` };
  return { left: at, transform: `translate(-50%, ${y})` };
}

function Legend({ series, room }: { series: readonly Series[]; room: Room }): ReactElement {
  return (
    <div style={LEGEND} aria-hidden="true">
      {series.map(({ name, color }, index) => (
        <span key={index} style={LEGEND_ITEM}>
          <span style={{ ...SWATCH, background: inkOf(color, room) }} />
          <span style={LEGEND_NAME}>{name}</span>
        </span>
      ))}
    </div>
  );
}

const LEGEND: CSSProperties = {
  position: "absolute",
  insetInlineStart: 0,
  top: 0,
  display: "flex",
  flexWrap: "wrap",
  columnGap: "1em",
  maxInlineSize: "100%",
  lineHeight: 1.5,
};

const LEGEND_ITEM: CSSProperties = { display: "flex", alignItems: "center", gap: "0.45em", minInlineSize: 0 };

const SWATCH: CSSProperties = {
  flex: "none",
  inlineSize: "0.6em",
  blockSize: "0.6em",
  borderRadius: "0.15em",
};

const LEGEND_NAME: CSSProperties = { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" };
