import type { CSSProperties } from "react";
import { markColor } from "../tone_color.ts";
import type { ChartColor, Tone } from "./tone.ts";

/** The colour of a mark. */
export interface InkProps {
  /** One of the host's chart colours. It distinguishes without a meaning. */
  readonly color?: ChartColor | undefined;
  /** What its colour means, instead of `color`. The text must say it as well. */
  readonly tone?: Tone | undefined;
}

/** The style that sets the colour of a block's marks, or nothing if neither is given. */
export function inkOf({ color, tone }: InkProps): CSSProperties | undefined {
  if (color === undefined && tone === undefined) return undefined;
  return {
    "--kit-ink": color === undefined ? markColor(tone!) : `var(--color-chart-${color})`,
  } as CSSProperties;
}
