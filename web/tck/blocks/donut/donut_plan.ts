import {
  createSteps,
  type DrawingOption,
  type DrawingSpace,
  type DrawingStep,
  type DrawingSteps,
  LEAST_PLOT,
  lossesOf,
  type SizeClass,
  stepAt,
  toOptions,
} from "../../drawings/option.ts";

/** What a ring is planned from. */
export interface DonutModel {
  /** The labels of the parts, each with its value. */
  readonly entries: readonly string[];
  /** The words below the value in the middle. */
  readonly caption?: string | undefined;
}

/** The parts of a ring in its room. */
interface DonutForm {
  readonly hasLegend: boolean;
  readonly hasCaption: boolean;
}

/** A ring in its room. */
export interface DonutPlan extends DonutForm {
  readonly place: "alone" | "beside" | "below";
  /** The height of the legend below the ring with the space above it, in pixels. */
  readonly names: number;
}

/** In font sizes of a caption of 12 pixels: a narrower block has no legend, and a wider one has it beside the ring only. */
const LEAST_WIDTH = 20;
const MOST_WIDTH_BELOW = 40;

/** The part of the width that a ring beside a legend may take, and that of a ring that its caption may. */
export const RING_PART = 0.46;
export const CAPTION_PART = 0.58;

/** The least height of a block whose legend is below the ring, that of a ring, and of one with a caption, in pixels. */
const LEAST_BELOW = 224;
const LEAST_RING = 64;
const LEAST_CAPTIONED = 128;

/** The size of a ring in a card that is as high as its content, in pixels. */
const USUAL_RING = 136;

/** The largest rings, and the height of an entry of the legend, in pixels. */
const mostRing = (size: SizeClass) => size === "L" ? 280 : 200;
const ENTRY: { readonly [size in SizeClass]: number } = { S: 16, M: 20, L: 20 };

/** What an entry takes beside its text with the gap after it, and the space above the legend, in pixels. */
const BESIDE_TEXT = 40;
const ABOVE_LEGEND = 16;

/** All forms of a ring in a width. */
function createDonutSteps({ entries, caption }: DonutModel, space: DrawingSpace): DrawingSteps<DonutForm> {
  const { width, fontSize, size, widthOf } = space;
  const isNamed = entries.length > 1;
  const hasLegend = isNamed && width > LEAST_WIDTH * fontSize;
  // A caption is cut only where its ring cannot be larger.
  const largest = Math.min((hasLegend ? RING_PART : 1) * width, mostRing(size));
  const whole = caption === undefined ? Infinity : widthOf(caption, fontSize) / CAPTION_PART;
  const captioned = Math.max(LEAST_CAPTIONED, Math.min(whole, largest));
  const isCaptioned = caption !== undefined && largest >= LEAST_CAPTIONED;
  const form = (form: DonutForm, height: number): DrawingStep<DonutForm> => {
    const lost = lossesOf({
      legend: isNamed && !form.hasLegend,
      caption: caption !== undefined && !form.hasCaption,
    });
    return { form, height, lost };
  };
  const legend = hasLegend ? entries.length * ENTRY[size] : 0;
  const forms = [
    ...isCaptioned ? [form({ hasLegend, hasCaption: true }, Math.max(captioned, legend))] : [],
    form({ hasLegend, hasCaption: false }, legend),
    ...hasLegend ? [form({ hasLegend: false, hasCaption: false }, 0)] : [],
  ];
  return createSteps(forms, () => Math.max(LEAST_RING, LEAST_PLOT[size] * fontSize));
}

/** What a ring can be in a width. */
export function donutOptions(model: DonutModel, space: DrawingSpace): DrawingOption[] {
  const most = mostRing(space.size) + (isNarrow(space) ? heightOfNames(model, space) : 0);
  return toOptions(createDonutSteps(model, space), { most, usual: usualHeight(model, space) });
}

/** Plans a ring for a room. */
export function planDonut(model: DonutModel, space: DrawingSpace, height: number): DonutPlan {
  const { form } = stepAt(createDonutSteps(model, space), height);
  const names = heightOfNames(model, space);
  const isBelow = isNarrow(space) && height >= LEAST_BELOW && height - names >= LEAST_CAPTIONED;
  return { ...form, names, place: form.hasLegend ? isBelow ? "below" : "beside" : "alone" };
}

/** The height of a ring with all of its legend in a card that is as high as its content. */
export function usualHeight(model: DonutModel, space: DrawingSpace): number {
  return Math.max(USUAL_RING, createDonutSteps(model, space).all[0]!.height);
}

function isNarrow({ width, fontSize }: DrawingSpace): boolean {
  return width > LEAST_WIDTH * fontSize && width <= MOST_WIDTH_BELOW * fontSize;
}

function heightOfNames({ entries }: DonutModel, { width, fontSize, size, widthOf }: DrawingSpace): number {
  let [lines, used] = [1, 0];
  for (const entry of entries) {
    const needed = Math.min(widthOf(entry, LABEL_TEXT * fontSize) + BESIDE_TEXT, width);
    if (used + needed > width && used > 0) [lines, used] = [lines + 1, 0];
    used += needed;
  }
  return lines * ENTRY[size] + ABOVE_LEGEND;
}

/** The font size of the legend, in those of a caption. */
const LABEL_TEXT = 1.15;
