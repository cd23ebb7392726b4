import type { TextWidth } from "../../text_width.ts";
import type { IndexAxis } from "./index_axis.ts";
import { placeWithin } from "./labels.ts";
import { type Across, type PlacedTick, type Places, placeTicks } from "./places.ts";

/** What labels of the index are chosen for. */
interface IndexTicksOptions {
  readonly index: IndexAxis;
  readonly places: Places;
  /** The labels do not go beyond the plot's edges, where they would be beside the labels of the values. */
  readonly box: Across;
  readonly em: number;
  readonly widthOf: TextWidth;
  readonly named: number | null;
}

/** Chooses the most labels that are legible beside one another. */
export function chooseIndexTicks(options: IndexTicksOptions): PlacedTick[] {
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
    // The beginnings of days and years stay: times of several days, and months of several years, are the same without them.
    const begin = Math.max(all.findIndex(({ isStart }) => isStart), 0);
    const kept = all.findIndex(({ position }) => named !== null && places.at(position) === named);
    for (const step of [1, 2, 4]) {
      const start = kept === -1 ? begin : kept;
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

/** The most times, and the most numbers, that may be as close as the least gap. */
const FEW_TIMES = 4;
const FEW_NUMBERS = 8;

/** The least gap between more of them, as a part of the width of the widest one. */
const MANY_GAP = 0.5;

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
  { box, em, widthOf }: IndexTicksOptions,
): { readonly left: number; readonly width: number }[] {
  return ticks.toSorted((a, b) => a.at - b.at).map(({ at, text }) => {
    const width = widthOf(text, em);
    return { left: placeWithin(at, width, box.left, box.left + box.width), width };
  });
}
