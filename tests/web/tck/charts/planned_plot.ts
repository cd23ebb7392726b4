import type { DrawingRoom, SizeClass } from "@tck/kit";
import { createChartSteps } from "../../../../web/tck/charts/plan/chart_steps.ts";
import { createIndexAxis } from "../../../../web/tck/charts/axes/index_axis.ts";
import { planPlot } from "../../../../web/tck/charts/plan/plot.ts";
import type { Plot, PlotModel } from "../../../../web/tck/charts/plan/plot_model.ts";
import { stepAt } from "../../../../web/tck/drawings/option.ts";
import { estimateTextWidth } from "../../../../web/tck/text_width.ts";

/** A room in CSS pixels, with the font of a caption. */
export function roomOf(width: number, height: number, size: SizeClass = "M"): DrawingRoom {
  return {
    width,
    height,
    size,
    fontSize: size === "L" ? 13 : 12,
    isRightToLeft: false,
    hasForcedColors: false,
    widthOf: estimateTextWidth,
  };
}

/** What a chart of bars of some rows is planned from, with the options that a test asks for. */
export function modelOf({ rows = 7, ...others }: Partial<PlotModel> & { rows?: number } = {}): PlotModel {
  const values = Array.from({ length: rows }, (_, row) => `row ${row}`);
  return {
    index: createIndexAxis({ values, now: undefined, locale: "en", timeZone: "UTC" }),
    bars: 1,
    inset: 5,
    values: [0, 34],
    formatTick: String,
    ticks: undefined,
    marks: { above: null, below: null },
    nowName: "now",
    reference: undefined,
    ...others,
  };
}

/** A plot of such a chart, with the parts that its room has the height for. */
export function plan(room: DrawingRoom, options: Partial<PlotModel> & { rows?: number } = {}): Plot {
  const model = modelOf(options);
  const steps = createChartSteps([{ model, title: null, names: null, lost: [] }], room);
  return planPlot(model, stepAt(steps, room.height).form.plot, room, true);
}
