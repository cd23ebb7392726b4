import type { DrawingRoom, Tone } from "@tck/kit";
import type { CSSProperties, ReactElement } from "react";
import { inkOf, MUTED } from "./chart_ink.ts";
import { type ChartReference, linesOf } from "../rows/chart_props.ts";
import { cssColor } from "../rows/series.ts";
import type { ChartAxes } from "../plan/plotted_chart.ts";

/** Lines only where a label says what they are. */
export function GridLines(
  { chart: { plot: { box, valueTicks }, room } }: { chart: ChartAxes },
): ReactElement {
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
export function ZeroLine({ chart: { plot, room } }: { chart: ChartAxes }): ReactElement | null {
  if (plot.valueTicks.some(({ isZero }) => isZero)) return null;
  const { left, width } = plot.box;
  const y = Math.round(plot.y(0));
  return <line x1={left} x2={left + width} y1={y} y2={y} style={zeroStyle(room)} />;
}

function zeroStyle(room: DrawingRoom): CSSProperties {
  return { stroke: inkOf(MUTED, room), strokeOpacity: 0.55, shapeRendering: "crispEdges" };
}

/** The range between the two lines of a reference. Where the browser replaces colours, the lines alone are seen. */
export function ReferenceBand(
  { reference, chart: { plot, room } }: { reference: ChartReference; chart: ChartAxes },
): ReactElement | null {
  const [from, to] = linesOf(reference).map(plot.y);
  if (to === undefined || room.hasForcedColors) return null;
  const { left, width } = plot.box;
  const style = { fill: cssColor(reference.tone ?? "neutral"), fillOpacity: reference.tone ? 0.1 : 0.07 };
  return <rect x={left} y={Math.min(from!, to)} width={width} height={Math.abs(to - from!)} style={style} />;
}

/** A line of a reference. */
export function ReferenceLine(
  { y, tone, chart: { plot: { box }, room } }: { y: number; tone: Tone | undefined; chart: ChartAxes },
): ReactElement {
  const style = {
    stroke: inkOf(cssColor(tone ?? "neutral"), room),
    strokeWidth: 1,
    strokeDasharray: "4 4",
    strokeOpacity: tone ? 1 : 0.65,
  };
  return <line x1={box.left} x2={box.left + box.width} y1={y} y2={y} style={style} />;
}

/** The line of the present, or a dashed one of another moment. */
export function MomentLine(
  { x, chart: { plot, room }, isDashed = false }: { x: number; chart: ChartAxes; isDashed?: boolean },
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
