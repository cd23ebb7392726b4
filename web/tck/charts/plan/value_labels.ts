import type { DrawingSpace, SizeClass } from "@tck/kit";
import type { ValueTick } from "../rows/chart_props.ts";
import type { PlotModel } from "./plot_model.ts";
import type { ValueAxis } from "../axes/value_axis.ts";

/** The labels of an axis of values in a width. */
export interface ValueLabels {
  /** The width that they take from the plot, in pixels: the same for each height. */
  readonly gutter: number;
  /** The height of an axis that shows all of its named values, in lines of text; 0 if there are round ones. */
  readonly wholeFrom: number;
  /** The labels of an axis that is `lines` lines of text high. */
  at(lines: number): readonly ValueTick[];
}

/** The most labels of an axis in each class of size. */
const MOST_TICKS: { readonly [size in SizeClass]: number } = { S: 3, M: 4, L: 5 };

/** The part of the width that the labels may take from the plot. */
const VALUES_PART = 0.35;

/** The space beside them, in font sizes. */
const GAP = 0.75;

/** The least distance of two labels of the axis, in lines. */
const LEAST_LINES = 1.35;

/**
 * Plans the labels of an axis. A higher axis chooses from all labels of a lower one, so that it has at least as many.
 *
 * @returns null where the shortest have no room beside the plot
 */
export function planValueLabels(
  axis: ValueAxis,
  { formatTick, ticks }: Pick<PlotModel, "formatTick" | "ticks">,
  { width, fontSize, size, widthOf }: DrawingSpace,
): ValueLabels | null {
  const widthOfAll = (labels: readonly ValueTick[]) =>
    Math.max(0, ...labels.map(({ text }) => widthOf(text, fontSize) + GAP * fontSize));
  const hasRoom = (labels: readonly ValueTick[]) => widthOfAll(labels) <= width * VALUES_PART;
  if (ticks) {
    if (!hasRoom(ticks)) return null;
    return {
      gutter: widthOfAll(ticks),
      wholeFrom: linesOfAll(ticks, axis),
      at: (lines) => thinOut(ticks, axis, lines),
    };
  }
  const most = MOST_TICKS[size];
  const sets = listSets(axis, most, formatTick);
  const rounds = sets.flatMap(({ all, count }) => count > 1 && count <= most ? [all] : []);
  const ends = sets.map(({ ends }) => ends);
  if (!ends.slice(-LEAST_COUNT).some(hasRoom)) return null;
  const usable = [...rounds, ...ends].filter(hasRoom);
  return {
    gutter: Math.max(...usable.map(widthOfAll)),
    wholeFrom: 0,
    at: (lines) => {
      const wanted = Math.min(Math.max(Math.round(lines / 2.6), LEAST_COUNT), most);
      const fits = ({ all, count }: LabelSet) =>
        count > 1 && count <= wanted && (count - 1) * LEAST_LINES <= lines && hasRoom(all);
      const asked = sets.slice(-wanted);
      return asked.find(fits)?.all ?? asked.find(({ ends }) => hasRoom(ends))!.ends;
    },
  };
}

/** How many labels the lowest axis asks for. */
const LEAST_COUNT = 2;

/** The labels of `count` round values, and those of the first and the last of them. */
interface LabelSet {
  /** The number of values; 0 where some have the same label. */
  readonly count: number;
  readonly all: readonly ValueTick[];
  readonly ends: readonly ValueTick[];
}

/** The sets that an axis may have, the largest first. */
function listSets(axis: ValueAxis, most: number, formatTick: (value: number) => string): LabelSet[] {
  return Array.from({ length: most }, (_, index) => {
    const values = axis.ticks(most - index).filter(Number.isFinite);
    const labels = values.map((value) => ({ value, text: formatTick(value) }));
    const ends = labels.length > 1 ? [labels[0]!, labels.at(-1)!] : labels;
    return {
      count: areApart(labels) ? values.length : 0,
      all: labels.filter(hasText),
      ends: ends.filter(({ text }, index) => hasText({ text }) && text !== ends[index - 1]?.text),
    };
  });
}

/** Whether each value has a text of its own. A formatter that rounds calls 0.5 and 1 the same, and its text would stand at 0.5. */
function areApart(labels: readonly ValueTick[]): boolean {
  return labels.every(({ text }, index) => !hasText({ text }) || text !== labels[index - 1]?.text);
}

function hasText({ text }: Pick<ValueTick, "text">): boolean {
  return text !== "";
}

/** The labels from the lowest one on that do not touch those before. */
function thinOut(ticks: readonly ValueTick[], axis: ValueAxis, lines: number): readonly ValueTick[] {
  const heightOf = ({ value }: ValueTick) => axis.ratio(value) * lines;
  const kept: ValueTick[] = [];
  for (const tick of inOrder(ticks)) {
    const before = kept.at(-1);
    if (before === undefined || heightOf(tick) - heightOf(before) >= LEAST_LINES - TOLERANCE) kept.push(tick);
  }
  return kept;
}

const TOLERANCE = 1e-6;

/** The height of an axis on which no labels touch, in lines. */
function linesOfAll(ticks: readonly ValueTick[], axis: ValueAxis): number {
  const ratios = inOrder(ticks).map(({ value }) => axis.ratio(value));
  const distances = ratios.slice(1).map((ratio, index) => ratio - ratios[index]!);
  return distances.length === 0 ? 0 : LEAST_LINES / Math.min(...distances);
}

function inOrder(ticks: readonly ValueTick[]): readonly ValueTick[] {
  return ticks.toSorted((one, other) => one.value - other.value);
}
