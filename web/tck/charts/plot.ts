import type { Room } from "@tck/kit";
import { scaleBand } from "d3-scale";
import type { ChartReference, ValueTick } from "./chart_props.ts";
import { type IndexAxis, isWithin, type NamedPosition } from "./index_axis.ts";
import type { LegendPlan } from "./legend.ts";
import { estimateTextWidth } from "./text_width.ts";
import { createValueAxis, type ValueAxis } from "./value_axis.ts";

/** What a plot is planned from. */
export interface PlotOptions {
  readonly room: Room;
  readonly index: IndexAxis;
  /** The bars that a row has beside one another in its band of the axis; 0 if a row is a point. */
  readonly bars: number;
  /** The row whose name is shown if not all are; null for the first one. */
  readonly namedRow?: number | null;
  /** How far points are from the edges, in pixels. */
  readonly inset: number;
  /** What the value axis must enclose; at least one. */
  readonly values: readonly number[];
  readonly formatTick: (value: number) => string;
  /** The values of the axis that have a label, instead of round ones. */
  readonly ticks: readonly ValueTick[] | undefined;
  /** The most labels of the axis of values. */
  readonly mostTicks: number;
  /** The height of the title above the plot; 0 without one. */
  readonly title: number;
  /** Null without one. */
  readonly legend: LegendPlan | null;
  /** The values that have a label above and below them. */
  readonly marks: { readonly above: number | null; readonly below: number | null };
  /**
   * Whether the plot is one bar, which has an axis of the index below it in a lower room, too.
   *
   * @default false
   */
  readonly isBar?: boolean;
  /** @default none */
  readonly moments?: readonly NamedPosition[];
  readonly reference: ChartReference | undefined;
  /** Whether the name of the reference is beside the plot, if it is short enough, rather than in it. */
  readonly isNameBeside: boolean;
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
  readonly isZero?: boolean;
}

/** Where everything of a chart is, in pixels of its room. What the room is too small for is left out. */
export interface Plot {
  readonly box: Box;
  /** The height of the title, and of the title and the legend. */
  readonly title: number;
  readonly head: number;
  readonly legend: LegendPlan | null;
  /** Lines of the grid, with their labels; empty in a small room. */
  readonly valueTicks: readonly PlacedTick[];
  readonly indexTicks: readonly PlacedTick[];
  /** Whether there is room for labels of values and lines. */
  readonly hasLabels: boolean;
  /** Whether there is also room for labels above and below the lines, or the lines would be flat. */
  readonly hasMarks: boolean;
  /** Where the name of the reference line is; null in a small room. */
  readonly referencePlace: "end" | "above" | null;
  /** The place of the present, or null when it is outside the axis. */
  readonly now: number | null;
  /** Moments of the axis; empty in a small room. */
  readonly moments: readonly PlacedTick[];
  /** The horizontal place of a row: its point, or the middle of its band. */
  x(row: number): number;
  y(value: number): number;
  /** The width of a row's band; 0 for points. */
  readonly bandWidth: number;
}

/** The part of the width that the name of the reference line may take from the plot. */
const REFERENCE_PART = 0.25;

/** The part of the width that the labels of the values may take from the plot. */
const VALUES_PART = 0.35;

/** Below these sizes, in font sizes, the chart drops a part: first the names of lines, at last everything but the lines. */
const LEAST = {
  indexOfBar: { width: 6, height: 3.5 },
  values: { width: 13, height: 5 },
  index: { width: 6, height: 4.5 },
  labels: { width: 8, height: 5.5 },
  reference: { width: 12, height: 5.5 },
};

/** In less width, in font sizes, the name of a reference hides no value, and takes no room from the plot. */
const LEAST_BESIDE = 20;

/** The axis ends at one of about so many round steps: by fewer, a quarter of the plot could be empty. */
const AXIS_STEPS = 10;

/** The room of the labels of the present and of moments above the highest dot, in font sizes. */
const MOMENT_LABEL = 1.75;

/** The least height of a plot whose extremes are marked, in font sizes. */
const LEAST_MARKED = 3.25;

/** The room of a label beside its value, in font sizes. */
const LABEL = 1.8;

/** Half of the largest dot: lines end this far from the edges. */
export const DOT = 5;

