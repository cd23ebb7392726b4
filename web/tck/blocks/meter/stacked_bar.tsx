import type { CSSProperties, ReactElement } from "react";
import { useFormat } from "../../format.ts";
import { checkPart } from "../check_number.ts";
import { inkOf } from "../ink.ts";
import { checkSegments, type Segment, SegmentLegend, SegmentList, sumOf, withColors } from "../segments.tsx";
import { useBidi } from "../use_bidi.tsx";
import { namesOf, type StyledProps } from "../class_names.ts";
import { laidOut } from "../../layout/registry.ts";
import { readMeter } from "./meter_model.ts";

const BAR = laidOut(readMeter);

interface StackedBarProps extends StyledProps {
  /** What the bar shows. */
  readonly label: string;
  /** The parts, in order. Show at most six. */
  readonly segments: readonly Segment[];
  /** The value that the parts should not exceed together. What exceeds it is hatched, and a line with the value marks the limit. */
  readonly limit?: number | undefined;
  /**
   * The sum in words.
   *
   * @default the formatted sum, and the limit after a slash
   */
  readonly text?: string | undefined;
  /**
   * Formats a value.
   *
   * @default a number in the card's language
   */
  readonly formatValue?: ((value: number) => string) | undefined;
}

/**
 * Parts of a whole in one bar, with a legend, and a limit that they should not exceed.
 *
 * @throws {WidgetKitError} `context.missing` outside a mounted widget, `block.invalid_value` when a value or `limit` is not a
 * finite number, or negative
 *
 * @example
 * ```tsx
 * import { StackedBar, useFormat } from "@tck/kit";
 * export default function Budget() {
 *   const format = useFormat();
 *   return (
 *     <StackedBar
 *       label="Spent in March"
 *       segments={[{ label: "Rent", value: 900 }, { label: "Food", value: 420 }, { label: "Fun", value: 130 }]}
 *       limit={1400}
 *       formatValue={(value) => format.currency(value, "EUR")}
 *     />
 *   );
 * }
 * ```
 */
export function StackedBar(
  { label, segments, limit, text, formatValue, className }: StackedBarProps,
): ReactElement {
  const { directionOf, isolate } = useBidi();
  const format = useFormat();
  const formatted = formatValue ?? ((value: number) => format.number(value));
  checkSegments(segments, "StackedBar", label);
  checkPart(limit ?? 0, "limit of StackedBar", label);
  const colored = withColors(segments);
  const sum = sumOf(segments);
  const whole = Math.max(sum, limit ?? 0) || 1;
  const limitText = limit === undefined ? "" : ` / ${formatted(limit)}`;
  const words = text ?? `${formatted(sum)}${limitText}`;
  const over = limit !== undefined && sum > limit;
  return (
    <figure ref={BAR} className={namesOf("kit-meter", className)} aria-label={label}>
      <p className="kit-meter-head" data-over={over || undefined}>
        <span className="kit-meter-label" dir={directionOf(label)}>{label}</span>
        <span className="kit-meter-value" dir={directionOf(words)}>{words}</span>
      </p>
      <div className="kit-track kit-stacked" aria-hidden="true">
        {colored.map((segment, index) => (
          <span
            key={index}
            className="kit-fill"
            style={{ ...inkOf(segment), inlineSize: `${segment.value / whole * 100}%` }}
          />
        ))}
        {over && <span className="kit-over" style={{ insetInlineStart: `${limit / whole * 100}%` }} />}
      </div>
      {over && (
        <p
          className="kit-limit"
          style={{ "--kit-at": `${limit / whole * 100}%` } as CSSProperties}
          aria-hidden="true"
        >
          <span>{isolate(formatted(limit))}</span>
        </p>
      )}
      <SegmentLegend segments={colored} formatValue={formatted} />
      <SegmentList segments={colored} formatValue={formatted} />
    </figure>
  );
}
