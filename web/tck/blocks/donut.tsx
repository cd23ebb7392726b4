import type { CSSProperties, ReactElement } from "react";
import { useFormat } from "../format.ts";
import { checkPart } from "./check_number.ts";
import { inkOf } from "./ink.ts";
import { checkSegments, type Segment, SegmentLegend, SegmentList, sumOf, withColors } from "./segments.tsx";
import { estimateTextWidth } from "./text_width.ts";
import { useBidi } from "./use_bidi.tsx";

interface DonutProps {
  /** What the ring shows. */
  readonly label: string;
  /** The parts, clockwise from the top. Show at most six. */
  readonly segments: readonly Segment[];
  /**
   * The value of the whole ring, if the parts are not all of it.
   *
   * @default the sum of the parts
   */
  readonly total?: number | undefined;
  /** The value in the middle. */
  readonly value?: string | undefined;
  /** A few words below the value in the middle. */
  readonly caption?: string | undefined;
  /**
   * Formats a value.
   *
   * @default a number in the card's language
   */
  readonly formatValue?: ((value: number) => string) | undefined;
}

/** The ring is at least as high as the legend of so many. */
const MOST_SEGMENTS = 6;

/**
 * Parts of a whole as a ring, with a value in the middle and a legend. A small card shows the ring only.
 *
 * @throws {WidgetKitError} `context.missing` outside a mounted widget, `block.invalid_value` when a value or `total` is not a
 * finite number, or negative
 *
 * @example
 * ```tsx
 * import { Donut } from "@tck/kit";
 * const sleep = (
 *   <Donut
 *     label="Sleep last night, in hours"
 *     value="7.4"
 *     caption="hours"
 *     segments={[{ label: "Deep", value: 1.6 }, { label: "Light", value: 4.3 }, { label: "REM", value: 1.5 }]}
 *   />
 * );
 * ```
 */
export function Donut(
  { label, segments, total, value, caption, formatValue }: DonutProps,
): ReactElement {
  const format = useFormat();
  const { directionOf } = useBidi();
  const formatted = formatValue ?? ((value: number) => format.number(value));
  checkSegments(segments, "Donut", label);
  checkPart(total ?? 0, "total of Donut", label);
  const colored = withColors(segments);
  const sum = sumOf(segments);
  const whole = Math.max(total ?? 0, sum) || 1;
  return (
    <figure
      className="kit-donut kit-figure"
      aria-label={label}
      data-single={segments.length < 2 || undefined}
      style={{
        "--kit-rows": segments.length < 2 ? 0 : Math.min(segments.length, MOST_SEGMENTS),
      } as CSSProperties}
    >
      <div className="kit-donut-layout">
        <div className="kit-ring">
          <svg aria-hidden="true">
            {sum < whole && <circle className="kit-ring-track" />}
            {arcsOf(colored, whole).map((arc, index) => (
              <circle key={index} className="kit-ring-arc" style={arc} />
            ))}
          </svg>
          {value !== undefined && (
            <p className="kit-ring-text">
              <span
                className="kit-ring-value"
                dir={directionOf(value)}
                style={{ "--kit-em": estimateTextWidth(value).toFixed(2) } as CSSProperties}
              >
                {value}
              </span>
              {caption !== undefined && (
                <span className="kit-ring-caption" dir={directionOf(caption)}>{caption}</span>
              )}
            </p>
          )}
        </div>
        {segments.length > 1 && <SegmentLegend segments={colored} formatValue={formatted} />}
      </div>
      <SegmentList segments={colored} formatValue={formatted} />
    </figure>
  );
}

/** Each part's share of the ring, where it begins, and the gap before the next part. */
function arcsOf(segments: readonly Segment[], whole: number): CSSProperties[] {
  let from = 0;
  return segments.map((segment) => {
    const part = segment.value / whole;
    const seam = part < 1 ? "2px" : "0px";
    const arc = { ...inkOf(segment), "--kit-part": part, "--kit-from": from, "--kit-seam": seam };
    from += part;
    return arc as CSSProperties;
  });
}
