import { scaleBand } from "d3-scale";
import type { ChartReference } from "./chart_props.ts";
import type { IndexAxis, IndexTick } from "./index_axis.ts";
import { estimateTextWidth } from "./text_width.ts";
import type { Room } from "./use_room.ts";
import { createValueAxis, type ValueAxis } from "./value_axis.ts";

/** What a plot is planned from. */
export interface PlotOptions {
  readonly room: Room;
  readonly index: IndexAxis;
  /** Whether each row has a band of the axis, as bars need it, or a point. */
  readonly hasBands: boolean;
  /** What the value axis must enclose; at least one. */
  readonly values: readonly number[];
  readonly formatTick: (value: number) => string;
  /** The names in the legend; a single series has none. */
  readonly names: readonly string[];
  /** The values that have a label above and below them. */
  readonly marks: { readonly above: number | null; readonly below: number | null };
  /** Whether the present has a label above the plot. */
  readonly hasNow: boolean;
  readonly reference: ChartReference | undefined;
}

/** A rectangle in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A labelled place of an axis, in pixels. */
export interface PlacedTick {
  readonly at: number;
  readonly text: string;
}

/** Where everything of a chart is, in pixels of its room. What the room is too small for is left out. */
export interface Plot {
  readonly box: Box;
  /** The height of the legend; 0 without one. */
  readonly legendHeight: number;
  /** Lines of the grid, with their labels; empty in a small room. */
  readonly valueTicks: readonly PlacedTick[];
  readonly indexTicks: readonly PlacedTick[];
  /** Whether there is room for labels of values and lines. */
  readonly hasLabels: boolean;
  /** Where the name of the reference line is; null in a small room. */
  readonly referencePlace: "end" | "above" | null;
  /** The place of the present, or null when it is outside the axis. */
  readonly now: number | null;
  /** The horizontal place of a row: its point, or the middle of its band. */
  x(row: number): number;
  y(value: number): number;
  /** The width of a row's band; 0 for points. */
  readonly bandWidth: number;
}

/** The part of the width that the name of the reference line may take from the plot. */
const REFERENCE_PART = 0.2;

/** The part of the width that the labels of the values may take from the plot. */
const VALUES_PART = 0.35;

/** Below these sizes, in font sizes, the chart drops a part: first the names of lines, at last everything but the lines. */
const LEAST = {
  legend: { width: 12, height: 11 },
  values: { width: 15, height: 5 },
  index: { width: 6, height: 4.5 },
  labels: { width: 8, height: 5.5 },
  reference: { width: 20, height: 5.5 },
};

/** The room of a label beside its value, in font sizes. */
const LABEL = 1.8;

/** Half of the largest dot: lines end this far from the edges. */
const DOT = 5;