/** Plans a chart for its room. */
export function planPlot(options: PlotOptions): Plot {
  const { room, index, bars, values, marks, reference, legend } = options;
  const em = room.fontSize;
  const names = options.title + (legend?.height ?? 0);
  const height = room.height - names;
  const has = ({ width, height: least }: { width: number; height: number }) =>
    room.width >= width * em && height >= least * em;
  const [hasIndex, hasValues, hasLabels] = [
    has(options.isBar ? LEAST.indexOfBar : LEAST.index),
    has(LEAST.values),
    has(LEAST.labels),
  ];
  const axis = createValueAxis(values, options.ticks ? 0 : AXIS_STEPS);
  const edge = bars > 0 ? 1 : options.inset;
  const labelled = hasLabels && hasMoments(options);
  const head = Math.max(hasValues ? em / 2 + 1 : edge, labelled ? MOMENT_LABEL * em : 0);
  const foot = hasIndex ? 1.6 * em : edge;
  const inner = Math.max(height - head - foot, 1);
  // What a label of a value needs beyond the part of the plot that is left there, when the plot gives way to it.
  const beyond = (value: number | null, partOf: (ratio: number) => number) => {
    if (value === null || !hasLabels) return 0;
    const part = Math.min(partOf(axis.ratio(value)), 0.9);
    return Math.max((LABEL * em - part * inner) / (1 - part), 0);
  };
  const top = names + Math.max(head, beyond(marks.above, (ratio) => 1 - ratio));
  const bottom = foot + Math.min(beyond(marks.below, (ratio) => ratio), 1.35 * em);
  const plotHeight = Math.max(room.height - top - bottom, 1);
  const isMarked = marks.above !== null || marks.below !== null;
  if (isMarked && plotHeight < LEAST_MARKED * em) {
    return { ...planPlot({ ...options, marks: { above: null, below: null } }), hasMarks: false };
  }
  const ticks = hasValues ? labelTicks(axis, plotHeight / em, options) : [];
  const labelWidth = Math.max(0, ...ticks.map(({ text }) => estimateTextWidth(text, em) + 0.75 * em));
  const texts = labelWidth > room.width * VALUES_PART ? [] : ticks;
  const gutter = texts.length === 0 ? 0 : labelWidth;
  const referenceWidth = reference ? estimateTextWidth(reference.label, em) + 0.6 * em : Infinity;
  const placeName = () => {
    if (!has(LEAST.reference)) return null;
    if (!options.isNameBeside) return "above";
    if (room.width < LEAST_BESIDE * em) return null;
    return referenceWidth <= room.width * REFERENCE_PART ? "end" : "above";
  };
  const referencePlace = placeName();
  const margin = referencePlace === "end" ? referenceWidth : 0;
  const box: Box = {
    left: room.isRightToLeft ? margin : gutter,
    top,
    width: Math.max(room.width - gutter - margin, 1),
    height: plotHeight,
  };
  const y = (value: number) => round(box.top + box.height * (1 - axis.ratio(value)));
  const places = bars > 0 ? placeBands(index, box, room, bars) : placePoints(index, box, room, options.inset);
  return {
    box,
    title: options.title,
    head: names,
    legend,
    valueTicks: texts.map(({ value, text }) => ({
      at: y(value),
      text,
      isZero: value === 0 && !options.ticks,
    })),
    indexTicks: hasIndex ? chooseIndexTicks({ index, places, box, em, named: options.namedRow ?? null }) : [],
    hasLabels,
    hasMarks: hasLabels,
    referencePlace,
    now: places.now === null ? null : round(places.now),
    moments: hasLabels ? placeTicks(options.moments ?? [], places) : [],
    x: (row) => round(places.x(row)),
    y,
    bandWidth: places.bandWidth,
  };
}

/** Whether the present or another moment is within the axis. Bars without times have a place for none. */
function hasMoments({ index, bars, moments = [] }: PlotOptions): boolean {
  const { now, isTime } = index;
  const isShown = now !== null && isWithin(index, now);
  return (bars === 0 || isTime) && (isShown || moments.length > 0);
}

/** A tenth of a pixel is enough, and keeps paths short. */
function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

/**
 * Round values of an axis that is some lines of text high. A formatter that rounds may give two ticks the same text: the
 * second is left out.
 */
function labelTicks(
  axis: ValueAxis,
  lines: number,
  { formatTick, mostTicks, ticks: named }: Pick<PlotOptions, "formatTick" | "mostTicks" | "ticks">,
): readonly ValueTick[] {
  if (named) return thinOut(named, axis, lines);
  const most = Math.min(Math.max(Math.round(lines / 2.6), 2), mostTicks);
  // An axis may have more round values than it is asked for.
  const counts = Array.from({ length: most }, (_, index) => axis.ticks(most - index));
  const fits = ({ length }: readonly number[]) =>
    length > 1 && length <= most && (length - 1) * LEAST_TICK_LINES <= lines;
  const ticks = counts.find(fits) ?? [counts[0]![0]!, counts[0]!.at(-1)!];
  return ticks.map((value) => ({ value, text: formatTick(value) }))
    .filter(({ text }, index, all) => text !== "" && text !== all[index - 1]?.text);
}

