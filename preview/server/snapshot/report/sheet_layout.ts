import { SHOT_MARGIN } from "../../../shots.ts";
import { sizeName, THEMES } from "../plan_shots.ts";
import type { Rendering } from "./report.ts";

/** The longest side of a sheet in pixels, except for a single card that is higher: viewers make larger pictures smaller. */
const MAX_SIDE = 1_600;

/** More pictures on one sheet are looked at as a whole, and not read. */
export const MAX_SHEET_CARDS = 12;

/** The sizes at which pictures are tried, the largest first. Below the last, the smallest texts are not legible. */
const SCALES = [1, 0.85, 0.75] as const;

/** The part of a picture's margin that a sheet shows, in CSS pixels. */
export const SHOWN_MARGIN = 8;

/** The space around the cards of a sheet, the height of its title, and of a line below a card. */
export const PADDING = 16;
const HEADER = 44;
export const LABEL = 14;
const GAP = 12;

/** Below a narrower picture, a label takes two lines. */
const NARROW = 175;

/** The least width of a picture with its label. */
const MIN_WIDTH = 96;

export interface SheetPicture {
  readonly rendering: Rendering;
  /** In PNG. */
  readonly png: Uint8Array;
}

export interface Placed {
  readonly picture: SheetPicture;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface SheetLayout {
  readonly scale: number;
  readonly width: number;
  readonly height: number;
  readonly placed: readonly Placed[];
}

/**
 * Places the pictures of one widget on sheets: the default state first, then the others, each in every language and size, light
 * pictures beside dark ones. The scale is the largest that needs no more sheets than the smallest.
 *
 * @param pixelRatio pixels of a picture for one CSS pixel
 */
export function layOutSheets(pictures: readonly SheetPicture[], pixelRatio: number): readonly SheetLayout[] {
  const groups = groupThemes(pictures);
  const layouts = SCALES.map((scale) => fillSheets(groups, scale, pixelRatio));
  const fewest = layouts.at(-1)!.length;
  return layouts.find(({ length }) => length === fewest)!;
}

/** The height of a picture's label. */
export function labelHeight(width: number): number {
  return width < NARROW ? 2 * LABEL : LABEL;
}

/** The width of a picture with its label. */
export function takenWidth(width: number): number {
  return Math.max(width, MIN_WIDTH);
}

/** Those of one card in several themes stay together. */
function fillSheets(
  groups: readonly (readonly SheetPicture[])[],
  scale: number,
  pixelRatio: number,
): SheetLayout[] {
  const place = (groups: readonly (readonly SheetPicture[])[]) =>
    placeRows(fillRows(groups, (picture) => shownSize(picture, scale, pixelRatio)), scale);
  const sheets: (readonly SheetPicture[])[][] = [];
  for (const group of groups) {
    const last = sheets.at(-1);
    const more = [...last ?? [], group];
    const fits = more.flat().length <= MAX_SHEET_CARDS && place(more).height <= MAX_SIDE;
    if (last !== undefined && fits) last.push(group);
    else sheets.push([group]);
  }
  return sheets.map(place);
}

interface Row {
  readonly boxes: { readonly picture: SheetPicture; readonly width: number; readonly height: number }[];
  readonly width: number;
  /** With the labels. */
  readonly height: number;
}

function fillRows(
  groups: readonly (readonly SheetPicture[])[],
  sizeOf: (picture: SheetPicture) => { width: number; height: number },
): Row[] {
  const rows: Row[] = [];
  for (const group of groups) {
    const boxes = group.map((picture) => ({ picture, ...sizeOf(picture) }));
    const width = boxes.reduce((sum, box) => sum + takenWidth(box.width) + GAP, -GAP);
    const height = Math.max(...boxes.map((box) => box.height + labelHeight(box.width)));
    const last = rows.at(-1);
    if (last === undefined || last.width + GAP + width > MAX_SIDE - 2 * PADDING) {
      rows.push({ boxes, width, height });
    } else {
      rows[rows.length - 1] = {
        boxes: [...last.boxes, ...boxes],
        width: last.width + GAP + width,
        height: Math.max(last.height, height),
      };
    }
  }
  return rows;
}

function placeRows(rows: readonly Row[], scale: number): SheetLayout {
  const placed: Placed[] = [];
  let y = PADDING + HEADER;
  for (const row of rows) {
    let x = PADDING;
    for (const box of row.boxes) {
      placed.push({ ...box, x, y });
      x += takenWidth(box.width) + GAP;
    }
    y += row.height + GAP;
  }
  const width = Math.max(480, ...rows.map((row) => row.width + 2 * PADDING));
  return { scale, width: Math.ceil(width), height: Math.ceil(y - GAP + PADDING), placed };
}

/** By state, the default one first, then by language and size in the order of the manifest. */
function groupThemes(pictures: readonly SheetPicture[]): SheetPicture[][] {
  const states = orderOf(pictures, ({ state }) => state, null);
  const locales = orderOf(pictures, ({ locale }) => locale);
  const sizes = orderOf(pictures, sizeName);
  const rank = ({ rendering }: SheetPicture) => [states(rendering), locales(rendering), sizes(rendering)];
  const themeOf = ({ rendering }: SheetPicture) => THEMES.indexOf(rendering.theme);
  const groups = Map.groupBy(pictures, (picture) => rank(picture).join());
  return Array.from(groups.values(), (group) => group.sort((one, other) => themeOf(one) - themeOf(other)))
    .sort(([one], [other]) => compare(rank(one!), rank(other!)));
}

/** The place of a value in the order in which the values come, after one that is always first. */
function orderOf(
  pictures: readonly SheetPicture[],
  read: (rendering: Rendering) => string | null,
  ...first: null[]
): (rendering: Rendering) => number {
  const values = [...new Set([...first, ...pictures.map(({ rendering }) => read(rendering))])];
  return (rendering) => values.indexOf(read(rendering));
}

function compare(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((value, index) => value !== other[index]);
  return index === -1 ? 0 : one[index]! - other[index]!;
}

function shownSize(
  { png }: SheetPicture,
  scale: number,
  pixelRatio: number,
): { width: number; height: number } {
  const cut = 2 * (SHOT_MARGIN - SHOWN_MARGIN);
  const { width, height } = sizeOfPng(png);
  return {
    width: Math.max(1, width / pixelRatio - cut) * scale,
    height: Math.max(1, height / pixelRatio - cut) * scale,
  };
}

/** The width and height of a picture, from its header. */
function sizeOfPng(png: Uint8Array): { width: number; height: number } {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}
