import {
  CAPTION,
  createSteps,
  type DrawingLoss,
  type DrawingOption,
  type DrawingStep,
  type DrawingSteps,
  LEAST_PLOT,
  MOST_HEIGHT,
  toOptions,
} from "../../drawings/option.ts";
import type { Breadth } from "./moment_names.ts";
import { listForms, type PlotNames } from "./plot_forms.ts";
import type { PlotForm, PlotModel } from "./plot_model.ts";

/** One way to draw a chart: all of its series, or what needs no names. */
export interface ChartVariant extends PlotNames {
  readonly model: PlotModel;
  /** What it does not show, whatever its height. */
  readonly lost: readonly DrawingLoss[];
}

/** A variant of a chart with its parts. */
export interface ChartForm {
  /** The number of the variant. */
  readonly variant: number;
  readonly plot: PlotForm;
}

/** All forms of a chart in a width: those of its first variant before those of later ones. */
export function createChartSteps(
  variants: readonly ChartVariant[],
  breadth: Breadth,
  listOf: (variant: ChartVariant) => readonly DrawingStep<PlotForm>[] = (variant) =>
    listForms(variant.model, variant, breadth),
): DrawingSteps<ChartForm> {
  const least = LEAST_PLOT[breadth.size] * breadth.fontSize;
  const forms = variants.flatMap((variant, index) =>
    listOf(variant).map(({ form, height, lost }): DrawingStep<ChartForm> => ({
      form: { variant: index, plot: form },
      height,
      lost: [...new Set([...variant.lost, ...lost])],
    }))
  );
  return createSteps(
    forms,
    ({ variant, plot }) =>
      variants[variant]!.model.isBar ? 0 : plot.title.height + (plot.legend?.height ?? 0) + least,
  );
}

/** The height of a chart in a card that is as high as its content, in pixels: with a title, and without one. */
const USUAL_TITLED = 184;
const USUAL = 160;

/** A chart alone fills a card of four rows. */
const MOST_LARGE = 640;

/** The options of a chart with axes. */
export function chartOptions(
  steps: DrawingSteps<ChartForm>,
  { title }: Pick<PlotNames, "title">,
  { fontSize, size }: Breadth,
): DrawingOption[] {
  const scale = fontSize / CAPTION[size];
  return toOptions(steps, {
    most: size === "L" ? MOST_LARGE : MOST_HEIGHT,
    usual: Math.round(scale * (title === null ? USUAL : USUAL_TITLED)),
  });
}
