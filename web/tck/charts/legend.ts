import type { Room } from "@tck/kit";
import { estimateTextWidth } from "./text_width.ts";

/** The room that the names of the series take above the plot, in pixels. */
export interface LegendPlan {
  readonly height: number;
  /** The most that a name takes with its swatch; a longer one ends with an ellipsis. */
  readonly entryWidth: number;
  readonly isOneLine: boolean;
  /** Whether they are at the end of the line of the title. */
  readonly isBeside: boolean;
}

/** The title of a chart above its plot. */
export interface TitlePlan {
  /** With the space below it, in pixels; 0 where there is no room for all of it. */
  readonly height: number;
  readonly width: number;
}

/** Sizes in font sizes: a line, the space below the last, the space beside an entry, and what a swatch takes of it. */
const LINE = 4 / 3;
const BELOW = 2 / 3;
const GAP = 1;
const SWATCH = 1.1;

/** A shorter name says nothing, and a lower plot shows nothing, other than a single bar. */
const LEAST_ENTRY = 5.5;
const LEAST_PLOT = 3;
const LEAST_BAR = 1.5;

/** The height of a title with the space below it, the least height of a room that has one, and its font size, in font sizes. */
const TITLE = 2.25;
const LEAST_TITLED = 6.5;
const TITLE_TEXT = 1.15;

/** A chart without a title. */
export const NO_TITLE: TitlePlan = { height: 0, width: 0 };

/** Plans a title, which is shown where there is room for all of it. */
export function planTitle(title: string, { width, height, fontSize: em }: Room): TitlePlan {
  const needed = estimateTextWidth(title, TITLE_TEXT * em);
  return needed <= width && height >= LEAST_TITLED * em ? { height: TITLE * em, width: needed } : NO_TITLE;
}

/**
 * Plans the names of several series: beside the title, or in as many lines as they need, up to three in a high room, else
 * shortened.
 *
 * @param isBar whether the plot is a single bar, which can be low
 * @returns null when there is no room for them. Then the chart must not draw what they would name.
 */
export function planLegend(
  names: readonly string[],
  { width, height: all, fontSize: em }: Room,
  title: TitlePlan = NO_TITLE,
  isBar = false,
): LegendPlan | null {
  const height = all - title.height;
  const widths = names.map((name) => Math.min(estimateTextWidth(name, em) + (SWATCH + GAP) * em, width));
  const whole = widths.reduce((sum, width) => sum + width, 0);
  if (title.height > 0 && title.width + BESIDE * em + whole <= width) {
    return { height: 0, entryWidth: width, isOneLine: true, isBeside: true };
  }
  const least = isBar ? LEAST_BAR : LEAST_PLOT;
  const most = isBar ? mostLinesAboveBar(height / em) : mostLines(height / em);
  const needed = countLines(widths, width);
  const lines = Math.min(needed, most);
  const share = width / Math.ceil(names.length / most) - GAP * em;
  const taken = (lines * LINE + BELOW) * em;
  if ((needed > most && share < LEAST_ENTRY * em) || height - taken < least * em) return null;
  const entryWidth = needed > most && most > 1 ? share : width;
  return { height: taken, entryWidth, isOneLine: most === 1, isBeside: false };
}

/** As many lines are above a plot in a room without a title that is so high, in font sizes. */
function mostLines(height: number): number {
  if (height >= 20) return 3;
  return height >= 8.5 ? 2 : 1;
}

function mostLinesAboveBar(height: number): number {
  const lines = Math.floor((height - LEAST_BAR - BELOW) / LINE);
  return Math.min(Math.max(lines, 1), 3);
}

/** The space between a title and the names beside it, in font sizes. */
const BESIDE = 1;

function countLines(widths: readonly number[], room: number): number {
  let [lines, used] = [1, 0];
  for (const width of widths) {
    if (used + width > room && used > 0) [lines, used] = [lines + 1, 0];
    used += width;
  }
  return lines;
}
