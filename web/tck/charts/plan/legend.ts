import type { DrawingSpace } from "@tck/kit";

/** The room that the names of the series take above the plot, in pixels. */
export interface LegendPlan {
  readonly height: number;
  /** The most that a name takes with its swatch; a longer one ends with an ellipsis. */
  readonly entryWidth: number;
  readonly isOneLine: boolean;
  /** Whether they are at the end of the line of the title. */
  readonly isBeside: boolean;
  /** Whether long names end with an ellipsis. */
  readonly isCut: boolean;
  /** The least height of the chart without its title, in pixels. */
  readonly leastHeight: number;
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

/** The height of a title with the space below it, and its font size, in font sizes. */
const TITLE = 2.25;
const TITLE_TEXT = 1.15;

/** A chart without a title. */
export const NO_TITLE: TitlePlan = { height: 0, width: 0 };

/** Plans a title, which is shown where the width is enough for all of it. */
export function planTitle(title: string, { width, fontSize: em, widthOf }: DrawingSpace): TitlePlan {
  const needed = widthOf(title, TITLE_TEXT * em);
  return needed <= width ? { height: TITLE * em, width: needed } : NO_TITLE;
}

/** The least heights of charts with one, two and three lines of names, without their titles, in font sizes. */
const LEAST_HEIGHTS = [0, 8.5, 20];

/**
 * Plans the names of several series, the richest plan first: all of each beside the title, or in up to three lines, and
 * then shortened in fewer and fewer lines.
 *
 * @param isBar whether the plot is a single bar, which can be low
 * @returns an empty list where the width is too small for them. Then the chart must not draw what they would name
 */
export function planLegends(
  names: readonly string[],
  space: DrawingSpace,
  title: TitlePlan = NO_TITLE,
  isBar = false,
): LegendPlan[] {
  const { width, fontSize: em, widthOf } = space;
  const widths = names.map((name) => Math.min(widthOf(name, em) + (SWATCH + GAP) * em, width));
  const whole = widths.reduce((sum, width) => sum + width, 0);
  const least = (isBar ? LEAST_BAR : LEAST_PLOT) * em;
  if (title.height > 0 && title.width + BESIDE * em + whole <= width) {
    return [{
      height: 0,
      entryWidth: width,
      isOneLine: true,
      isBeside: true,
      isCut: false,
      leastHeight: least,
    }];
  }
  const needed = countLines(widths, width);
  return LEAST_HEIGHTS.flatMap((leastHeight, index): LegendPlan[] => {
    const lines = index + 1;
    const isCut = needed > lines;
    const share = width / Math.ceil(names.length / lines) - GAP * em;
    if (lines > needed || (isCut && share < LEAST_ENTRY * em)) return [];
    const height = (lines * LINE + BELOW) * em;
    return [{
      height,
      entryWidth: isCut && lines > 1 ? share : width,
      isOneLine: lines === 1,
      isBeside: false,
      isCut,
      leastHeight: Math.max(height + least, isBar ? 0 : leastHeight * em),
    }];
  }).reverse();
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
