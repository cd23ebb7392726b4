import type { DrawingRoom } from "@tck/kit";
import type { CSSProperties, ReactElement } from "react";
import { foreignDirection } from "../../text_direction.ts";
import { inkOf } from "./chart_ink.ts";
import { type ChartLabel, edgesOf, widthOfLabel } from "../axes/labels.ts";
import type { LegendPlan } from "../plan/legend.ts";
import type { PlacedTick } from "../axes/places.ts";
import type { Series } from "../rows/series.ts";
import type { ChartAxes } from "../plan/plotted_chart.ts";

/** A label of the axis of values. */
export function ValueTick(
  { tick: { at, text }, room }: { tick: PlacedTick; room: DrawingRoom },
): ReactElement {
  return (
    <span
      style={{ ...TEXT, ...startOf(room), top: at, transform: "translateY(-50%)" }}
      dir={directionOf(text, room)}
    >
      {text}
    </span>
  );
}

/** A label of the axis of times or names. */
export function IndexTick(
  { tick: { at, text }, chart: { plot: { box }, room } }: { tick: PlacedTick; chart: ChartAxes },
): ReactElement {
  const place = centredAt(at, room.widthOf(text, room.fontSize), [box.left, box.left + box.width], room);
  return <span style={{ ...TEXT, ...place, bottom: "-0.15em" }} dir={directionOf(text, room)}>{text}</span>;
}

/** A label in or beside the plot. */
export function Label({ label, room }: { label: ChartLabel; room: DrawingRoom }): ReactElement {
  const { text, x, y, isStrong, isOnAxis = false, color } = label;
  const style: CSSProperties = {
    ...TEXT,
    ...centredAt(x, widthOfLabel(label, room), edgesOf(label, room), room, "-50%"),
    top: y,
    color,
    fontWeight: isStrong ? 600 : 400,
    // Legible before lines and bars.
    ...isStrong && !isOnAxis ? { textShadow: HALO } : { background: "var(--color-surface)", borderRadius: 4 },
  };
  return <span style={style} dir={directionOf(text, room)}>{text}</span>;
}

/** The edge where the card's lines begin, also for a text of the other direction. */
function startOf({ isRightToLeft }: DrawingRoom): CSSProperties {
  return isRightToLeft ? { right: 0 } : { left: 0 };
}

function directionOf(text: string, { isRightToLeft }: DrawingRoom): "ltr" | "rtl" | undefined {
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
  textWidth: number,
  [low, high]: readonly [number, number],
  { width }: DrawingRoom,
  y = "0",
): CSSProperties {
  const half = textWidth / 2;
  if (at - half < low) return { left: low, transform: `translateY(${y})` };
  if (at + half > high) return { right: width - high, transform: `translateY(${y})` };
  return { left: at, transform: `translate(-50%, ${y})` };
}

/** The title of a chart above its plot. */
export function Title({ text, room }: { text: string; room: DrawingRoom }): ReactElement {
  return (
    <p style={{ ...TITLE, ...startOf(room) }} dir={directionOf(text, room)} aria-hidden="true">
      {text}
    </p>
  );
}

/** The title of a chart looks like the label of a value. */
const TITLE: CSSProperties = {
  ...TEXT,
  top: 0,
  margin: 0,
  fontSize: "var(--text-sm)",
  lineHeight: "var(--kit-label-line, 1.25rem)",
};

interface LegendProps extends Pick<LegendPlan, "entryWidth" | "isOneLine" | "isBeside"> {
  readonly series: readonly Series[];
  readonly top: number;
  readonly room: DrawingRoom;
}

/** The names of the series. */
export function Legend({ series, top, entryWidth, isOneLine, isBeside, room }: LegendProps): ReactElement {
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
