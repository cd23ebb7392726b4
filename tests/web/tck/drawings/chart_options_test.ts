import assert from "node:assert/strict";
import fc from "fast-check";
import type { DrawingLoss, DrawingRoom } from "@tck/kit";
import {
  chartOptions,
  type ChartVariant,
  createChartSteps,
} from "../../../../web/tck/charts/plan/chart_steps.ts";
import { createIndexAxis } from "../../../../web/tck/charts/axes/index_axis.ts";
import { type ChartLabel, dropOverlapping } from "../../../../web/tck/charts/axes/labels.ts";
import { planPlot } from "../../../../web/tck/charts/plan/plot.ts";
import type { Plot, PlotModel } from "../../../../web/tck/charts/plan/plot_model.ts";
import { MOMENT_MIDDLE } from "../../../../web/tck/charts/marks/reference_label.ts";
import { planStates } from "../../../../web/tck/charts/plan/state_plan.ts";
import { sparkOptions } from "../../../../web/tck/charts/sparkline.tsx";
import { LEAST_PLOT, stepAt } from "../../../../web/tck/drawings/option.ts";
import { modelOf } from "../charts/planned_plot.ts";
import { checkOptions, CLASSES, heightsOf, optionAt, spaceOf } from "./option_rules.ts";

const hours = Array.from({ length: 12 }, (_, hour) => new Date(Date.UTC(2026, 2, 4, hour)).toISOString());
const names = ["Kick-off", "The first goal of the day", "Half-time", "End"];

const models = fc.record({
  bars: fc.constantFrom(0, 1, 2),
  values: fc.array(fc.integer({ min: -50, max: 2_000_000 }), { minLength: 1, maxLength: 12 }),
  now: fc.option(fc.constantFrom(...hours), { nil: undefined }),
  moments: fc.array(fc.record({ hour: fc.nat(11), text: fc.constantFrom(...names) }), { maxLength: 4 }),
  reference: fc.option(fc.constantFrom("Goal", "The value that nobody should be above"), { nil: undefined }),
  ticks: fc.option(fc.uniqueArray(fc.nat(100), { minLength: 2, maxLength: 6 }), { nil: undefined }),
  isMarked: fc.boolean(),
}).map(({ bars, values, now, moments, reference, ticks, isMarked }): PlotModel => {
  const all = [...values, ...ticks ?? []];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return modelOf({
    bars,
    index: createIndexAxis({
      values: hours.slice(0, Math.max(values.length, 2)),
      now,
      locale: "en",
      timeZone: "UTC",
    }),
    values: bars > 0 ? [0, ...all] : all,
    ticks: ticks?.map((value) => ({ value, text: `Stage ${value}` })),
    moments: bars > 0 ? [] : moments.filter(({ hour }) => hour < values.length)
      .map(({ hour, text }) => ({ position: Date.parse(hours[hour]!), text })),
    reference: reference === undefined ? undefined : { value: high, label: reference },
    marks: isMarked
      ? {
        above: high,
        below: low < high ? low : null,
        label: { row: values.indexOf(high), text: `${high}` },
      }
      : { above: null, below: null },
  });
});

const charts = fc.record({
  model: models,
  title: fc.option(fc.constantFrom("Boats", "Boats that leave the harbour in an hour of the summer"), {
    nil: null,
  }),
  series: fc.option(
    fc.array(fc.constantFrom("Wind", "Gusts", "Nachtspeicherheizung", "Warmwasserbereitung"), {
      minLength: 2,
      maxLength: 12,
    }),
    { nil: null },
  ),
  width: fc.integer({ min: 40, max: 720 }),
  size: fc.constantFrom(...CLASSES),
});

/** What a plot does not show of a chart. */
function lossesOf(
  plot: Plot,
  variant: ChartVariant,
  isReduced: boolean,
  isTitled: boolean,
): Set<DrawingLoss> {
  const { model } = variant;
  const isNowDrawn = plot.now !== null;
  const named = new Set(plot.moments.map(({ text }) => text));
  const losses: [DrawingLoss, boolean][] = [
    ["label", isTitled && plot.title === 0],
    ["legend", isReduced],
    ["series", isReduced],
    ["names", isReduced || plot.legend?.isCut === true],
    ["extremes", model.marks.above !== null && !plot.hasMarks],
    ["moments", (isNowDrawn && !plot.isNowNamed) || model.moments!.some(({ text }) => !named.has(text))],
    ["reference", model.reference !== undefined && plot.referencePlace === null],
    ["values", plot.valueTicks.length === 0],
    ["axis", plot.indexTicks.length === 0],
  ];
  return new Set(losses.flatMap(([loss, isLost]) => isLost ? [loss] : []));
}

