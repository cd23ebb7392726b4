import type { ReactElement } from "react";
import { quoteValue } from "../quote_value.ts";
import { SERIES_COLORS } from "../tone_color.ts";
import { checkLabel } from "./check_text.ts";
import { checkPart } from "./check_number.ts";
import type { InkProps } from "./ink.ts";
import { Legend } from "./legend.tsx";

/** A part of a whole. */
export interface Segment extends InkProps {
  /** What the part is. */
  readonly label: string;
  /** Its value, which is not negative: a refund is taken from the part that it reduces, or has a row of its own. */
  readonly value: number;
}

/** The segments with their colours: each without one gets the next of the host's chart colours that no other one has. */
export function withColors(segments: readonly Segment[]): Segment[] {
  const free = SERIES_COLORS.filter((color) => segments.every((segment) => segment.color !== color));
  const colors = free.length > 0 ? free : SERIES_COLORS;
  let next = 0;
  return segments.map((segment) =>
    segment.color === undefined && segment.tone === undefined
      ? { ...segment, color: colors[next++ % colors.length]! }
      : segment
  );
}

/**
 * Checks the labels and values of the segments of a block.
 *
 * @throws {WidgetKitError} `block.invalid_text` when a label is not a text, `block.invalid_value` when a value is not a finite
 * number, or negative
 */
export function checkSegments(segments: readonly Segment[], block: string, label: string): void {
  for (const segment of segments) {
    checkLabel(segment.label, `label of a segment of ${block} ${quoteValue(label)}`);
    checkPart(segment.value, `segment ${quoteValue(segment.label)} of ${block}`, label);
  }
}

/** The values of all segments. */
export function sumOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, { value }) => sum + value, 0);
}

interface SegmentsProps {
  readonly segments: readonly Segment[];
  readonly formatValue: (value: number) => string;
}

/** The swatch, label and value of each segment. */
export function SegmentLegend({ segments, formatValue }: SegmentsProps): ReactElement {
  return <Legend entries={segments.map((segment) => ({ ...segment, value: formatValue(segment.value) }))} />;
}

/** The label and value of each segment for screen readers, whether or not there is room for the legend. */
export function SegmentList({ segments, formatValue }: SegmentsProps): ReactElement {
  return (
    <ul className="kit-visually-hidden">
      {segments.map(({ label, value }, index) => <li key={index}>{`${label}: ${formatValue(value)}`}</li>)}
    </ul>
  );
}
