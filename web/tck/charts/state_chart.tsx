import {
  type ChartColor,
  type DrawingSpace,
  type Instant,
  type Tone,
  useDrawingRoom,
  useFormat,
  useWidgetContext,
  WidgetKitError,
} from "@tck/kit";
import type { ReactElement } from "react";
import { checkText } from "./rows/check_props.ts";
import { quoteValue } from "../quote_value.ts";
import { SERIES_COLORS } from "../tone_color.ts";
import { type ChartDrawing, ChartFrame } from "./marks/chart_frame.tsx";
import { createIndexAxis } from "./axes/index_axis.ts";
import { PastAndFuture } from "./marks/lines.tsx";
import { checkMoment, readSpans } from "./axes/moments.ts";
import { orderTimes } from "./rows/row_order.ts";
import { type Series, seriesColor } from "./rows/series.ts";
import { Gaps, laneBox, REST, type Span, Spans, stripBox } from "./marks/state_spans.tsx";
import { planStates } from "./plan/state_plan.ts";
import { type ChartAxes, futureOf, nameOfNow } from "./plan/plotted_chart.ts";

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
 * @throws {WidgetKitError} `chart.invalid_moment` when a time is not one, or a span ends before it begins, `chart.invalid_value`
 * when the state of a span is not one of the states, `context.missing` outside a mounted widget
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
  const nowName = nameOfNow(useFormat());
  if (showLabel) checkText(label, "label of a StateChart");
  for (const { name } of states) checkText(name, `name of a state of StateChart ${quoteValue(label)}`);
  const read = readSpans(label, given, timeZone);
  checkStates(label, given, states);
  const data = orderTimes(read.map(({ from }) => from), timeZone).map((row) => read[row]!);
  const series = states.map(({ name, color }, index): Series => ({
    name,
    color: seriesColor(color ?? SERIES_COLORS[index % SERIES_COLORS.length]!),
    values: [],
  }));
  const ends = data.flatMap(({ from, to }) => [from, to]);
  const index = createIndexAxis({ values: ends, now, locale: formatLocale, timeZone });
  if (now !== undefined) checkMoment(index, now, () => `the present of StateChart ${quoteValue(label)}`);
  const plan = planStates({
    index,
    nowName,
    names: states.map(({ name }) => name),
    title: showLabel ? label : null,
    hasLanes: type === "lanes",
  });
  const [element, room] = useDrawingRoom(plan.optionsAt);
  const axes: StateAxes | null = room && { room, ...plan.plotIn(room), isFuture: futureOf(index) };
  const draw = (axes: StateAxes): ChartDrawing => {
    const { plot, hasLanes } = axes;
    const spans = data.map(({ state }, span): Span => {
      const found = states.findIndex(({ key }) => key === state);
      // Colours without a name say nothing: then only the first state has one.
      const color = axes.drawn === undefined || found === 0 ? series[found]?.color : undefined;
      const box = hasLanes ? laneBox(plot, states.length, found) : stripBox(plot);
      return { ...box, from: plot.x(2 * span), to: plot.x(2 * span + 1), color: color ?? REST };
    });
    const drawing = <Spans spans={spans} room={axes.room} hasLanes={hasLanes} />;
    const values = (
      <>
        <Gaps spans={spans} plot={plot} hasLanes={hasLanes} room={axes.room} />
        <PastAndFuture chart={axes} past={drawing} future={<g style={{ opacity: 0.5 }}>{drawing}</g>} />
      </>
    );
    return { values, labels: [] };
  };
  const rows = data.map(({ state }, span) => [
    `${index.names[2 * span]}–${index.names[2 * span + 1]}`,
    states.find(({ key }) => key === state)?.name ?? state,
  ]);
  return (
    <ChartFrame
      chart={{ element, axes, moments: [] }}
      label={label}
      showLabel={showLabel}
      series={series}
      headings={[]}
      rows={rows}
      most={type === "strip" ? plan.heightOfStrip(room ?? UNKNOWN) : undefined}
      draw={draw}
    />
  );
}

function checkStates<Key extends string>(
  label: string,
  spans: readonly StateSpan<Key>[],
  states: readonly ChartState<Key>[],
): void {
  for (const [number, { state }] of spans.entries()) {
    if (states.some(({ key }) => key === state)) continue;
    throw new WidgetKitError(
      "chart.invalid_value",
      `Cannot draw span ${number + 1} of StateChart ${quoteValue(label)}: its state ${
        quoteValue(state)
      } is not one of the keys of states`,
    );
  }
}

/** Before it has a room, a strip is as high as with one line of names. */
const UNKNOWN: DrawingSpace = { width: 320, fontSize: 12, size: "M", widthOf: () => 0 };

/** A chart of states in its room. */
interface StateAxes extends ChartAxes {
  readonly hasLanes: boolean;
}
