import { type DrawingStep, lossesOf } from "../../drawings/option.ts";
import { type LegendPlan, NO_TITLE, planLegends, planTitle, type TitlePlan } from "./legend.ts";
import type { Breadth } from "./moment_names.ts";
import { planBreadth, type PlotBreadth } from "./plot.ts";
import { LEAST, type PlotForm, type PlotModel } from "./plot_model.ts";

/** What is above a plot. */
export interface PlotNames {
  /** Null without one. */
  readonly title: string | null;
  /** The names of the series; null without a legend. */
  readonly names: readonly string[] | null;
}

/** What the plot of a chart may be. */
interface Parts {
  readonly title: TitlePlan;
  readonly legend: LegendPlan | null;
  readonly hasMarks: boolean;
  readonly hasLabels: boolean;
  readonly hasValues: boolean;
  readonly hasIndex: boolean;
}

/**
 * The forms of a plot in a width, in the order of preference: it drops named values of the axis that are close to others,
 * the labels of extremes, the ends of names, the title, the names of moments and references, the axis of values, and at last
 * that of the index.
 *
 * @returns an empty list where the width is too small for the legend
 */
export function listForms(
  model: PlotModel,
  { title: text, names }: PlotNames,
  breadth: Breadth,
): DrawingStep<PlotForm>[] {
  const title = text === null ? NO_TITLE : planTitle(text, breadth);
  const legendsOf = (title: TitlePlan) =>
    names === null ? [null] : planLegends(names, breadth, title, model.isBar);
  const [titled, untitled] = [legendsOf(title), legendsOf(NO_TITLE)];
  if (untitled.length === 0) return [];
  const all: Parts = {
    title,
    legend: titled[0] ?? null,
    hasMarks: true,
    hasLabels: true,
    hasValues: true,
    hasIndex: true,
  };
  const named = titled.map((legend) => ({ ...all, hasMarks: false, legend }));
  const bare = untitled.map((legend) => ({ ...all, hasMarks: false, title: NO_TITLE, legend }));
  const lower = { ...bare.at(-1)!, hasLabels: false };
  const flat = { ...lower, hasValues: false };
  const context: StepContext = { model, breadth, breadthOf: planBreadth(model, breadth) };
  const choices = listChoices(all, context);
  return [all, ...named, ...bare, lower, flat, { ...flat, hasIndex: false }].flatMap((parts) =>
    choices.map((choice) => createStep({ ...parts, ...choice }, text !== null, context))
  );
}

/** What each set of parts may be without: the richest first. */
function listChoices(all: Parts, context: StepContext): Choice[] {
  const ticks = context.model.ticks ? [true, false] : [true];
  const whole = { areTicksWhole: true, areNamesBeside: false };
  const { isBeforeMark } = context.breadthOf(formOf({ ...all, ...whole }, context));
  return (isBeforeMark ? [false, true] : [false]).flatMap((areNamesBeside) =>
    ticks.map((areTicksWhole) => ({ areTicksWhole, areNamesBeside }))
  );
}

type Choice = Pick<PlotForm, "areTicksWhole" | "areNamesBeside">;

/** What the parts of a plot are chosen for. */
interface StepContext {
  readonly model: PlotModel;
  readonly breadth: Breadth;
  readonly breadthOf: (form: PlotForm) => PlotBreadth;
}

/** The parts that the width is enough for. */
function formOf(parts: Parts & Choice, { model, breadth: { fontSize: em, width } }: StepContext): PlotForm {
  const isWide = (least: { readonly width: number }) => width >= least.width * em;
  const { reference, marks, ticks, isBar = false } = model;
  const areMarked = marks.above !== null || marks.below !== null;
  return {
    ...parts,
    hasIndex: parts.hasIndex && isWide(isBar ? LEAST.indexOfBar : LEAST.index),
    hasValues: parts.hasValues && ticks?.length !== 0 && isWide(LEAST.values),
    hasLabels: parts.hasLabels && isWide(LEAST.labels),
    hasReference: parts.hasLabels && reference !== undefined && isWide(LEAST.reference),
    hasMarks: parts.hasMarks && areMarked && isWide(LEAST.labels),
  };
}

function createStep(
  parts: Parts & Choice,
  isTitled: boolean,
  context: StepContext,
): DrawingStep<PlotForm> {
  const { model: { reference, marks, ticks }, breadth: { fontSize: em }, breadthOf } = context;
  const areMarked = marks.above !== null || marks.below !== null;
  const haveTicks = ticks?.length !== 0;
  const wanted = formOf(parts, context);
  const { valueLabels, isNowNamed, shown, areSomeLeftOut } = breadthOf(wanted);
  const hasNames = isNowNamed || shown.length > 0;
  const form = { ...wanted, hasValues: valueLabels !== null, hasLabels: hasNames };
  const { least, chartOf } = breadthOf(form).heights;
  const wholeFrom = form.areTicksWhole ? valueLabels?.wholeFrom ?? 0 : 0;
  const lost = lossesOf({
    label: isTitled && form.title.height === 0,
    names: form.legend?.isCut === true || (ticks !== undefined && haveTicks && !form.areTicksWhole),
    extremes: areMarked && !form.hasMarks,
    moments: areSomeLeftOut,
    reference: reference !== undefined && !form.hasReference,
    values: haveTicks && !form.hasValues,
    axis: !form.hasIndex,
  });
  return {
    form,
    height: Math.max(least, wholeFrom === 0 ? 0 : chartOf(wholeFrom * em)),
    lost,
  };
}
