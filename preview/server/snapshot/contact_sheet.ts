import { SHOT_MARGIN } from "../../shots.ts";
import type { Camera } from "./camera.ts";
import { pictureAddress } from "./drawing_page.ts";
import { countSeverities } from "./group_problems.ts";
import { sizeName, stateName, THEMES } from "./plan_shots.ts";
import type { Rendering } from "./report.ts";

/** The longest side of a sheet in pixels, if its pictures are legible at that size. */
const MAX_SIDE = 1_600;

/** The height at which the pictures become several sheets. */
const MAX_HEIGHT = 2_400;

/** The sizes at which pictures are tried, the largest first. Below the last, texts are not legible. */
const SCALES = [1, 0.85, 0.75, 0.66, 0.58, 0.5];

/** The part of a picture's margin that a sheet shows, in CSS pixels. */
const SHOWN_MARGIN = 8;

const GAP = 12;
const PADDING = 16;
const HEADER = 44;
const LABEL = 14;

/** Below a narrower picture, a label takes two lines. */
const NARROW = 175;

/** The least width of a picture with its label. */
const MIN_WIDTH = 96;

/** A picture of a sheet. */
export interface SheetPicture {
  readonly rendering: Rendering;
  /** In PNG. */
  readonly png: Uint8Array;
}

