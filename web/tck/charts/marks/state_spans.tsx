import type { DrawingRoom } from "@tck/kit";
import { type ReactElement, useId } from "react";
import { inkOf, MUTED } from "./chart_ink.ts";
import type { Plot } from "../plan/plot_model.ts";
import { MOST_BAR } from "../plan/state_plan.ts";

/** The colour of a state without a name. */
export const REST = "color-mix(in srgb, var(--color-text-muted) 32%, var(--color-surface))";

/** Where a state is drawn, in pixels. */
interface Band {
  readonly top: number;
  readonly height: number;
}

/** A state from its beginning to its end. */
export interface Span extends Band {
  /** The horizontal places of its beginning and end. */
  readonly from: number;
  readonly to: number;
  readonly color: string;
}

/** The place of a state in its line. */
export function laneBox({ box }: Plot, lanes: number, lane: number): Band {
  const height = Math.min(0.6 * box.height / lanes, MOST_BAR);
  return { top: box.top + (lane + 0.5) * box.height / lanes - height / 2, height };
}

/** The place of all states in one bar. */
export function stripBox({ box }: Plot): Band {
  const height = Math.min(box.height, MOST_BAR);
  return { top: box.top + box.height - height, height };
}

interface SpansProps {
  readonly spans: readonly Span[];
  readonly room: DrawingRoom;
  readonly hasLanes: boolean;
}

/** The spans, with thin lines where one state follows another. */
export function Spans({ spans, room, hasLanes }: SpansProps): ReactElement {
  return (
    <>
      {hasLanes && spans.slice(1).map((span, index) => {
        const before = spans[index]!;
        const middles = [before, span].map(({ top, height }) => top + height / 2);
        return before.to === span.from && (
          <line key={index} x1={span.from} x2={span.from} y1={middles[0]} y2={middles[1]} style={LINK} />
        );
      })}
      {spans.map(({ from, to, top, height, color }, index) => (
        <rect
          key={index}
          x={Math.min(from, to)}
          y={top}
          width={Math.max(Math.abs(to - from), 1)}
          height={height}
          rx={Math.min(hasLanes ? 4 : 0, height / 2, Math.abs(to - from) / 2)}
          style={{ fill: inkOf(color, room) }}
        />
      ))}
    </>
  );
}

const LINK = { stroke: MUTED, strokeOpacity: 0.55, shapeRendering: "crispEdges" } as const;

interface GapsProps extends SpansProps {
  readonly plot: Plot;
}

/** What is between two spans is hatched. */
export function Gaps({ spans, plot: { box }, hasLanes, room }: GapsProps): ReactElement {
  const id = useId();
  const gaps = spans.slice(1).flatMap((span, index) => {
    const before = spans[index]!;
    const [left, right] = [before.to, span.from].toSorted((a, b) => a - b) as [number, number];
    const { top, height } = hasLanes ? box : span;
    return right - left < 1 ? [] : [{ left, width: right - left, top, height }];
  });
  return (
    <>
      <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line y2={6} style={{ stroke: inkOf(MUTED, room), strokeWidth: 2, strokeOpacity: 0.4 }} />
      </pattern>
      {gaps.map(({ left, width, top, height }) => (
        <rect key={left} x={left} y={top} width={width} height={height} style={{ fill: `url(#${id})` }} />
      ))}
    </>
  );
}
