import { estimateTextWidth } from "./text_width.ts";
import type { Room } from "./use_room.ts";

/** A text at a place of the chart. */
export interface ChartLabel {
  readonly text: string;
  /** The place of its middle, or of its end at an edge of the room. */
  readonly x: number;
  /** The place of its middle line. */
  readonly y: number;
  readonly isStrong: boolean;
  /** A CSS colour. */
  readonly color: string;
}

/** The labels that overlap none before them, in the order of their importance. */
export function dropOverlapping(labels: readonly ChartLabel[], room: Room): ChartLabel[] {
  const kept: ChartLabel[] = [];
  for (const label of labels) {
    if (kept.every((other) => !overlap(label, other, room))) kept.push(label);
  }
  return kept;
}

function overlap(a: ChartLabel, b: ChartLabel, room: Room): boolean {
  if (Math.abs(a.y - b.y) >= 1.15 * room.fontSize) return false;
  const [left, right] = [span(a, room), span(b, room)];
  return left.start < right.end && right.start < left.end;
}

function span({ text, x }: ChartLabel, { width, fontSize }: Room): { start: number; end: number } {
  const needed = estimateTextWidth(text, fontSize) + fontSize / 2;
  const start = Math.min(Math.max(x - needed / 2, 0), Math.max(width - needed, 0));
  return { start, end: start + needed };
}