/** The places of the names of moments and of the highest value. */
function labelsOf(plot: Plot, { marks, nowName }: PlotModel, { fontSize }: DrawingRoom): ChartLabel[] {
  const base = { isStrong: false, color: "" };
  const moments = [...plot.isNowNamed ? [{ at: plot.now!, text: nowName }] : [], ...plot.momentNames];
  const y = plot.head + MOMENT_MIDDLE * fontSize;
  const mark = plot.hasMarks && marks.label
    ? [{
      ...base,
      isStrong: true,
      text: marks.label.text,
      x: plot.x(marks.label.row),
      y: plot.y(marks.above!) - 1.05 * fontSize,
      within: [plot.box.left, plot.box.left + plot.box.width] as const,
    }]
    : [];
  return [...moments.map(({ at, text }) => ({ ...base, text, x: at, y })), ...mark];
}

Deno.test("a chart shows in each height what its richest option for that height promises, and nothing else", () => {
  fc.assert(
    fc.property(charts, ({ model, title, series, width, size }) => {
      const full: ChartVariant = { model, title, names: series, lost: [] };
      const variants = series === null
        ? [full]
        : [full, { model, title, names: null, lost: ["legend", "names", "series"] as const }];
      const breadth = { ...spaceOf(width, size), isRightToLeft: false };
      const steps = createChartSteps(variants, breadth);
      const options = chartOptions(steps, full, breadth);
      checkOptions(options, `${width} px`);
      assert.equal(options.at(-1)!.height, Math.ceil(LEAST_PLOT[size] * breadth.fontSize - 1e-6));
      for (const height of heightsOf(options)) {
        const room = { ...breadth, height, hasForcedColors: false };
        const { variant, plot: form } = stepAt(steps, height).form;
        for (const isNameBeside of [false, true]) {
          const plot = planPlot(model, form, room, isNameBeside);
          const lost = lossesOf(plot, full, variant > 0, title !== null);
          const promised = new Set(optionAt(options, height).lost);
          const areTicksCut = model.ticks !== undefined && plot.valueTicks.length < model.ticks.length;
          if (areTicksCut) lost.add("names");
          // Without an axis of values it does not matter how many of them would have a name.
          if (areTicksCut && lost.has("values")) promised.add("names");
          assert.deepEqual([...lost].sort(), [...promised].sort(), `${height} px`);
          const labels = labelsOf(plot, model, room);
          const [all, shown] = [labels, dropOverlapping(labels, room)].map((list) =>
            new Set(list.map(({ text }) => text))
          );
          assert.deepEqual(shown, all, `${height} px: a name is hidden by another one`);
          assert.ok(plot.box.top + plot.box.height <= height + 0.1, `${height} px`);
        }
      }
    }),
    { numRuns: 100 },
  );
});

Deno.test("states have lines, or a bar with all names, or one of them is drawn", () => {
  const states = fc.record({
    names: fc.array(fc.constantFrom("Deep", "Light", "Warmwasserbereitung", "Awake"), {
      minLength: 1,
      maxLength: 6,
    }),
    title: fc.option(fc.constant("Stages of sleep"), { nil: null }),
    hasLanes: fc.boolean(),
    width: fc.integer({ min: 60, max: 720 }),
    size: fc.constantFrom(...CLASSES),
  });
  fc.assert(
    fc.property(states, ({ names, title, hasLanes, width, size }) => {
      const index = createIndexAxis({ values: hours, now: undefined, locale: "en", timeZone: "UTC" });
      const plan = planStates({ index, nowName: "now", names, title, hasLanes });
      const space = spaceOf(width, size);
      const options = plan.optionsAt(space);
      checkOptions(options, `${width} px`);
      for (const height of heightsOf(options)) {
        const room = { ...space, height, isRightToLeft: false, hasForcedColors: false };
        const { plot, hasLanes: areLanes, drawn } = plan.plotIn(room);
        const { lost } = optionAt(options, height);
        assert.equal(drawn !== undefined, lost.includes("series"), `${height} px`);
        assert.equal(hasLanes && !areLanes, lost.includes("lanes"), `${height} px`);
        assert.equal(title !== null && plot.title === 0, lost.includes("label"), `${height} px`);
        assert.equal(plot.indexTicks.length === 0, lost.includes("axis"), `${height} px`);
        assert.ok(areLanes || plot.legend !== null || drawn !== undefined, "no colour is without a name");
        if (areLanes) {
          assert.equal(plot.valueTicks.length, names.length);
          assert.ok(plot.box.height / names.length >= 15.9, `${plot.box.height} px`);
        }
      }
    }),
    { numRuns: 100 },
  );
});

Deno.test("a sparkline is 24 pixels high, or 40 in a large card, and at least 20", () => {
  for (const size of CLASSES) {
    const options = sparkOptions(spaceOf(80, size));
    checkOptions(options, size);
    assert.deepEqual(options, [{
      height: 20,
      most: size === "L" ? 40 : 24,
      usual: size === "L" ? 40 : 24,
      lost: [],
    }]);
  }
});
