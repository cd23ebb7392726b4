import {
  createSteps,
  type DrawingOption,
  type DrawingSpace,
  type DrawingStep,
  type DrawingSteps,
  LEAST_PLOT,
  lossesOf,
  stepAt,
  toOptions,
} from "../../drawings/option.ts";
import type { HeatTable } from "./heat_days.ts";

/** Where the cells of a heat grid are, in pixels. */
export interface HeatPlan extends HeatForm {
  /** The first column that is shown. */
  readonly first: number;
  /** The distance of two columns and of two rows. */
  readonly width: number;
  readonly height: number;
  /** The width of the headings of the rows; 0 without them. */
  readonly rowHead: number;
  /** The height of all of it. */
  readonly total: number;
}

/** The parts of a heat grid in its room. */
interface HeatForm {
  readonly hasColumns: boolean;
  /** Whether each row has its heading, or every second. */
  readonly areRowsNamed: boolean;
}

/** Days are squares of these sizes, in pixels with the gap after them; in a low room they are up to twice as wide as high. */
const LEAST_DAY = 12;
const MOST_DAY = 28;

/** Other cells are rectangles, which are not higher than this or than they are wide. */
const LEAST_CELL = 6;
const MOST_CELL = 64;
const USUAL_CELL = 24;

/** The part of the width that the headings of the rows may take, and the least width with them. */
const HEAD_PART = 0.45;
const LEAST_HEADED = 200;

/** The space beside the heading of a row, in font sizes. */
const BESIDE_HEAD = 0.7;

/** The least height with the headings of the columns, and that of a row with its heading, in pixels. */
const LEAST_COLUMNS = 60;
const LEAST_ROW = 12;

/** The least height of a row in a legible grid, in pixels with the gap after it. */
const LEGIBLE_ROW = 6;

/** What of a grid depends on its width alone. */
interface HeatBreadth {
  readonly rows: number;
  readonly rowHead: number;
  /** The height of the headings of the columns; 0 if none has a text, or there is no room for two of them. */
  readonly head: number;
  /** The width that each column may have at most. */
  readonly across: number;
  /** The columns that are shown. */
  readonly shown: number;
  readonly isOfDays: boolean;
}

function measureBreadth(table: HeatTable, space: DrawingSpace): HeatBreadth {
  const { width, fontSize, widthOf } = space;
  const columns = Math.max(table.columns.length, 1);
  const widest = Math.max(
    0,
    ...table.rows.map((text) => text === "" ? 0 : widthOf(text, fontSize) + BESIDE_HEAD * fontSize),
  );
  const rowHead = width < LEAST_HEADED || widest > width * HEAD_PART ? 0 : Math.ceil(widest);
  const room = Math.max(width - rowHead, 1);
  const isOfDays = table.names !== null;
  const least = isOfDays ? LEAST_DAY : LEAST_CELL;
  const across = Math.max(room / columns, least);
  const headings = chooseHeadings(table.columns, { first: 0, width: across }, space)
    .filter(({ text }) => text !== "");
  // One of several does not say what the others are.
  const areNamed = headings.length > 0 &&
    (isOfDays || headings.filter(({ isShown }) => isShown).length >= Math.min(2, headings.length));
  return {
    rows: Math.max(table.values.length, 1),
    rowHead,
    head: areNamed ? Math.ceil(fontSize * 4 / 3) : 0,
    across,
    shown: Math.min(columns, Math.max(1, Math.floor((room + 0.01) / across))),
    isOfDays,
  };
}

/** All forms of a grid in a width. */
function createHeatSteps(table: HeatTable, space: DrawingSpace): DrawingSteps<HeatForm> {
  const { rows, rowHead, head, shown } = measureBreadth(table, space);
  const haveNames = table.rows.some((text) => text !== "");
  const step = (hasColumns: boolean, areRowsNamed: boolean): DrawingStep<HeatForm> => {
    return {
      form: { hasColumns, areRowsNamed },
      height: Math.max(
        hasColumns ? LEAST_COLUMNS : 0,
        areRowsNamed && rowHead > 0 ? (hasColumns ? head : 0) + rows * LEAST_ROW : 0,
      ),
      lost: lossesOf({
        columns: shown < table.columns.length,
        names: haveNames && (rowHead === 0 || !areRowsNamed),
        axis: table.columns.some((text) => text !== "") && !hasColumns,
      }),
    };
  };
  const forms = [
    ...head > 0 ? [step(true, true), step(true, false)] : [],
    step(false, true),
    step(false, false),
  ];
  const least = Math.max(LEAST_PLOT[space.size] * space.fontSize, rows * LEGIBLE_ROW);
  return createSteps(forms, ({ hasColumns }) => (hasColumns ? head : 0) + least);
}

/** What a grid can be in a width. */
export function heatOptions(table: HeatTable, space: DrawingSpace): DrawingOption[] {
  const { rows, head, across, isOfDays } = measureBreadth(table, space);
  const { height } = sizeCells(across, 1e6, isOfDays);
  return toOptions(createHeatSteps(table, space), {
    most: Math.ceil(head + rows * height),
    usual: Math.ceil(planHeat(table, space, Infinity).total),
  });
}

/**
 * Plans the cells for a room. Of days, the last weeks that the width is enough for are shown.
 *
 * @param height infinite in a card that is as high as its content
 */
export function planHeat(table: HeatTable, space: DrawingSpace, height: number): HeatPlan {
  const { rows, rowHead, head: whole, across, shown, isOfDays } = measureBreadth(table, space);
  const { form } = stepAt(createHeatSteps(table, space), height);
  const head = form.hasColumns ? whole : 0;
  const size = sizeCells(across, Math.max(height - head, 1) / rows, isOfDays);
  const first = isOfDays ? Math.max(table.columns.length, 1) - shown : 0;
  return { ...form, first, ...size, rowHead, total: head + size.height * rows };
}

function sizeCells(across: number, down: number, isOfDays: boolean): { width: number; height: number } {
  if (isOfDays) {
    const side = Math.min(across, down, MOST_DAY);
    return { width: Math.max(Math.min(across, MOST_DAY, 2 * side), LEAST_DAY), height: side };
  }
  const most = down === Infinity ? USUAL_CELL : Math.max(across, MOST_CELL);
  return { width: across, height: Math.min(down, Math.max(2 * across, USUAL_CELL), most) };
}

/**
 * The headings of the columns that are shown: all of them, or every second, third and so on. Of weeks, the first one may be
 * the end of a month, which has no room for its name.
 */
export function chooseHeadings(
  columns: readonly string[],
  { first, width }: Pick<HeatPlan, "first" | "width">,
  { fontSize, widthOf }: DrawingSpace,
): { text: string; isShown: boolean }[] {
  const shown = columns.slice(first);
  const named = shown.flatMap((text, index) => text === "" ? [] : [index]);
  const endOf = (index: number) => index * width + widthOf(shown[index]!, fontSize);
  const haveRoom = (chosen: readonly number[]) =>
    chosen.slice(1).every((index, place) => endOf(chosen[place]!) + fontSize / 2 <= index * width);
  const choices = named.flatMap((_, step) =>
    [named, named.slice(1)].map((all) => all.filter((_, place) => place % (step + 1) === 0))
  );
  const chosen = new Set(choices.find(haveRoom)?.filter((index) => endOf(index) <= shown.length * width + 1));
  return shown.map((text, index) => ({ text, isShown: chosen.has(index) }));
}