/** Plans a chart for its room. */
export function planPlot(options: PlotOptions): Plot {
  const { room, index, hasBands, values, formatTick, names, marks, reference } = options;
  const em = room.fontSize;
  const legendHeight = planLegend(names, room);
  const height = room.height - legendHeight;
  const has = ({ width, height: least }: { width: number; height: number }) =>
    room.width >= width * em && height >= least * em;
  const [hasIndex, hasValues, hasLabels] = [has(LEAST.index), has(LEAST.values), has(LEAST.labels)];
  const axis = createValueAxis(values, hasValues ? 5 : 10);
  const edge = hasBands ? 1 : DOT;
  const head = Math.max(hasValues ? em / 2 + 1 : edge, options.hasNow && hasLabels ? 1.35 * em : 0);
  const foot = hasIndex ? 1.6 * em : edge;
  const inner = Math.max(height - head - foot, 1);
  // What a label of a value needs beyond the part of the plot that is left there, when the plot gives way to it.
  const beyond = (value: number | null, partOf: (ratio: number) => number) => {
    if (value === null || !hasLabels) return 0;
    const part = Math.min(partOf(axis.ratio(value)), 0.9);
    return Math.max((LABEL * em - part * inner) / (1 - part), 0);
  };
  const top = legendHeight + Math.max(head, beyond(marks.above, (ratio) => 1 - ratio));
  const bottom = foot + Math.min(beyond(marks.below, (ratio) => ratio), 1.35 * em);
  const plotHeight = Math.max(room.height - top - bottom, 1);
  const labelled = hasValues ? labelTicks(axis, plotHeight / em, formatTick) : [];
  const labelWidth = Math.max(0, ...labelled.map(({ text }) => estimateTextWidth(text, em) + 0.75 * em));
  const texts = labelWidth > room.width * VALUES_PART ? [] : labelled;
  const gutter = texts.length === 0 ? 0 : labelWidth;
  const referenceWidth = reference ? estimateTextWidth(reference.label, em) + 0.6 * em : Infinity;
  const referencePlace = !has(LEAST.reference)
    ? null
    : referenceWidth <= room.width * REFERENCE_PART
    ? "end"
    : "above";
  const margin = referencePlace === "end" ? referenceWidth : 0;
  const box: Box = {
    left: room.isRightToLeft ? margin : gutter,
    top,
    width: Math.max(room.width - gutter - margin, 1),
    height: plotHeight,
  };
  const y = (value: number) => round(box.top + box.height * (1 - axis.ratio(value)));
  const places = hasBands ? placeBands(index, box, room) : placePoints(index, box, room);
  return {
    box,
    legendHeight,
    valueTicks: texts.map(({ value, text }) => ({ at: y(value), text })),
    indexTicks: hasIndex ? chooseIndexTicks({ index, places, room }) : [],
    hasLabels,
    referencePlace,
    now: places.now,
    x: (row) => round(places.x(row)),
    y,
    bandWidth: places.bandWidth,
  };
}

/** A tenth of a pixel is enough, and keeps paths short. */
function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

/** The height of the lines of a legend, or 0 when it would take more than a quarter of the room. */
function planLegend(names: readonly string[], { width, height, fontSize: em }: Room): number {
  if (names.length < 2 || width < LEAST.legend.width * em || height < LEAST.legend.height * em) return 0;
  let [lines, used] = [1, 0];
  for (const name of names) {
    const needed = Math.min(estimateTextWidth(name, em) + 2.2 * em, width);
    if (used + needed > width && used > 0) [lines, used] = [lines + 1, 0];
    used += needed;
  }
  const needed = (lines * 1.5 + 0.5) * em;
  return needed > height / 4 ? 0 : needed;
}

/**
 * Round values of an axis that is some lines of text high. A formatter that rounds may give two ticks the same text: the
 * second is left out.
 */
function labelTicks(
  axis: ValueAxis,
  lines: number,
  format: (value: number) => string,
): { value: number; text: string }[] {
  const most = Math.min(Math.max(Math.round(lines / 2.6), 2), 5);
  // An axis may have more round values than it is asked for.
  const counts = Array.from({ length: most }, (_, index) => axis.ticks(most - index));
  const fits = ({ length }: readonly number[]) => (length - 1) * LEAST_TICK_LINES <= lines;
  const ticks = counts.find(fits) ?? [counts[0]![0]!, counts[0]!.at(-1)!];
  return ticks.map((value) => ({ value, text: format(value) }))
    .filter(({ text }, index, all) => text !== all[index - 1]?.text);
}

/** The least distance of two labels of the axis, in lines. */
const LEAST_TICK_LINES = 1.35;

interface Places {
  x(row: number): number;
  /** The place of a position of the axis, or null when it is outside. */
  at(position: number): number | null;
  readonly now: number | null;
  readonly bandWidth: number;
}

