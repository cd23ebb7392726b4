import type { CSSProperties, ReactElement, ReactNode } from "react";
import { estimateValueWidth } from "../../text_width.ts";
import type { Tone } from "../tone.ts";
import { useBidi } from "../use_bidi.tsx";
import { namesOf, type StyledProps } from "../class_names.ts";
import { laidOut } from "../../layout/registry.ts";
import { checkText } from "../check_text.ts";
import { useValueText } from "../use_value_text.ts";
import { readStat } from "./stat_model.ts";

const STAT = laidOut(readStat);

/** How a value has changed. */
export interface Trend {
  /** The change in words, such as `+4.2 %`. */
  readonly text: string;
  /** The direction of its arrow. */
  readonly direction: "up" | "down" | "flat";
  /**
   * What the change means.
   *
   * @default "neutral"
   */
  readonly tone?: Tone | undefined;
}

interface StatProps extends StyledProps {
  /** What the value is. */
  readonly label: ReactNode;
  /**
   * The value as text, formatted by `useFormat`; a number is written as `useFormat().number` does. It is in one line: its font
   * is smaller in a narrower place.
   */
  readonly value: string | number;
  /** The language of the value as a BCP 47 tag, if it is not that of the card, such as `la` for the name of a plant. */
  readonly lang?: string | undefined;
  /** The value's unit, smaller and after it. */
  readonly unit?: string | undefined;
  /** A line below it. A small card drops it. */
  readonly detail?: ReactNode;
  /** How the value has changed. */
  readonly trend?: Trend | undefined;
  /**
   * What the value's colour means. The label must say it as well.
   *
   * @default "neutral"
   */
  readonly tone?: Tone | undefined;
  /**
   * The font size of the value: 22, 28 or 44 px; in a card of one row 17, 22 or 28, where a large one has 36 in a `2x1` and
   * `4x1`; and in one of four rows 28, 44 or 64. It is smaller in a narrow place, and a `large` one where the content is too
   * high; the largest value of a card is larger where there is room. Values of one size in a `Grid` or row are equal.
   *
   * @default "medium"
   */
  readonly size?: "small" | "medium" | "large" | undefined;
}

/**
 * A value with its label, and optionally its unit, change and a line of detail. As the first block below a `CardHeader` it is
 * beside the others in `2x1` and `4x1`, and beside the last rows or drawing in `4x2` and a wide `fill-auto`.
 *
 * @throws {WidgetKitError} `block.invalid_value` when a value is a number that is not finite, `block.invalid_text` when a value
 * or unit is not a text
 *
 * @example
 * ```tsx
 * import { Stat } from "@tck/kit";
 * const balance = (
 *   <Stat
 *     label="Balance"
 *     value="€1,240"
 *     trend={{ text: "+€80 this week", direction: "up", tone: "positive" }}
 *     detail="Until 31 March"
 *   />
 * );
 * ```
 */
export function Stat(
  { label, value: given, lang, unit, detail, trend, tone = "neutral", size = "medium", className }: StatProps,
): ReactElement {
  const { directionOf, isolate } = useBidi();
  const value = useValueText(given, "Stat", label);
  if (unit !== undefined) checkText(unit, "unit of Stat");
  const width = estimateValueWidth(value) + (unit === undefined ? 0 : 0.2 + 0.5 * estimateValueWidth(unit));
  return (
    <div ref={STAT} className={namesOf("kit-stat", className)} data-size={size}>
      <p className="kit-stat-label" dir={directionOf(label)}>{label}</p>
      <div className="kit-stat-place">
        <p
          className="kit-stat-value"
          lang={lang}
          dir={directionOf(value + (unit ?? ""))}
          data-tone={tone}
          data-missing={MISSING.test(value) || undefined}
          data-accented={ACCENTED.test(value.normalize("NFD")) || undefined}
          style={{ "--kit-em": width.toFixed(2) } as CSSProperties}
        >
          {value}
          {unit !== undefined && <span className="kit-stat-unit">{`\u00a0${unit}`}</span>}
        </p>
      </div>
      {(trend !== undefined || detail !== undefined) && (
        <div className="kit-stat-foot">
          {trend !== undefined && (
            <p className="kit-stat-trend" data-tone={trend.tone ?? "neutral"}>
              <TrendArrow direction={trend.direction} />
              {isolate(trend.text)}
            </p>
          )}
          {detail !== undefined && <p className="kit-stat-detail" dir={directionOf(detail)}>{detail}</p>}
        </div>
      )}
    </div>
  );
}

/** A dash in the place of a value. */
const MISSING = /^[-–—]$/;

/** A capital letter with an accent, which is higher than a line of figures. */
const ACCENTED = /\p{Lu}\p{Mark}/u;

const ARROWS = { up: "M2 9 6 3l4 6z", down: "M2 3l4 6 4-6z", flat: "M2 3h8v2H2zM2 7h8v2H2z" };

function TrendArrow({ direction }: { direction: Trend["direction"] }): ReactElement {
  return (
    <svg className="kit-trend-arrow" viewBox="0 0 12 12" aria-hidden="true">
      <path d={ARROWS[direction]} />
    </svg>
  );
}
