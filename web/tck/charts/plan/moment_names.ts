import type { DrawingRoom } from "@tck/kit";
import { isWithin } from "../axes/index_axis.ts";
import { placeWithin } from "../axes/labels.ts";
import type { Across, PlacedTick, Places } from "../axes/places.ts";
import { createPlaces } from "../axes/places.ts";
import type { PlotModel } from "./plot_model.ts";

/** What the names of moments depend on: not on the height of a room. */
export type Breadth = Pick<DrawingRoom, "width" | "fontSize" | "size" | "widthOf" | "isRightToLeft">;

/** Which moments have names above a plot. */
export interface MomentNames {
  readonly isNowNamed: boolean;
  /** The numbers of the moments whose names are shown. */
  readonly shown: readonly number[];
  /** Whether the label of the highest value would be before one of the names. */
  readonly isBeforeMark: boolean;
  /** Whether a moment is not named by any of them. */
  readonly areSomeLeftOut: boolean;
}

const NO_NAMES: MomentNames = { isNowNamed: false, shown: [], isBeforeMark: false, areSomeLeftOut: false };

/** A part of a line, in pixels. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The names of the present and of moments that do not touch, the first ones before later ones.
 *
 * @param boxes the places that the plot may have, by its height: a name is shown if it has room in each
 * @param areBeside whether those before the label of the highest value are left out
 */
export function nameMoments(
  model: PlotModel,
  boxes: readonly Across[],
  breadth: Breadth,
  areBeside: boolean,
): MomentNames {
  const { moments = [], nowName, marks: { label }, index } = model;
  if (index.now === null && moments.length === 0) return NO_NAMES;
  const places = boxes.map((box) => createPlaces(model, box, breadth.isRightToLeft));
  const room: Limits = [0, breadth.width];
  const spansOf = (text: string, placeIn: (places: Places) => number | null) =>
    places.map((each) => spanOf({ at: placeIn(each) ?? NaN, text }, room, breadth));
  const isNowDrawn = nowOf(model, places[0]!) !== null;
  const all = [
    ...isNowDrawn ? [{ moment: -1, text: nowName, spans: spansOf(nowName, ({ now }) => now) }] : [],
    ...moments.map(({ position, text }, moment) => ({
      moment,
      text,
      spans: spansOf(text, ({ at }) => at(position)),
    })),
  ];
  const mark = label && places.map((each, index) => {
    const { left, width } = boxes[index]!;
    return spanOf({ at: each.x(label.row), text: label.text }, [left, left + width], breadth, 600);
  });
  const isBefore = ({ spans }: Name) => mark !== undefined && touch(spans, mark);
  const kept: Name[] = [];
  for (const name of all) {
    const isFree = kept.every(({ spans }) => !touch(spans, name.spans));
    if (isFree && !(areBeside && isBefore(name))) kept.push(name);
  }
  const isNowNamed = isNowDrawn && kept[0] === all[0];
  return {
    isNowNamed,
    shown: kept.slice(isNowNamed ? 1 : 0).map(({ moment }) => moment),
    isBeforeMark: kept.some(isBefore),
    areSomeLeftOut: (isNowDrawn && !isNowNamed) ||
      moments.some(({ text }) => kept.every((name) => name.text !== text)),
  };
}

/** The name of a moment, and the span that it would have in each plot. */
interface Name {
  /** The number of the moment; -1 is the present. */
  readonly moment: number;
  readonly text: string;
  readonly spans: readonly Span[];
}

/** The present, if it is drawn: bars without times have no place for it. */
export function nowOf({ index, bars }: Pick<PlotModel, "index" | "bars">, places: Places): number | null {
  const isDrawn = (bars === 0 || index.isTime) && index.now !== null && isWithin(index, index.now);
  return isDrawn ? places.now : null;
}

type Limits = readonly [low: number, high: number];

function spanOf(
  { at, text }: PlacedTick,
  [low, high]: Limits,
  { fontSize, widthOf }: Breadth,
  weight = 400,
): Span {
  const width = widthOf(text, fontSize, weight) + fontSize / 2;
  const start = placeWithin(at, width, low, high);
  return { start, end: start + width };
}

/** Places of a drawing are rounded, in pixels. */
const ROUNDED = 0.2;

/** Whether two texts touch in one of the plots. */
function touch(one: readonly Span[], other: readonly Span[]): boolean {
  return one.some(({ start, end }, index) => {
    const { start: otherStart, end: otherEnd } = other[index]!;
    return start < otherEnd + ROUNDED && otherStart < end + ROUNDED;
  });
}
