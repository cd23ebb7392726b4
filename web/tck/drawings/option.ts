import type { TextWidth } from "../text_width.ts";

/** The class of a card's size: one row high, two rows or as high as its content, four rows. */
export type SizeClass = "S" | "M" | "L";

/** What a drawing does not show. */
export type DrawingLoss =
  /** The label of a chart above it. */
  | "label"
  /** The names of series, parts or colours. Then nothing has a colour that would need a name. */
  | "legend"
  /** Names, or the ends of long ones. */
  | "names"
  /** All but the first series, or all but their sum. */
  | "series"
  /** A line for each state: all states are in one. */
  | "lanes"
  /** The labels of the highest and the lowest value. */
  | "extremes"
  /** The names of the present and of other moments, or some of them. */
  | "moments"
  /** The name of a reference. */
  | "reference"
  /** The axis of values. */
  | "values"
  /** The axis of times or names. */
  | "axis"
  /** The words in the middle of a ring. */
  | "caption"
  /** All days but those of a week. */
  | "days"
  /** The first weeks, or the last columns of other cells. */
  | "columns";

/** What a drawing can be at a width. It has the richest form that its height is enough for. */
export interface DrawingOption {
  /** The least height at which it shows all but what is lost, in whole pixels. */
  readonly height: number;
  /** It uses up to this height, in pixels. */
  readonly most: number;
  /** Its height in a card that is as high as its content, in pixels. */
  readonly usual: number;
  readonly lost: readonly DrawingLoss[];
}

/** What the options of a drawing depend on: there is no element, and nothing beside it. */
export interface DrawingSpace {
  /** In CSS pixels. */
  readonly width: number;
  /** The size of a caption, in CSS pixels. */
  readonly fontSize: number;
  readonly size: SizeClass;
  readonly widthOf: TextWidth;
}

/** A form of a drawing, and the least height for it in pixels. */
export interface DrawingStep<Form> {
  readonly form: Form;
  readonly height: number;
  readonly lost: readonly DrawingLoss[];
}

/** All forms of a drawing at a width, the richest first: heights fall strictly, and losses only grow. */
export interface DrawingSteps<Form> {
  /** Those that a card chooses from. */
  readonly offered: readonly DrawingStep<Form>[];
  /** Those and the ones for less height than is legible in the card. */
  readonly all: readonly DrawingStep<Form>[];
}

/** The least height of a plot that is legible in each class of size, in font sizes: 36, 64 and 112 pixels. */
export const LEAST_PLOT: { readonly [size in SizeClass]: number } = { S: 36 / 12, M: 64 / 12, L: 112 / 13 };

/** The size of a caption in each class of size, in pixels, at the browser's default font size. */
export const CAPTION: { readonly [size in SizeClass]: number } = { S: 12, M: 12, L: 13 };

/** What of a drawing is lost. */
export function lossesOf(areLost: { readonly [loss in DrawingLoss]?: boolean }): DrawingLoss[] {
  return (Object.keys(areLost) as DrawingLoss[]).filter((loss) => areLost[loss]);
}

/** Drawings do not grow beyond this height, in pixels. */
export const MOST_HEIGHT = 360;

/**
 * Puts forms in order: of those in the order of preference, each that needs less height than the one before, and shows
 * nothing that the one before does not.
 *
 * @param forms the height of each is the least for its parts
 * @param legibleFrom the least height for a form in this class of size
 */
export function createSteps<Form>(
  forms: readonly DrawingStep<Form>[],
  legibleFrom: (form: Form) => number,
): DrawingSteps<Form> {
  const whole = (step: DrawingStep<Form>, least: number) => ({
    ...step,
    height: Math.max(Math.ceil(Math.max(step.height, least) - TOLERANCE), 1),
  });
  const legible = forms.map((step) => whole(step, legibleFrom(step.form)));
  const offered = descend(
    legible.filter(({ height }, at) => height <= MOST_HEIGHT || at === forms.length - 1),
  );
  return { offered, all: descend([...offered, ...forms.map((step) => whole(step, 0))]) };
}

/** What sums of font sizes may differ by from whole pixels. */
const TOLERANCE = 1e-6;

function descend<Form>(steps: readonly DrawingStep<Form>[]): DrawingStep<Form>[] {
  const kept: DrawingStep<Form>[] = [];
  for (const step of steps) {
    const before = kept.at(-1);
    const isPoorer = before === undefined ||
      (step.height < before.height && before.lost.every((loss) => step.lost.includes(loss)));
    if (isPoorer) kept.push(step);
  }
  return kept;
}

/** The richest form for a height. Below all of them it is the poorest. */
export function stepAt<Form>({ all }: DrawingSteps<Form>, height: number): DrawingStep<Form> {
  return all.find((step) => step.height <= height) ?? all.at(-1)!;
}

/** The options of a drawing. Of forms that show the same, the lowest is the option. */
export function toOptions<Form>(
  { offered }: DrawingSteps<Form>,
  { most, usual }: Pick<DrawingOption, "most" | "usual">,
): DrawingOption[] {
  const lowest = offered.filter(({ lost }, index) => offered[index + 1]?.lost.length !== lost.length);
  return lowest.map(({ height, lost }) => ({
    height,
    lost,
    most: Math.max(most, height),
    usual: Math.max(usual, height),
  }));
}
