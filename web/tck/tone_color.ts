import type { ChartColor, Tone } from "./blocks/tone.ts";

/** The host's chart colours in the order in which series get them: brick looks like an error, and is the last. */
export const SERIES_COLORS: readonly ChartColor[] = [1, 2, 5, 4, 6, 3];

/** The CSS colour of a text of a tone. */
export function toneColor(tone: Tone): string {
  if (tone === "neutral") return "var(--color-text)";
  return `var(--color-${tone === "muted" ? "text-muted" : tone})`;
}

/** The CSS colour of a mark of a tone. A muted one is paler than a text of this tone, and has a contrast of 3 : 1. */
export function markColor(tone: Tone): string {
  return tone === "muted"
    ? `color-mix(in srgb, ${toneColor(tone)} 72%, var(--color-surface))`
    : toneColor(tone);
}
