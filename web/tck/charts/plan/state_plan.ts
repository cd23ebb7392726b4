import type { DrawingOption, DrawingRoom, DrawingSpace } from "@tck/kit";
import { type DrawingStep, type DrawingSteps, stepAt, toOptions } from "../../drawings/option.ts";
import { type ChartForm, chartOptions, type ChartVariant, createChartSteps } from "./chart_steps.ts";
import type { IndexAxis } from "../axes/index_axis.ts";
import type { Breadth } from "./moment_names.ts";
import { planBreadth, planPlot } from "./plot.ts";
import { listForms } from "./plot_forms.ts";
import type { Plot, PlotForm, PlotModel } from "./plot_model.ts";

/** What a chart of states is planned from. */
interface StateOptions {
  /** The axis of the beginnings and ends of all spans. */
  readonly index: IndexAxis;
  /** The name of the present. */
  readonly nowName: string;
  /** The names of the states, from the top to the bottom. */
  readonly names: readonly string[];
  readonly title: string | null;
  /** Whether each state has a line of its own where there is room. */
  readonly hasLanes: boolean;
}

interface StatePlan {
  optionsAt(space: DrawingSpace): DrawingOption[];
  plotIn(room: DrawingRoom): {
    readonly plot: Plot;
    readonly hasLanes: boolean;
    readonly drawn: "state" | undefined;
  };
  /** The height of a strip with its bar and all of its names, in pixels. */
  heightOfStrip(space: DrawingSpace): number;
}

/** The most height of a bar, in pixels. */
export const MOST_BAR = 32;

/** A lower line has no room for its name, in font sizes. */
const LEAST_LANE = 4 / 3;

/** Plans a chart of states: a line for each with its name at the start, a bar with all names above it, or one state. */
export function planStates({ index, nowName, names, title, hasLanes }: StateOptions): StatePlan {
  const count = names.length;
  const base = {
    index,
    nowName,
    bars: 0,
    inset: 0,
    marks: { above: null, below: null },
    reference: undefined,
    formatTick: String,
  };
  const lanes: PlotModel = {
    ...base,
    values: [-0.5, count - 0.5],
    ticks: names.map((text, lane) => ({ value: count - 1 - lane, text })),
  };
  const strip: PlotModel = { ...base, values: [0, 1], ticks: [], isBar: true };
  const lost = hasLanes ? ["lanes" as const] : [];
  const variants: ChartVariant[] = [
    ...hasLanes ? [{ model: lanes, title, names: null, lost: [] }] : [],
    { model: strip, title, names, lost },
    { model: strip, title, names: null, lost: [...lost, "legend", "names", "series"] },
  ];
  const listOf = (variant: ChartVariant, breadth: Breadth) => {
    const forms = listForms(variant.model, variant, breadth);
    return variant.model === lanes ? forms.flatMap((step) => keepLanes(step, lanes, count, breadth)) : forms;
  };
  const stepsIn = (breadth: Breadth): DrawingSteps<ChartForm> =>
    createChartSteps(variants, breadth, (variant) => listOf(variant, breadth));
  const heightOfStrip = (space: DrawingSpace) => {
    const breadth = { ...space, isRightToLeft: false };
    const form = [variants.at(-2)!, variants.at(-1)!].flatMap((variant) => listOf(variant, breadth))[0]!.form;
    return Math.ceil(planBreadth(strip, breadth)(form).heights.chartOf(MOST_BAR));
  };
  return {
    optionsAt: (space) => {
      const breadth = { ...space, isRightToLeft: false };
      const steps = stepsIn(breadth);
      if (hasLanes) return chartOptions(steps, { title }, breadth);
      const most = heightOfStrip(space);
      return toOptions(steps, { most, usual: most });
    },
    plotIn: (room) => {
      const { variant, plot } = stepAt(stepsIn(room), room.height).form;
      const { model, lost } = variants[variant]!;
      return {
        plot: planPlot(model, plot, room, false),
        hasLanes: model === lanes,
        drawn: lost.includes("series") ? "state" : undefined,
      };
    },
    heightOfStrip,
  };
}

/** A form in which all states have lines with names. */
function keepLanes(
  step: DrawingStep<PlotForm>,
  model: PlotModel,
  count: number,
  breadth: Breadth,
): DrawingStep<PlotForm>[] {
  const { form, height } = step;
  if (!form.hasValues || !form.areTicksWhole) return [];
  const least = planBreadth(model, breadth)(form).heights.chartOf(count * LEAST_LANE * breadth.fontSize);
  return [{ ...step, height: Math.max(height, least) }];
}
