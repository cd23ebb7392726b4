import { Buffer } from "node:buffer";
import { SHOT_MARGIN } from "../../shots.ts";
import type { Camera } from "./camera.ts";
import { sizeName, stateName, THEMES } from "./plan_shots.ts";
import type { Rendering } from "./report.ts";

/** The longest side of a sheet in pixels, if its pictures are legible at that size. */
const MAX_SIDE = 1_600;

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
 * Draws all pictures of one widget on one sheet, each with its size, state, language and theme, and the number of its
 * problems. Light pictures are beside their dark ones.
 *
 * @param scale pixels of a picture for one CSS pixel
 */
export async function drawContactSheet(
  camera: Camera,
  widget: string,
  pictures: readonly SheetPicture[],
  scale: number,
): Promise<Uint8Array> {
  const layout = chooseLayout(pictures, scale);
  return await camera.drawPage(sheetPage(widget, pictures, layout), layout);
}

/** The largest scale at which a sheet fits the longest side; at the smallest one, it may become higher. */
function chooseLayout(pictures: readonly SheetPicture[], pixelRatio: number): Layout {
  const layouts = SCALES.map((scale) => placePictures(pictures, scale, pixelRatio, MAX_SIDE));
  return layouts.find(({ height }) => height <= MAX_SIDE) ?? layouts.at(-1)!;
}

/** Rows of pictures; those of one rendering in several themes stay together. */
function placePictures(
  pictures: readonly SheetPicture[],
  scale: number,
  pixelRatio: number,
  maxWidth: number,
): Layout {
  const placed: Placed[] = [];
  let x = PADDING;
  let y = PADDING + HEADER;
  const labelOf = (width: number) => width < NARROW ? 2 * LABEL : LABEL;
  let rowHeight = 0;
  let width = 0;
  for (const group of groupThemes(pictures, pixelRatio)) {
    const boxes = group.map((picture) => shownSize(picture, scale, pixelRatio));
    const groupWidth = boxes.reduce((sum, box) => sum + Math.max(box.width, MIN_WIDTH), 0) +
      GAP * (boxes.length - 1);
    if (x > PADDING && x + groupWidth > maxWidth - PADDING) {
      x = PADDING;
      y += rowHeight + GAP;
      rowHeight = 0;
    }
    for (const [index, picture] of group.entries()) {
      const box = boxes[index]!;
      placed.push({ picture, x, y, ...box });
      x += Math.max(box.width, MIN_WIDTH) + GAP;
      rowHeight = Math.max(rowHeight, box.height + labelOf(box.width));
    }
    width = Math.max(width, x - GAP + PADDING);
  }
  return {
    scale,
    width: Math.ceil(Math.max(width, 480)),
    height: Math.ceil(y + rowHeight + PADDING),
    placed,
  };
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
  const problems = pictures.flatMap(({ rendering }) => rendering.findings);
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const warnings = problems.length - errors;
  const summary = `${pictures.length} pictures · ${errors} errors · ${warnings} warnings · ${
    Math.round(layout.scale * 100)
  } %`;
  return `<!doctype html><meta charset="utf-8"><style>${STYLES}</style>
<body style="width:${layout.width}px;height:${layout.height}px">
<h1>${escapeHtml(widget)} <small>${summary}</small></h1>
${layout.placed.map((placed) => figure(placed, layout.scale)).join("\n")}`;
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

function figure({ picture: { rendering, png }, x, y, width, height }: Placed, scale: number): string {
  const errors = rendering.findings.filter(({ severity }) => severity === "error").length;
  const warnings = rendering.findings.length - errors;
  const counts = `${errors > 0 ? ` <b>✕${errors}</b>` : ""}${warnings > 0 ? ` <i>!${warnings}</i>` : ""}`;
  const offset = -(SHOT_MARGIN - SHOWN_MARGIN) * scale;
  const whole = width - 2 * offset;
  const label = width < NARROW ? 2 * LABEL : LABEL;
  const address = `data:image/png;base64,${Buffer.from(png).toString("base64")}`;
  return `<figure style="left:${x}px;top:${y}px;width:${
    Math.max(width, MIN_WIDTH)
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
