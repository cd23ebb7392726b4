import type { DrawingRoom } from "@tck/kit";
import { chooseIndexTicks } from "../axes/index_ticks.ts";
import { type Breadth, type MomentNames, nameMoments, nowOf } from "./moment_names.ts";
import { type Across, createPlaces, placeTicks } from "../axes/places.ts";
import { planHeights, type PlotHeights } from "./plot_heights.ts";
import type { Box, Plot, PlotForm, PlotModel } from "./plot_model.ts";
import { createValueAxis, type ValueAxis } from "../axes/value_axis.ts";
import { planValueLabels, type ValueLabels } from "./value_labels.ts";

/** The part of the width that the name of the reference line may take from the plot. */
const REFERENCE_PART = 0.25;

/** In less width, in font sizes, the name of a reference hides no value, and takes no room from the plot. */
const LEAST_BESIDE = 20;

/** About how many round steps the axis has, at one of which it ends: with fewer, a quarter of the plot could be empty. */
const AXIS_STEPS = 10;

/** What of a plot is the same for each height of its room. */
export interface PlotBreadth {
  readonly axis: ValueAxis;
  /** Null where they have no room beside the plot. */
  readonly valueLabels: ValueLabels | null;
  readonly heights: PlotHeights;
  /** The width that the name of the reference takes from the plot where it is beside it; null where it never is. */
  readonly margin: number | null;
  readonly isNowNamed: boolean;
  /** The numbers of the moments whose names are shown. */
  readonly shown: readonly number[];
  /** Whether the label of the highest value would be before one of the names. */
  readonly isBeforeMark: boolean;
  readonly areSomeLeftOut: boolean;
}

/** Plans what of a chart depends on its width alone: for each of its forms. */
export function planBreadth(model: PlotModel, breadth: Breadth): (form: PlotForm) => PlotBreadth {
  const { fontSize: em, width, widthOf } = breadth;
  const axis = createValueAxis(model.values, model.ticks ? 0 : AXIS_STEPS);
  const labels = planValueLabels(axis, model, breadth);
  const nameWidth = model.reference ? widthOf(model.reference.label, em) + 0.6 * em : Infinity;
  const canBeBeside = width >= LEAST_BESIDE * em && nameWidth <= width * REFERENCE_PART;
  const known = new Map<string, MomentNames>();
  const namesIn = (gutter: number, margins: readonly number[], areBeside: boolean) => {
    const key = `${gutter} ${margins} ${areBeside}`;
    const boxes = margins.map((margin) => placeAcross(gutter, margin, breadth));
    const names = known.get(key) ?? nameMoments(model, boxes, breadth, areBeside);
    known.set(key, names);
    return names;
  };
  return (form) => {
    const valueLabels = form.hasValues ? labels : null;
    const margin = form.hasReference && canBeBeside ? nameWidth : null;
    const names = namesIn(valueLabels?.gutter ?? 0, margin === null ? [0] : [0, margin], form.areNamesBeside);
    const isNowNamed = form.hasLabels && names.isNowNamed;
    const shown = form.hasLabels ? names.shown : [];
    return {
      axis,
      valueLabels,
      margin,
      isNowNamed,
      shown,
      isBeforeMark: names.isBeforeMark,
      heights: planHeights(model, form, axis, em, {
        isLabelled: isNowNamed || shown.length > 0,
        isRaised: form.hasLabels && names.isBeforeMark,
      }),
      areSomeLeftOut: form.hasLabels
        ? names.areSomeLeftOut
        : names.isNowNamed || names.areSomeLeftOut || (model.moments ?? []).length > 0,
    };
  };
}

function placeAcross(gutter: number, margin: number, { width, isRightToLeft }: Breadth): Across {
  return { left: isRightToLeft ? margin : gutter, width: Math.max(width - gutter - margin, 1) };
}

/**
 * Plans a chart for its room.
 *
 * @param form its parts, which the room has the height for
 * @param isNameBeside whether the name of the reference is beside the plot, if it is short enough, rather than in it
 */
export function planPlot(model: PlotModel, form: PlotForm, room: DrawingRoom, isNameBeside: boolean): Plot {
  const { fontSize: em } = room;
  const { axis, valueLabels, heights, margin, isNowNamed, shown } = planBreadth(model, room)(form);
  const isBeside = isNameBeside && margin !== null;
  const across = placeAcross(valueLabels?.gutter ?? 0, isBeside ? margin : 0, room);
  const box: Box = { ...across, ...heights.boxOf(room.height) };
  const y = (value: number) => round(box.top + box.height * (1 - axis.ratio(value)));
  const places = createPlaces(model, box, room.isRightToLeft);
  const now = nowOf(model, places);
  const { moments = [] } = model;
  const named = shown.map((moment) => moments[moment]!);
  return {
    box,
    title: form.title.height,
    head: form.title.height + (form.legend?.height ?? 0),
    legend: form.legend,
    valueTicks: (valueLabels?.at(linesOf(box, form, valueLabels, em)) ?? []).map(({ value, text }) => ({
      at: y(value),
      text,
      isZero: value === 0 && !model.ticks,
    })),
    indexTicks: form.hasIndex
      ? chooseIndexTicks({ ...model, places, box, em, widthOf: room.widthOf, named: model.namedRow ?? null })
      : [],
    hasLabels: form.hasLabels,
    hasMarks: form.hasMarks,
    referencePlace: form.hasReference ? isBeside ? "end" : "above" : null,
    now: now === null ? null : round(now),
    isNowNamed,
    moments: placeTicks(moments, places).filter(({ text }) => named.some((moment) => moment.text === text)),
    momentNames: placeTicks(named, places),
    x: (row) => round(places.x(row)),
    at: (position) => {
      const at = places.at(position);
      return at === null ? null : round(at);
    },
    y,
    bandWidth: places.bandWidth,
  };
}

/** The height of the axis of values in lines of text, as far as its labels depend on it. */
function linesOf(
  { height }: Box,
  { areTicksWhole }: PlotForm,
  { wholeFrom }: ValueLabels,
  em: number,
): number {
  const lines = height / em;
  return areTicksWhole || wholeFrom === 0 ? lines : Math.min(lines, 0.999 * wholeFrom);
}

/** A tenth of a pixel is enough, and keeps paths short. */
function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
