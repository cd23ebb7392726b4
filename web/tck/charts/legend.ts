import type { Room } from "@tck/kit";
import { estimateTextWidth } from "./text_width.ts";

/** The room that the names of the series take above the plot, in pixels. */
export interface LegendPlan {
  readonly height: number;
  /** The most that a name takes with its swatch; a longer one ends with an ellipsis. */
  readonly entryWidth: number;
  readonly isOneLine: boolean;
}

/** Sizes in font sizes: a line, the space below the last, the space beside an entry, and what a swatch takes of it. */
const LINE = 4 / 3;
const BELOW = 2 / 3;
const GAP = 1;
const SWATCH = 1.1;

/** A shorter name says nothing, and a lower plot shows nothing. */
const LEAST_ENTRY = 5.5;
const LEAST_PLOT = 3;

/** The height of a title with the space below it, the least height of a room that has one, and its font size, in font sizes. */
const TITLE = 2.25;
const LEAST_TITLED = 6.5;
const TITLE_TEXT = 1.15;

/** The height of a title above the plot in pixels; 0 where there is no room for all of it. */
export function planTitle(title: string, { width, height, fontSize: em }: Room): number {
  const isWhole = estimateTextWidth(title, TITLE_TEXT * em) <= width;
  return isWhole && height >= LEAST_TITLED * em ? TITLE * em : 0;
}

/**
 * Plans the names of several series: in as many lines as they need, up to three in a high room, else shortened.
 *
 * @returns null when there is no room for them. Then the chart must not draw what they would name.
 */
export function planLegend(
  names: readonly string[],
  { width, height, fontSize: em }: Room,
): LegendPlan | null {
  const most = height >= 20 * em ? 3 : height >= 8.5 * em ? 2 : 1;
  const widths = names.map((name) => Math.min(estimateTextWidth(name, em) + (SWATCH + GAP) * em, width));
  const needed = countLines(widths, width);
  const lines = Math.min(needed, most);
  const share = width / Math.ceil(names.length / most) - GAP * em;
  const taken = (lines * LINE + BELOW) * em;
  if ((needed > most && share < LEAST_ENTRY * em) || height - taken < LEAST_PLOT * em) return null;
  return { height: taken, entryWidth: needed > most && most > 1 ? share : width, isOneLine: most === 1 };
}

function countLines(widths: readonly number[], room: number): number {
  let [lines, used] = [1, 0];
  for (const width of widths) {
    if (used + width > room && used > 0) [lines, used] = [lines + 1, 0];
    used += width;
  }
  return lines;
}
