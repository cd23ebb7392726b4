import type { ReactElement, ReactNode } from "react";
import { useFormat } from "../../format.ts";
import { checkNumber } from "../check_number.ts";
import { inkOf, type InkProps } from "../ink.ts";
import { useBidi } from "../use_bidi.tsx";
import { namesOf, type StyledProps } from "../class_names.ts";
import { laidOut } from "../../layout/registry.ts";
import { readMeter } from "./meter_model.ts";

const BAR = laidOut(readMeter);

interface ProgressBarProps extends InkProps, StyledProps {
  /** What makes progress. */
  readonly label: string;
  /** How far it is. */
  readonly value: number;
  /**
   * The value at which it is complete.
   *
   * @default 1
   */
  readonly max?: number | undefined;
  /**
   * The value in words.
   *
   * @default the value as a percentage of `max`
   */
  readonly text?: string | undefined;
  /**
   * Whether the label and the value are shown above the bar. Screen readers read them anyway.
   *
   * @default true
   */
  readonly header?: boolean | undefined;
  /** A line below the bar. A small card drops it. */
  readonly detail?: ReactNode;
}

/**
 * How far something is, as a bar with its label and its value. A value above `max` fills the bar.
 *
 * @throws {WidgetKitError} `context.missing` outside a mounted widget, `block.invalid_value` when `value` or `max` is not a
 * finite number
 *
 * @example
 * ```tsx
 * import { ProgressBar } from "@tck/kit";
 * const reading = <ProgressBar label="Middlemarch" value={412} max={880} detail="Page 412 of 880" />;
 * ```
 */
export function ProgressBar(
  { label, value, max = 1, text, header = true, detail, color, tone, className }: ProgressBarProps,
): ReactElement {
  const format = useFormat();
  const { directionOf } = useBidi();
  checkNumber(value, "value of ProgressBar", label);
  checkNumber(max, "max of ProgressBar", label);
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  const words = text ?? format.percent(max > 0 ? value / max : 0);
  return (
    <div ref={BAR} className={namesOf("kit-meter", className)} style={inkOf({ color, tone })}>
      {header && (
        <p className="kit-meter-head" aria-hidden="true">
          <span className="kit-meter-label" dir={directionOf(label)}>{label}</span>
          <span className="kit-meter-value" dir={directionOf(words)}>{words}</span>
        </p>
      )}
      <div
        className="kit-track"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={words}
      >
        <span className="kit-fill" style={{ inlineSize: `${share * 100}%` }} />
      </div>
      {detail !== undefined && <p className="kit-meter-detail" dir={directionOf(detail)}>{detail}</p>}
    </div>
  );
}
