import type { Room } from "@tck/kit";
import { createIndexAxis } from "../../../../web/tck/charts/index_axis.ts";
import { planPlot, type Plot, type PlotOptions } from "../../../../web/tck/charts/plot.ts";

/** A room in CSS pixels, with the font of a caption. */
export function roomOf(width: number, height: number): Room {
  return { width, height, fontSize: 12, isRightToLeft: false, hasForcedColors: false };
}

/** A plot of bars of some rows, with the options that a test asks for. */
export function plan(room: Room, options: Partial<PlotOptions> & { rows?: number } = {}): Plot {
  const { rows = 7, ...others } = options;
  const values = Array.from({ length: rows }, (_, row) => `row ${row}`);
  return planPlot({
    room,
    index: createIndexAxis({ values, now: undefined, locale: "en", timeZone: "UTC" }),
    bars: 1,
    inset: 5,
    values: [0, 34],
    formatTick: String,
    ticks: undefined,
    mostTicks: 4,
    title: 0,
    legend: null,
    marks: { above: null, below: null },
    reference: undefined,
    isNameBeside: true,
    ...others,
  });
}