function placePoints({ positions, now }: IndexAxis, box: Box, room: Room): Places {
  const [first, last] = [positions[0]!, positions.at(-1)!];
  const [start, length] = [box.left + DOT, Math.max(box.width - 2 * DOT, 0)];
  const at = (position: number) => {
    const ratio = first === last ? 0.5 : (position - first) / (last - first);
    return start + length * (room.isRightToLeft ? 1 - ratio : ratio);
  };
  const within = (position: number) => position < first || position > last ? null : at(position);
  return {
    x: (row) => at(positions[row]!),
    at: within,
    now: now === null ? null : within(now),
    bandWidth: 0,
  };
}

function placeBands({ positions, now, isTime }: IndexAxis, box: Box, room: Room): Places {
  const rows = positions.map((_, row) => row);
  const [left, right] = [box.left, box.left + box.width];
  const scale = scaleBand<number>().domain(rows).range(room.isRightToLeft ? [right, left] : [left, right])
    .paddingInner(positions.length > 40 ? 0.15 : 0.28).paddingOuter(0.12);
  const middle = (row: number) => scale(row)! + scale.bandwidth() / 2;
  const row = now === null ? -1 : positions.findLastIndex((position) => position <= now);
  // The bar of a time stands for what follows it, up to the next bar.
  const passed = () => {
    const next = positions[row + 1] ??
      positions[row]! + (positions[row]! - (positions[row - 1] ?? positions[row]!));
    const part = next === positions[row]
      ? 0.5
      : Math.min((now! - positions[row]!) / (next - positions[row]!), 1);
    return middle(row) + (part - 0.5) * scale.step() * (room.isRightToLeft ? -1 : 1);
  };
  return {
    x: middle,
    at: (position) => {
      const found = positions.indexOf(position);
      return found < 0 ? null : middle(found);
    },
    now: isTime && row >= 0 && now! <= positions.at(-1)! ? passed() : null,
    bandWidth: scale.bandwidth(),
  };
}

interface IndexTicksOptions {
  readonly index: IndexAxis;
  readonly places: Places;
  readonly room: Room;
}

/** As many labels as are legible beside one another. */
function chooseIndexTicks(options: IndexTicksOptions): PlacedTick[] {
  const { index, places, room } = options;
  const count = index.positions.length;
  const times = index.isTime && count > 1 ? chooseTimes(options) : [];
  // Bars at other times than round ones are labelled by their names.
  if (times.length > 1) return times;
  for (let step = 1; step <= count; step++) {
    const ticks = index.names.flatMap((text, row) => row % step === 0 ? [{ at: places.x(row), text }] : []);
    if (haveRoom(ticks, room)) return ticks;
  }
  return [];
}

/** The most labels that have room: all round times of a distance, or every second or fourth of them. */
function chooseTimes({ index, places, room }: IndexTicksOptions): PlacedTick[] {
  const [first, last] = [index.positions[0]!, index.positions.at(-1)!];
  let chosen: PlacedTick[] = [];
  for (let asked = Math.min(Math.floor(room.width / (3 * room.fontSize)), 12); asked > 1; asked--) {
    const all = placeTicks(index.ticks(first, last, asked), places);
    for (const step of [1, 2, 4]) {
      const ticks = all.filter((_, position) => position % step === 0);
      if (ticks.length > chosen.length && haveRoom(ticks, room)) chosen = ticks;
    }
  }
  return chosen;
}

function placeTicks(ticks: readonly IndexTick[], places: Places): PlacedTick[] {
  return ticks.flatMap(({ position, text }) => {
    const at = places.at(position);
    return at === null ? [] : [{ at, text }];
  });
}

/** Whether labels do not touch when each is centred at its place, or moved inwards at the room's edges. */
function haveRoom(ticks: readonly PlacedTick[], { width, fontSize }: Room): boolean {
  let end = -Infinity;
  for (const { at, text } of ticks.toSorted((a, b) => a.at - b.at)) {
    const needed = estimateTextWidth(text, fontSize);
    const left = Math.min(Math.max(at - needed / 2, 0), Math.max(width - needed, 0));
    if (left < end + 0.75 * fontSize) return false;
    end = left + needed;
  }
  return true;
}
