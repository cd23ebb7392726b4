import { type CSSProperties, type ReactElement, useLayoutEffect } from "react";
import { quoteValue } from "../../quote_value.ts";
import { useFormat } from "../../format.ts";
import { checkText } from "../check_text.ts";
import { checkNumber } from "../check_number.ts";
import { inkOf, type InkProps } from "../ink.ts";
import { Legend } from "../legend.tsx";
import { estimateValueWidth } from "../../text_width.ts";
import { useBidi } from "../use_bidi.tsx";
import { bandOf, type GaugeBand, type GaugeRange, planBands } from "./plan_bands.ts";
import { registerPosition } from "./register_position.ts";
import { namesOf, type StyledProps } from "../class_names.ts";
import { laidOut } from "../../layout/registry.ts";
import { readGrowing } from "../figure_model.ts";

const GAUGE = laidOut(readGrowing({ S: 56, M: 88, L: 112 }));

interface GaugeProps extends InkProps, StyledProps {
  /** What is measured, for screen readers. */
  readonly label: string;
  /** The value. One outside the scale is at its end. */
  readonly value: number;
  /** The value at the end of the scale. */
  readonly max: number;
  /**
   * The value at the beginning of the scale.
   *
   * @default 0
   */
  readonly min?: number | undefined;
  /** The ranges of the scale from its beginning, at most six. The name of the value's own range is below the value. */
  readonly ranges?: readonly GaugeRange[] | undefined;
  /** A few words below the value, instead of the name of its range. */
  readonly caption?: string | undefined;
  /**
   * Formats a value, also with its unit.
   *
   * @default a number in the card's language
   */
  readonly formatValue?: ((value: number) => string) | undefined;
}

/**
 * A value on a scale, as an arc with the value in its middle. With `ranges` a needle is at the value, and the range that it is
 * in stands out. The needle moves to a new value, unless the reader asks for reduced motion.
 *
 * @throws {WidgetKitError} `context.missing` outside a mounted widget, `block.invalid_value` when a number is not finite
 *
 * @example
 * ```tsx
 * import { Gauge } from "@tck/kit";
 * const air = (
 *   <Gauge
 *     label="Air quality index"
 *     value={62}
 *     max={150}
 *     ranges={[
 *       { label: "Good", to: 50, tone: "positive" },
 *       { label: "Fair", to: 100, tone: "warning" },
 *       { label: "Poor", to: 150, tone: "negative" },
 *     ]}
 *   />
 * );
 * ```
 */
export function Gauge(
  {
    label,
    value,
    max,
    min = 0,
    ranges = [],
    caption,
    formatValue,
    color,
    tone,
    className,
  }: GaugeProps,
): ReactElement {
  const format = useFormat();
  const { directionOf } = useBidi();
  useLayoutEffect(registerPosition, []);
  for (const [name, number] of Object.entries({ value, max, min })) {
    checkNumber(number, `${name} of Gauge`, label);
  }
  for (const range of ranges) {
    checkNumber(range.to, `${quoteValue(range.label)} of Gauge`, label);
  }
  const formatted = formatValue ?? format.number;
  const bands = planBands(ranges, min, max);
  const own = bandOf(bands, value);
  const words = caption ?? own?.label;
  const text = formatted(value);
  checkText(text, `the result of formatValue of Gauge ${quoteValue(label)}`);
  const style = {
    ...inkOf({ color, tone }),
    "--kit-at": positionOf(value, min, max),
  };
  return (
    <div ref={GAUGE} className={namesOf("kit-gauge kit-figure", className)} style={style as CSSProperties}>
      <div className="kit-gauge-layout">
        <div
          className="kit-dial"
          role="meter"
          aria-label={label}
          aria-valuemin={min}
          aria-valuemax={max}
          aria-valuenow={Math.min(Math.max(value, min), max)}
          aria-valuetext={words === undefined ? text : `${text}, ${words}`}
        >
          <Dial bands={bands} own={own} />
          <p className="kit-dial-text">
            <span
              className="kit-dial-value"
              dir={directionOf(text)}
              style={{
                "--kit-em": estimateValueWidth(text).toFixed(2),
              } as CSSProperties}
            >
              {text}
            </span>
            {words !== undefined && (
              <span className="kit-dial-caption" dir={directionOf(words)}>
                {words}
              </span>
            )}
          </p>
        </div>
        {bands.length > 1 && (
          <Legend
            entries={bands.map(({ from, to, ...band }) => ({
              ...band,
              value: `${formatted(from)}–${formatted(to)}`,
            }))}
          />
        )}
      </div>
    </div>
  );
}

/** The arc up to the value, or the ranges and the needle. */
function Dial(
  { bands, own }: { bands: readonly GaugeBand[]; own: GaugeBand | undefined },
): ReactElement {
  if (bands.length === 0) {
    return (
      <svg aria-hidden="true">
        <circle className="kit-dial-track" />
        <circle className="kit-dial-arc" />
      </svg>
    );
  }
  return (
    <svg aria-hidden="true">
      {bands.map((band, index) => (
        <circle
          key={index}
          className="kit-dial-band"
          data-own={band === own || undefined}
          style={{
            ...inkOf(band),
            "--kit-from": band.start,
            "--kit-to": band.end,
            "--kit-seam": index < bands.length - 1 ? "2px" : "0px",
          } as CSSProperties}
        />
      ))}
      <rect className="kit-needle" />
    </svg>
  );
}

function positionOf(value: number, min: number, max: number): number {
  return max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0;
}
