import type { CSSProperties, ReactElement } from "react";
import { useFootprint } from "../../context.tsx";
import { useDrawingRoom } from "../../drawings/use_drawing_room.ts";
import { useFormat } from "../../format.ts";
import { checkPart } from "../check_number.ts";
import { type DonutModel, donutOptions, planDonut, usualHeight } from "./donut_plan.ts";
import { inkOf } from "../ink.ts";
import { checkSegments, type Segment, SegmentLegend, SegmentList, sumOf, withColors } from "../segments.tsx";
import { useValueText } from "../use_value_text.ts";
import { estimateValueWidth } from "../../text_width.ts";
import { useBidi } from "../use_bidi.tsx";
import { namesOf, type StyledProps } from "../class_names.ts";

interface DonutProps extends StyledProps {
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
  /** The value in the middle: a text, or a number that is written as `useFormat().number` does. */
  readonly value?: string | number | undefined;
  /** A few words below the value in the middle. */
  readonly caption?: string | undefined;
  /**
   * Formats a value.
   *
   * @default a number in the card's language
   */
  readonly formatValue?: ((value: number) => string) | undefined;
}

/**
 * Parts of a whole as a ring, with a value in the middle and a legend. In a small card
 * only the first part has its colour: those of the others would have no names.
 *
 * @throws {WidgetKitError} `context.missing` outside a mounted widget, `block.invalid_value` when a value or `total` is not a
 * finite number, or negative, `block.invalid_text` when a label is not a text
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
  { label, segments, total, value: given, caption, formatValue, className }: DonutProps,
): ReactElement {
  const format = useFormat();
  const { directionOf } = useBidi();
  const formatted = formatValue ?? ((value: number) => format.number(value));
  const text = useValueText(given === undefined ? "" : given, "Donut", label);
  const value = given === undefined ? undefined : text;
  checkSegments(segments, "Donut", label);
  checkPart(total ?? 0, "total of Donut", label);
  const colored = withColors(segments);
  const sum = sumOf(segments);
  const whole = Math.max(total ?? 0, sum) || 1;
  const model: DonutModel = {
    entries: colored.map(({ label, value }) => `${label} ${formatted(value)}`),
    caption: value === undefined ? undefined : caption,
  };
  const isFixed = useFootprint().height !== null;
  const [element, room] = useDrawingRoom((space) => donutOptions(model, space), { isGiven: isFixed });
  const plan = room && planDonut(model, room, isFixed ? room.height : usualHeight(model, room));
  const isNamed = segments.length < 2 || plan?.hasLegend !== false;
  const style = {
    "--kit-names": plan?.place === "below" ? `${plan.names}px` : undefined,
  };
  return (
    <figure
      ref={element}
      className={namesOf("kit-donut kit-figure", className)}
      aria-label={label}
      data-place={plan?.place}
      style={style as CSSProperties}
    >
      {plan && (
        <div className="kit-donut-layout">
          <div className="kit-ring">
            <svg aria-hidden="true">
              {sum < whole && <circle className="kit-ring-track" />}
              {arcsOf(colored, whole).map((arc, index) => (
                <circle
                  key={index}
                  className="kit-ring-arc"
                  style={isNamed || index === 0 ? arc : { ...arc, ...REST }}
                />
              ))}
            </svg>
            {value !== undefined && (
              <p className="kit-ring-text">
                <span
                  className="kit-ring-value"
                  dir={directionOf(value)}
                  style={{ "--kit-em": estimateValueWidth(value).toFixed(2) } as CSSProperties}
                >
                  {value}
                </span>
                {caption !== undefined && (
                  <span
                    className={plan.hasCaption ? "kit-ring-caption" : "kit-visually-hidden"}
                    dir={directionOf(caption)}
                  >
                    {caption}
                  </span>
                )}
              </p>
            )}
          </div>
          {plan.hasLegend && <SegmentLegend segments={colored} formatValue={formatted} />}
        </div>
      )}
      <SegmentList segments={colored} formatValue={formatted} />
    </figure>
  );
}

/** The colour of parts without names. */
const REST = {
  "--kit-ink": "color-mix(in srgb, var(--color-text-muted) 32%, var(--color-surface))",
} as CSSProperties;

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
