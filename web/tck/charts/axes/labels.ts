import type { DrawingRoom } from "@tck/kit";

/** A text at a place of the chart. */
export interface ChartLabel {
  readonly text: string;
  /** The place of its middle, or of its end at an edge of the room. */
  readonly x: number;
  /** The place of its middle line. */
  readonly y: number;
  readonly isStrong: boolean;
  /** Whether it hides the axis, which would go through it. */
  readonly isOnAxis?: boolean;
  /** A CSS colour. */
  readonly color: string;
  /** The edges that it stays between; by default those of the room. */
  readonly within?: readonly [left: number, right: number];
}

/** The labels that overlap none before them, in the order of their importance. */
export function dropOverlapping(labels: readonly ChartLabel[], room: DrawingRoom): ChartLabel[] {
  const kept: ChartLabel[] = [];
  for (const label of labels) {
    if (kept.every((other) => !overlap(label, other, room))) kept.push(label);
  }
  return kept;
}

function overlap(a: ChartLabel, b: ChartLabel, room: DrawingRoom): boolean {
  if (Math.abs(a.y - b.y) >= 1.15 * room.fontSize) return false;
  const [left, right] = [span(a, room), span(b, room)];
  return left.start < right.end && right.start < left.end;
}

function span(label: ChartLabel, room: DrawingRoom): { start: number; end: number } {
  const needed = widthOfLabel(label, room) + room.fontSize / 2;
  const start = placeWithin(label.x, needed, ...edgesOf(label, room));
  return { start, end: start + needed };
}

/** The edges that a label stays between. */
export function edgesOf(
  { within }: ChartLabel,
  { width }: DrawingRoom,
): readonly [left: number, right: number] {
  return within ?? [0, width];
}

/** The width of a label's text. */
export function widthOfLabel({ text, isStrong }: ChartLabel, { fontSize, widthOf }: DrawingRoom): number {
  return widthOf(text, fontSize, isStrong ? 600 : 400);
}

/** The left end of a text that is centred at a place, or moved inwards at an edge. */
export function placeWithin(at: number, width: number, low: number, high: number): number {
  return Math.min(Math.max(at - width / 2, low), Math.max(high - width, low));
}
