import type { ReactElement } from "react";
import type { Tone } from "./tone.ts";

interface SparklineProps {
  /** The values, in order. */
  readonly values: readonly number[];
  /** What it shows, in words, such as `From 5,412 to 5,475`. */
  readonly label: string;
  /**
   * What its colour means.
   *
   * @default "accent"
   */
  readonly tone?: Tone;
}

/**
 * A small line chart without axes, with a dotted line at its first value; fills its container.
 *
 * @example
 * ```tsx
 * import { Sparkline } from "@tck/kit";
 * const course = <Sparkline values={[5412, 5433, 5420, 5475]} label="From 5,412 to 5,475" tone="positive" />;
 * ```
 *
 * @deprecated It is for widgets that were built with 0.1.0. Use `Sparkline` of `@tck/kit/charts`.
 */
export function Sparkline({ values, label, tone = "accent" }: SparklineProps): ReactElement | null {
  if (values.length === 0) return null;
  const low = Math.min(...values);
  const range = Math.max(...values) - low || 1;
  const x = (index: number) => values.length === 1 ? 50 : index / (values.length - 1) * 100;
  const y = (value: number) => 100 - (value - low) / range * 100;
  const line = values.map((value, index) => `${x(index).toFixed(2)} ${y(value).toFixed(2)}`).join(" L ");
  const [first, last] = [y(values[0]!), y(values.at(-1)!)];
  return (
    <svg
      className="kit-sparkline"
      data-tone={tone}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path className="kit-area" d={`M ${line} L ${x(values.length - 1)} ${first} L ${x(0)} ${first} Z`} />
      <path className="kit-base-line" d={`M 0 ${first} H 100`} />
      <path className="kit-line" d={`M ${line}`} />
      <path className="kit-dot" d={`M ${x(values.length - 1)} ${last} h 0.001`} />
    </svg>
  );
}
