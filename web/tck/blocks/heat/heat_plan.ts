import type { HeatTable } from "./heat_days.ts";
import { estimateTextWidth } from "../text_width.ts";
import type { Room } from "../use_room.ts";

/** Where the cells of a heat grid are, in pixels. */
export interface HeatPlan {
  /** The first column that is shown. */
  readonly first: number;
  /** The distance of two columns and of two rows. */
  readonly width: number;
  readonly height: number;
  /** The width of the headings of the rows; 0 without them. */
  readonly rowHead: number;
  readonly hasColumns: boolean;
  readonly fontSize: number;
  /** The height of all of it. */
  readonly total: number;
}

/** Days are squares of these sizes, in pixels with the gap after them. */
const LEAST_DAY = 12;
const MOST_DAY = 28;

/** Other cells are rectangles, which are not higher than this or than they are wide. */
const LEAST_CELL = 6;
const MOST_CELL = 64;

/** The part of the width that the headings of the rows may take, and the least width with them. */
const HEAD_PART = 0.45;
const LEAST_HEADED = 200;

/** Plans the cells for a room. Of days, the last weeks that fit are shown. */
export function planHeat(table: HeatTable, { width, height, fontSize }: Room, isFixed: boolean): HeatPlan {
  const rows = Math.max(table.values.length, 1);
  const columns = Math.max(table.columns.length, 1);
  const widest = Math.max(0, ...table.rows.map((text) => (estimateTextWidth(text) * 0.92 + 0.7) * fontSize));
  const rowHead = width < LEAST_HEADED || widest > width * HEAD_PART ? 0 : Math.ceil(widest);
  const hasColumns = table.columns.some((text) => text !== "") && (!isFixed || height >= 60);
  const head = hasColumns ? Math.ceil(fontSize * 4 / 3) : 0;
  const [across, down] = [Math.max(width - rowHead, 1), isFixed ? Math.max(height - head, 1) : Infinity];
  const size = table.names === null
    ? sizeCells(across / columns, down / rows)
    : sizeDays(across / columns, down / rows);
  const shown = Math.min(columns, Math.max(1, Math.floor((across + 0.01) / size.width)));
  const first = table.names === null ? 0 : columns - shown;
  return { first, ...size, rowHead, hasColumns, fontSize, total: head + size.height * rows };
}

function sizeDays(across: number, down: number): { width: number; height: number } {
  const side = Math.min(Math.max(across, LEAST_DAY), down, MOST_DAY);
  return { width: side, height: side };
}

function sizeCells(across: number, down: number): { width: number; height: number } {
  const width = Math.max(across, LEAST_CELL);
  const most = down === Infinity ? 24 : Math.max(width, MOST_CELL);
  return { width, height: Math.min(down, Math.max(2 * width, 24), most) };
}

/**
 * The headings of the columns that are shown: all of them, or every second, third and so on. Of weeks, the first one may be
 * the end of a month, which has no room for its name.
 */
export function chooseHeadings(
  columns: readonly string[],
  { first, width, fontSize }: HeatPlan,
): { text: string; isShown: boolean }[] {
  const shown = columns.slice(first);
  const named = shown.flatMap((text, index) => text === "" ? [] : [index]);
  const endOf = (index: number) => index * width + estimateTextWidth(shown[index]!) * fontSize * 0.92;
  const haveRoom = (chosen: readonly number[]) =>
    chosen.slice(1).every((index, place) => endOf(chosen[place]!) + fontSize / 2 <= index * width);
  const choices = named.flatMap((_, step) =>
    [named, named.slice(1)].map((all) => all.filter((_, place) => place % (step + 1) === 0))
  );
  const chosen = new Set(choices.find(haveRoom)?.filter((index) => endOf(index) <= shown.length * width + 1));
  return shown.map((text, index) => ({ text, isShown: chosen.has(index) }));
}