/** A picture at its place on a sheet. */
interface Placed {
  readonly picture: SheetPicture;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Layout {
  readonly scale: number;
  readonly width: number;
  readonly height: number;
  readonly placed: readonly Placed[];
}

/**
 * Draws all pictures of one widget on one sheet, or on several when they are very many, each with its size, state, language and theme, and the number of its
 * problems. Light pictures are beside their dark ones.
 *
 * @param scale pixels of a picture for one CSS pixel
 */
export async function drawContactSheets(
  camera: Camera,
  widget: string,
  pictures: readonly SheetPicture[],
  scale: number,
): Promise<Uint8Array[]> {
  const sheets: Uint8Array[] = [];
  for (const layout of chooseLayout(pictures, scale)) {
    sheets.push(
      await camera.draw(
        sheetPage(widget, pictures, layout),
        layout,
        layout.placed.map(({ picture }) => picture.png),
      ),
    );
  }
  return sheets;
}

/** The largest scale at which one sheet fits the longest side; at the smallest one, there may be several sheets. */
function chooseLayout(pictures: readonly SheetPicture[], pixelRatio: number): readonly Layout[] {
  const layouts = SCALES.map((scale) => placePictures(pictures, scale, pixelRatio, Infinity));
  const fitting = layouts.find(([{ height }]) => height <= MAX_SIDE);
  if (fitting !== undefined) return fitting;
  const smallest = layouts.at(-1)!;
  return smallest[0].height <= MAX_HEIGHT
    ? smallest
    : placePictures(pictures, SCALES.at(-1)!, pixelRatio, MAX_SIDE);
}

/** Places rows of pictures on sheets of at most a height; those of one rendering in several themes stay together. */
function placePictures(
  pictures: readonly SheetPicture[],
  scale: number,
  pixelRatio: number,
  maxHeight: number,
): [Layout, ...Layout[]] {
  const sheets: Row[][] = [[]];
  let height = PADDING + HEADER;
  for (
    const row of fillRows(
      groupThemes(pictures, pixelRatio),
      (picture) => shownSize(picture, scale, pixelRatio),
    )
  ) {
    if (height + row.height + PADDING > maxHeight && sheets.at(-1)!.length > 0) {
      sheets.push([]);
      height = PADDING + HEADER;
    }
    sheets.at(-1)!.push(row);
    height += row.height + GAP;
  }
  return sheets.map((rows) => placeRows(rows, scale)) as [Layout, ...Layout[]];
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

function placeRows(rows: readonly Row[], scale: number): Layout {
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

function takenWidth(width: number): number {
  return Math.max(width, MIN_WIDTH);
}

function labelHeight(width: number): number {
  return width < NARROW ? 2 * LABEL : LABEL;
}

/** The sizes in the order of the manifest, and within a size the highest cards first, so that rows are even. */
function groupThemes(pictures: readonly SheetPicture[], pixelRatio: number): SheetPicture[][] {
  const sizes = [...new Set(pictures.map(({ rendering }) => sizeName(rendering)))];
  const groups = Map.groupBy(
    pictures,
    ({ rendering: { size, width, state, locale } }) => JSON.stringify([size, width, state, locale]),
  );
  const themeOf = ({ rendering }: SheetPicture) => THEMES.indexOf(rendering.theme);
  const order = ([first]: SheetPicture[]) => sizes.indexOf(sizeName(first!.rendering));
  const height = ([first]: SheetPicture[]) => shownSize(first!, 1, pixelRatio).height;
  return Array.from(groups.values(), (group) => group.sort((one, other) => themeOf(one) - themeOf(other)))
    .sort((one, other) => order(one) - order(other) || height(other) - height(one));
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

function sheetPage(widget: string, pictures: readonly SheetPicture[], layout: Layout): string {
  const { errors, warnings } = countSeverities(pictures.flatMap(({ rendering }) => rendering.findings));
  const summary = `${pictures.length} pictures · ${errors} errors · ${warnings} warnings · ${
    Math.round(layout.scale * 100)
  } %`;
  return `<!doctype html><meta charset="utf-8"><style>${STYLES}</style>
<body style="width:${layout.width}px;height:${layout.height}px">
<h1>${escapeHtml(widget)} <small>${summary}</small></h1>
${layout.placed.map((placed, index) => figure(placed, pictureAddress(index), layout.scale)).join("\n")}`;
}

const STYLES = `
* { box-sizing: border-box; margin: 0; }
body { position: relative; background: #d9dbe0; color: #16181d; font: 10.5px/${LABEL}px system-ui, sans-serif; }
h1 { position: absolute; inset: ${PADDING}px auto auto ${PADDING}px; font: 600 18px/28px system-ui, sans-serif; }
small { margin-inline-start: 8px; font-weight: 400; font-size: 13px; color: #4a4f5a; }
figure { position: absolute; }
figcaption { display: flex; flex-wrap: wrap; column-gap: 4px; overflow: hidden; white-space: nowrap; }
figcaption b { color: #b3001b; }
figcaption i { color: #7a4b00; font-style: normal; font-weight: 600; }
.crop { overflow: hidden; border-radius: 4px; }
.crop[data-errors] { outline: 2px solid #d1001f; }
img { display: block; }
`;

function figure(
  { picture: { rendering }, x, y, width, height }: Placed,
  address: string,
  scale: number,
): string {
  const { errors, warnings } = countSeverities(rendering.findings);
  const counts = `${errors > 0 ? ` <b>✕${errors}</b>` : ""}${warnings > 0 ? ` <i>!${warnings}</i>` : ""}`;
  const offset = -(SHOT_MARGIN - SHOWN_MARGIN) * scale;
  const whole = width - 2 * offset;
  const label = labelHeight(width);
  return `<figure style="left:${x}px;top:${y}px;width:${
    takenWidth(width)
  }px"><figcaption style="height:${label}px">${counts}${
    captionOf(rendering)
  }</figcaption><div class="crop" style="width:${width}px;height:${height}px"${
    errors > 0 ? " data-errors" : ""
  }><img src="${address}" style="width:${whole}px;margin:${offset}px 0 0 ${offset}px"></div></figure>`;
}

/** Size and state, and on the next line if there is no room, language and theme. */
function captionOf(rendering: Rendering): string {
  const { state, locale, theme } = rendering;
  const parts = [[sizeName(rendering), stateName(state)], [locale, theme]];
  return parts.map((part) => `<span>${escapeHtml(part.filter((text) => text !== null).join(" · "))}</span>`)
    .join(" ");
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
