import { scaleBand } from "d3-scale";
import type { IndexAxis, NamedPosition } from "./index_axis.ts";

/** The left edge of a plot and its width, in pixels. */
export interface Across {
  readonly left: number;
  readonly width: number;
}

/** A labelled place of an axis, in pixels. */
export interface PlacedTick {
  readonly at: number;
  readonly text: string;
  readonly isZero?: boolean;
}

/** What rows are across a plot. */
interface RowShape {
  readonly index: IndexAxis;
  /** The bars that a row has beside one another in its band of the axis; 0 if a row is a point. */
  readonly bars: number;
  /** How far points are from the edges, in pixels. */
  readonly inset: number;
}

/** The places of points, or of bars in their bands. */
export function createPlaces({ index, bars, inset }: RowShape, box: Across, isRightToLeft: boolean): Places {
  return bars > 0
    ? placeBands(index, box, isRightToLeft, bars)
    : placePoints(index, box, isRightToLeft, inset);
}

/** Where rows and moments are across a plot, in pixels. */
export interface Places {
  x(row: number): number;
  /** The place of a position of the axis, or null when it is outside. */
  at(position: number): number | null;
  readonly now: number | null;
  readonly bandWidth: number;
}

function placePoints(
  { positions, first, last, now }: IndexAxis,
  box: Across,
  isRightToLeft: boolean,
  inset: number,
): Places {
  const [start, length] = [box.left + inset, Math.max(box.width - 2 * inset, 0)];
  const at = (position: number) => {
    const ratio = first === last ? 0.5 : (position - first) / (last - first);
    return start + length * (isRightToLeft ? 1 - ratio : ratio);
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
  box: Across,
  isRightToLeft: boolean,
  bars: number,
): Places {
  const [left, right] = [box.left, box.left + box.width];
  const scale = scaleBand<number>().domain(slots.keys()).range(
    isRightToLeft ? [right, left] : [left, right],
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
    return middle(last) + (part - 0.5) * scale.step() * (isRightToLeft ? -1 : 1);
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

/** The positions of an axis that are within a plot. */
export function placeTicks(ticks: readonly NamedPosition[], places: Places): PlacedTick[] {
  return ticks.flatMap(({ position, text }) => {
    const at = places.at(position);
    return at === null ? [] : [{ at, text }];
  });
}