/** The labels from the lowest one on that do not touch those before. */
function thinOut(ticks: readonly ValueTick[], axis: ValueAxis, lines: number): readonly ValueTick[] {
  const heightOf = ({ value }: ValueTick) => axis.ratio(value) * lines;
  const kept: ValueTick[] = [];
  for (const tick of ticks.toSorted((one, other) => one.value - other.value)) {
    const before = kept.at(-1);
    if (before === undefined || heightOf(tick) - heightOf(before) >= LEAST_TICK_LINES) kept.push(tick);
  }
  return kept;
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

function placePoints(
  { positions, first, last, now }: IndexAxis,
  box: Box,
  room: Room,
  inset: number,
): Places {
  const [start, length] = [box.left + inset, Math.max(box.width - 2 * inset, 0)];
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

/** The width that a bar has at most, by the width of the plot. */
function widestBar(width: number): number {
  if (width < 240) return 32;
  return width < 480 ? 48 : 64;
}

function placeBands(
  { positions, slots, now, isNowDay, isTime }: IndexAxis,
  box: Box,
  room: Room,
  bars: number,
): Places {
  const [left, right] = [box.left, box.left + box.width];
  const scale = scaleBand<number>().domain(slots.keys()).range(
    room.isRightToLeft ? [right, left] : [left, right],
  )
    .paddingInner(slots.length > 40 ? 0.15 : 0.28).paddingOuter(0.12);
  const middle = (slot: number) => scale(slot)! + scale.bandwidth() / 2;
  const slotOf = (row: number) => slots === positions ? row : slots.indexOf(positions[row]!);
  const last = now === null ? -1 : slots.findLastIndex((slot) => slot <= now);
  // The bar of a time stands for what follows it, up to the next bar. A day without a time is at the bar of that day.
  const passed = () => {
    const [before, at, after] = [slots[last - 1], slots[last]!, slots[last + 1]];
    if (isNowDay && now === at) return middle(last);
    const next = after ?? at + (at - (before ?? at));
    const part = next === at ? 0.5 : Math.min((now! - at) / (next - at), 1);
    return middle(last) + (part - 0.5) * scale.step() * (room.isRightToLeft ? -1 : 1);
  };
  // Few rows among many places are seen.
  const leastBar = slots.length > 2 * positions.length ? 2 : 0;
  return {
    x: (row) => middle(slotOf(row)),
    at: (position) => {
      const found = slots.indexOf(position);
      return found < 0 ? null : middle(found);
    },
    now: isTime && last >= 0 && now! <= slots.at(-1)! ? passed() : null,
    bandWidth: Math.min(Math.max(scale.bandwidth(), leastBar), bars * widestBar(box.width)),
  };
}

interface IndexTicksOptions {
  readonly index: IndexAxis;
  readonly places: Places;
  /** The labels do not go beyond the plot's edges, where they would be beside the labels of the values. */
  readonly box: Box;
  readonly em: number;
  readonly named: number | null;
}

/** As many labels as are legible beside one another. */
function chooseIndexTicks(options: IndexTicksOptions): PlacedTick[] {
  const { index, places } = options;
  const count = index.positions.length;
  const times = index.isTime && count > 1 ? chooseTimes(options) : [];
  // Bars at other times than round ones are labelled by their names.
  if (times.length > 1) return times;
  const ticksAt = (step: number) =>
    index.names.flatMap((text, row) =>
      row % step === (options.named ?? 0) % step ? [{ at: places.x(row), text }] : []
    );
  const areNumbers = index.names.every((name) => NUMBER.test(name));
  for (let step = 1; step <= count; step++) {
    const ticks = ticksAt(step);
    const gap = areNumbers ? LEAST_GAP : NAMES_GAP;
    if (!haveRoom(ticks, options, gap, areNumbers && ticks.length > FEW_NUMBERS ? MANY_GAP : 0)) continue;
    const whole = step < LEAST_WHOLE || options.named !== null ? undefined : wholeStep(step, count - 1);
    return whole === undefined ? ticks : ticksAt(whole);
  }
  return [];
}

/** A number, time or amount: one that is left out can be concluded from its neighbours. */
const NUMBER = /^[^\p{Letter}]*\p{Number}[^\p{Letter}]*$/u;

/** From this distance of labels on, in rows, a longer one is better if the last row then has a label, too. */
const LEAST_WHOLE = 3;

/** The first distance from one to half as much more by which a length can be divided. */
function wholeStep(from: number, length: number): number | undefined {
  return Array.from({ length: Math.floor(from / 2) + 1 }, (_, more) => from + more)
    .find((step) => length % step === 0);
}

/**
 * The most labels that have room at even distances: all round times of a distance, or every second or fourth of them, with
 * that of the named row if it is such a time. If fewer than three labels can be even, the most that have room.
 */
function chooseTimes(options: IndexTicksOptions): PlacedTick[] {
  const { index, index: { first, last }, places, box, em } = options;
  const named = options.named === null ? null : places.x(options.named);
  const isBetterFor = (ticks: readonly PlacedTick[], chosen: readonly PlacedTick[]) => {
    const [has, had] = [ticks, chosen].map((all) => all.some(({ at }) => at === named));
    return has === had ? isBetter(ticks, chosen) : has!;
  };
  let most: PlacedTick[] = [];
  let even: PlacedTick[] = [];
  for (let asked = Math.min(Math.floor(box.width / (3 * em)), 12); asked > 1; asked--) {
    const all = index.ticks(first, last, asked);
    // The beginnings of days stay: times of several days without them are the same for each.
    const day = Math.max(all.findIndex(({ isDay }) => isDay), 0);
    const kept = all.findIndex(({ position }) => named !== null && places.at(position) === named);
    for (const step of [1, 2, 4]) {
      const start = kept === -1 ? day : kept;
      const ticks = placeTicks(all.filter((_, position) => (position - start) % step === 0), places);
      if (!haveRoom(ticks, options, LEAST_GAP, ticks.length > FEW_TIMES ? MANY_GAP : 0)) continue;
      if (isBetterFor(ticks, most)) most = ticks;
      if (isBetterFor(ticks, even) && areEven(ticks, options)) even = ticks;
    }
  }
  return even.length >= 3 ? even : most;
}

/** The least distance of two labels, as a part of the largest. Those at the edges are moved inwards. */
const EVEN = 0.85;

function areEven(ticks: readonly PlacedTick[], options: IndexTicksOptions): boolean {
  const middles = spansOf(ticks, options).map(({ left, width }) => left + width / 2);
  const distances = middles.slice(1).map((middle, index) => middle - middles[index]!);
  return Math.min(...distances) >= EVEN * Math.max(...distances);
}

/** More labels are better, and of as many the shorter ones: `3 PM` instead of `3:00 PM`. */
function isBetter(ticks: readonly PlacedTick[], chosen: readonly PlacedTick[]): boolean {
  if (ticks.length !== chosen.length) return ticks.length > chosen.length;
  const lengthOf = (all: readonly PlacedTick[]) => all.reduce((sum, { text }) => sum + text.length, 0);
  return lengthOf(ticks) < lengthOf(chosen);
}

function placeTicks(ticks: readonly NamedPosition[], places: Places): PlacedTick[] {
  return ticks.flatMap(({ position, text }) => {
    const at = places.at(position);
    return at === null ? [] : [{ at, text }];
  });
}

/** So many times, and so many numbers, are not too many, as close as they may be. */
const FEW_TIMES = 4;
const FEW_NUMBERS = 8;

/** The least gap between more of them, as a part of the width of the widest one. */
const MANY_GAP = 0.75;

/** The least gap between labels, and between names, which are narrower than their estimate in most fonts, in font sizes. */
const LEAST_GAP = 0.75;
const NAMES_GAP = 0.4;

/**
 * Whether labels do not touch.
 *
 * @param least the least gap between them, in font sizes
 * @param part the same as a part of the width of the widest one
 */
function haveRoom(
  ticks: readonly PlacedTick[],
  options: IndexTicksOptions,
  least: number,
  part: number,
): boolean {
  const spans = spansOf(ticks, options);
  const gap = Math.max(least * options.em, part * Math.max(...spans.map(({ width }) => width)));
  return spans.slice(1).every(({ left }, index) => {
    const before = spans[index]!;
    return left >= before.left + before.width + gap;
  });
}

/** Where labels are, from left to right, when each is centred at its place, or moved inwards at the plot's edges. */
function spansOf(
  ticks: readonly PlacedTick[],
  { box, em }: IndexTicksOptions,
): { readonly left: number; readonly width: number }[] {
  return ticks.toSorted((a, b) => a.at - b.at).map(({ at, text }) => {
    const width = estimateTextWidth(text, em);
    return { left: placeWithin(at, width, box.left, box.left + box.width), width };
  });
}

/** The left end of a text that is centred at a place, or moved inwards at an edge. */
export function placeWithin(at: number, width: number, low: number, high: number): number {
  return Math.min(Math.max(at - width / 2, low), Math.max(high - width, low));
}
