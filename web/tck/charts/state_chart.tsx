import {
  type ChartColor,
  type Instant,
  type Room,
  type Tone,
  useFormat,
  useRoom,
  useWidgetContext,
} from "@tck/kit";
import { type ReactElement, useId } from "react";
import { ChartFrame, inkOf, MUTED } from "./chart_frame.tsx";
import { createIndexAxis, type IndexAxis } from "./index_axis.ts";
import { NO_TITLE, planLegend, planTitle, type TitlePlan } from "./legend.ts";
import { PastAndFuture } from "./lines.tsx";
import { planPlot, type Plot, type PlotOptions } from "./plot.ts";
import { orderTimes } from "./row_order.ts";
import { ORDER, type Series, seriesColor } from "./series.ts";
import type { PlottedChart } from "./use_plot.ts";

/** A state that something can be in. */
export interface ChartState<Key extends string> {
  readonly key: Key;
  /** Its name, such as `Deep` or `Open`. */
  readonly name: string;
  /**
   * Its colour, or what it means.
   *
   * @default the next of the chart colours
   */
  readonly color?: ChartColor | Tone | undefined;
}

/** How long a state lasted. */
export interface StateSpan<Key extends string> {
  readonly state: Key;
  readonly from: Instant;
  readonly to: Instant;
}

/** The props of a {@link StateChart}. */
export interface StateChartProps<Key extends string> {
  /** What the chart shows, in words. Screen readers read it before a table of the states. */
  readonly label: string;
  /**
   * Whether the label is above the states as well. A room that is too small for all of the label, or for the names of the
   * states of a strip below it, has none.
   *
   * @default false
   */
  readonly showLabel?: boolean | undefined;
  /** The states, from the top of the chart to the bottom. */
  readonly states: readonly ChartState<Key>[];
  /** What was when, in any order. What is between two spans is unknown, and hatched. */
  readonly data: readonly StateSpan<Key>[];
  /**
   * Whether each state has a line of its own, as stages do, or all are in one, as open and closed. Where the lines have no
   * room they are in one, with a legend.
   *
   * @default "lanes"
   */
  readonly type?: "lanes" | "strip" | undefined;
  /** The present. What comes later is paler. */
  readonly now?: Instant | undefined;
}

/**
 * Which state something was in over time: stages of sleep, open and closed, on and off. Gaps are marked.
 *
 * @example
 * ```tsx
 * import { StateChart } from "@tck/kit/charts";
 * const night = (
 *   <StateChart
 *     label="Stages of sleep"
 *     states={[{ key: "awake", name: "Awake" }, { key: "light", name: "Light" }, { key: "deep", name: "Deep" }]}
 *     data={[
 *       { state: "light", from: "2026-03-04T22:50:00Z", to: "2026-03-04T23:30:00Z" },
 *       { state: "deep", from: "2026-03-04T23:30:00Z", to: "2026-03-05T00:40:00Z" },
 *       { state: "awake", from: "2026-03-05T00:55:00Z", to: "2026-03-05T01:05:00Z" },
 *     ]}
 *   />
 * );
 * ```
 */
export function StateChart<Key extends string>(props: StateChartProps<Key>): ReactElement | null {
  return props.data.length === 0 ? null : <States {...props} />;
}

