import { LEAST, type PlotForm, type PlotModel } from "./plot_model.ts";
import type { ValueAxis } from "../axes/value_axis.ts";

/** What is above and below a plot by the height of its box, in pixels. */
export interface PlotHeights {
  /** The height of a chart whose plot is so high. It rises with it. */
  chartOf(box: number): number;
  /** The plot of a chart that is so high: its upper edge and its height. */
  boxOf(chart: number): { readonly top: number; readonly height: number };
  /** The least height of a chart that has room for all of its parts. */
  readonly least: number;
}

/** The room of the labels of the present and of moments above the highest dot, in font sizes. */
const MOMENT_LABEL = 1.75;

/** The least height of a plot whose extremes are marked, in font sizes. */
const LEAST_MARKED = 3.25;

/** The room of a label beside its value, and the same below the label of a moment, in font sizes. */
const LABEL = 1.8;
const RAISED_LABEL = 2.8;

/** The most room that the label of the lowest value takes below the plot, in font sizes. */
const MOST_BELOW = 1.35;

/** The axis of the index below the plot, in font sizes. */
const INDEX = 1.6;

/** The most of its label's distance that a value inside the plot gives. */
const MOST_PART = 0.9;

/**
 * Plans the heights of a chart.
 *
 * @param isLabelled whether the present or another moment has a name above the plot
 * @param isRaised whether the label of the highest value is below such a name
 */
export function planHeights(
  model: PlotModel,
  form: PlotForm,
  axis: ValueAxis,
  em: number,
  { isLabelled, isRaised }: { isLabelled: boolean; isRaised: boolean },
): PlotHeights {
  const names = form.title.height + (form.legend?.height ?? 0);
  const edge = model.bars > 0 ? 1 : model.inset;
  const head = Math.max(
    form.hasValues || model.isBar ? em / 2 + 1 : edge,
    isLabelled ? MOMENT_LABEL * em : 0,
  );
  const foot = form.hasIndex ? INDEX * em : edge;
  const [above, below] = form.hasMarks ? [model.marks.above, model.marks.below] : [null, null];
  const upper = (isRaised ? RAISED_LABEL : LABEL) * em;
  const aboveBox = above === null ? 0 : Math.min(1 - axis.ratio(above), MOST_PART);
  const belowBox = below === null ? 0 : Math.min(axis.ratio(below), MOST_PART);
  const topOf = (box: number) => names + Math.max(head, above === null ? 0 : upper - aboveBox * box);
  const bottomOf = (box: number) =>
    foot + (below === null ? 0 : Math.min(Math.max(LABEL * em - belowBox * box, 0), MOST_BELOW * em));
  const chartOf = (box: number) => topOf(box) + box + bottomOf(box);
  // Between these heights of the box, the height of the chart grows evenly.
  const corners = [
    ...aboveBox > 0 ? [(upper - head) / aboveBox] : [],
    ...belowBox > 0 ? [LABEL * em / belowBox, (LABEL - MOST_BELOW) * em / belowBox] : [],
  ].filter((corner) => corner > 0).sort((one, other) => one - other);
  const boxOf = (chart: number) => {
    let [from, height] = [0, chartOf(0)];
    for (const to of corners) {
      const next = chartOf(to);
      if (next > chart) return from + (to - from) * (chart - height) / (next - height);
      [from, height] = [to, next];
    }
    return from + chart - height;
  };
  const marked = form.hasMarks ? chartOf(LEAST_MARKED * em) : 0;
  return {
    chartOf,
    boxOf: (chart) => {
      const height = Math.max(boxOf(chart), 1);
      return { top: topOf(height), height };
    },
    least: Math.max(marked, names + Math.max(...leastOfParts(model, form)) * em, leastOfNames(form)),
  };
}

/** The least height of a plot that is a bar, in font sizes. */
const LEAST_BAR = 1.5;

/** The least heights of the chart below its names, in font sizes. */
function leastOfParts({ isBar }: PlotModel, form: PlotForm): number[] {
  return [
    isBar ? LEAST_BAR : 0,
    ...form.hasLabels ? [LEAST.labels.height] : [],
    ...form.hasReference ? [LEAST.reference.height] : [],
    ...form.hasValues ? [LEAST.values.height] : [],
    ...form.hasIndex ? [isBar ? LEAST.indexOfBar.height : LEAST.index.height] : [],
  ];
}

function leastOfNames({ title, legend }: PlotForm): number {
  return title.height + (legend?.leastHeight ?? 0);
}
