import { SHOT_MARGIN } from "../../../shots.ts";
import type { Camera } from "../camera/camera.ts";
import { pictureAddress } from "../camera/drawing_page.ts";
import { countSeverities } from "./group_problems.ts";
import { sizeName, stateName } from "../plan_shots.ts";
import type { Rendering } from "./report.ts";
import {
  LABEL,
  labelHeight,
  layOutSheets,
  PADDING,
  type Placed,
  type SheetLayout,
  type SheetPicture,
  SHOWN_MARGIN,
  takenWidth,
} from "./sheet_layout.ts";

export type { SheetPicture };

/**
 * Draws all pictures of one widget on sheets of at most {@link MAX_SHEET_CARDS}, each with its size, state, language and
 * theme, and the number of its problems.
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
  const layouts = layOutSheets(pictures, scale);
  for (const [index, layout] of layouts.entries()) {
    const title = layouts.length === 1 ? "" : `sheet ${index + 1} of ${layouts.length} · `;
    sheets.push(
      await camera.draw(
        sheetPage(widget, title, layout),
        layout,
        layout.placed.map(({ picture }) => picture.png),
      ),
    );
  }
  return sheets;
}

function sheetPage(widget: string, title: string, layout: SheetLayout): string {
  const pictures = layout.placed.map(({ picture }) => picture);
  const { errors, warnings } = countSeverities(pictures.flatMap(({ rendering }) => rendering.findings));
  const summary = `${title}${pictures.length} pictures · ${errors} errors · ${warnings} warnings · ${
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