function States<Key extends string>(
  { label, showLabel = false, states, data: given, type = "lanes", now }: StateChartProps<Key>,
): ReactElement {
  const { locale, formatLocale = locale, timeZone } = useWidgetContext();
  const data = orderTimes(given.map(({ from }) => from), timeZone).map((row) => given[row]!);
  const [element, room] = useRoom();
  const format = useFormat();
  const series = states.map(({ name, color }, index): Series => ({
    name,
    color: seriesColor(color ?? ORDER[index % ORDER.length]!),
    values: [],
  }));
  const ends = data.flatMap(({ from, to }) => [from, to]);
  const index = createIndexAxis({ values: ends, now, locale: formatLocale, timeZone });
  const title = showLabel ? planTitle(label, room) : NO_TITLE;
  const lanes = type === "strip" ? null : planLanes(index, room, series, title);
  const plot = lanes ?? planStrip(index, room, series, title);
  // Colours without a name say nothing: then only the first state has one.
  const isNamed = lanes !== null || plot.legend !== null;
  const chart: PlottedChart = {
    element,
    room,
    plot,
    index,
    series,
    hasLegend: series.length > 1,
    moments: [],
    drawn: isNamed ? undefined : "state",
    marks: NO_MARKS,
    formatValue: format.number,
    isFuture: (row) => index.now !== null && index.positions[row]! > index.now,
  };
  const spans = data.map(({ state }, span): Span => {
    const found = states.findIndex(({ key }) => key === state);
    const color = isNamed || found === 0 ? series[found]?.color : undefined;
    const box = lanes === null ? stripBox(plot) : laneBox(plot, states.length, found);
    return { ...box, from: plot.x(2 * span), to: plot.x(2 * span + 1), color: color ?? REST };
  });
  const drawing = <Spans spans={spans} room={room} hasLanes={lanes !== null} />;
  const rows = data.map(({ state }, span) => [
    `${index.names[2 * span]}–${index.names[2 * span + 1]}`,
    states.find(({ key }) => key === state)?.name ?? state,
  ]);
  return (
    <ChartFrame
      chart={chart}
      label={label}
      showLabel={showLabel}
      series={series}
      reference={undefined}
      labels={[]}
      rows={rows}
      most={type === "strip" ? heightOfStrip(index, room, series, showLabel ? label : null) : undefined}
    >
      <Gaps spans={spans} plot={plot} hasLanes={lanes !== null} room={room} />
      <PastAndFuture chart={chart} past={drawing} future={<g style={{ opacity: 0.5 }}>{drawing}</g>} />
    </ChartFrame>
  );
}

const REST = "color-mix(in srgb, var(--color-text-muted) 32%, var(--color-surface))";

/** A lower line has no room for its name. */
const LEAST_LANE = 16;

/** A line for each state with its name at the start, or null where there is no room for all of them. */
function planLanes(index: IndexAxis, room: Room, series: readonly Series[], title: TitlePlan): Plot | null {
  const count = series.length;
  const ticks = series.map(({ name }, lane) => ({ value: count - 1 - lane, text: name }));
  const plot = planTime(index, room, [-0.5, count - 0.5], { ticks, title: title.height, legend: null });
  return plot.valueTicks.length === count && plot.box.height / count >= LEAST_LANE ? plot : null;
}

/** A bar with the names of its states. A title goes before these do. */
function planStrip(index: IndexAxis, room: Room, series: readonly Series[], title: TitlePlan): Plot {
  const legend = planLegend(series.map(({ name }) => name), room, title, true);
  const plot = planTime(index, room, [0, 1], { ticks: [], title: title.height, legend, isBar: true });
  return legend !== null || title.height === 0 ? plot : planStrip(index, room, series, NO_TITLE);
}

/** The height of a strip with its bar and all of its names, by the width of its room. */
function heightOfStrip(
  index: IndexAxis,
  room: Room,
  series: readonly Series[],
  label: string | null,
): number {
  const tall = { ...room, height: 100 * room.fontSize };
  const { box } = planStrip(index, tall, series, label === null ? NO_TITLE : planTitle(label, tall));
  return Math.ceil(tall.height - box.height + MOST_HEIGHT);
}

const NO_MARKS = { above: null, below: null };

function planTime(
  index: IndexAxis,
  room: Room,
  values: readonly number[],
  parts: Pick<PlotOptions, "ticks" | "title" | "legend" | "isBar">,
): Plot {
  const none = {
    bars: 0,
    inset: 0,
    marks: NO_MARKS,
    reference: undefined,
    isNameBeside: false,
    mostTicks: 0,
    formatTick: String,
  };
  return planPlot({ ...none, ...parts, room, index, values });
}

/** Where a state is drawn, in pixels. */
interface Band {
  readonly top: number;
  readonly height: number;
}

interface Span extends Band {
  /** The horizontal places of its beginning and end. */
  readonly from: number;
  readonly to: number;
  readonly color: string;
}

const MOST_HEIGHT = 32;

function laneBox({ box }: Plot, lanes: number, lane: number): Band {
  const height = Math.min(0.6 * box.height / lanes, MOST_HEIGHT);
  return { top: box.top + (lane + 0.5) * box.height / lanes - height / 2, height };
}

function stripBox({ box }: Plot): Band {
  const height = Math.min(box.height, MOST_HEIGHT);
  return { top: box.top + box.height - height, height };
}

interface SpansProps {
  readonly spans: readonly Span[];
  readonly room: Room;
  readonly hasLanes: boolean;
}

/** The spans, with thin lines where one state follows another. */
function Spans({ spans, room, hasLanes }: SpansProps): ReactElement {
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
function Gaps({ spans, plot: { box }, hasLanes, room }: GapsProps): ReactElement {
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
