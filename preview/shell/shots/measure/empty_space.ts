import type { LayoutFault } from "../../../shots.ts";
import type { CardTree } from "./card_tree.ts";
import { alphaOf } from "./overlapping_text.ts";

/** The part of a card that an empty band over its whole width may take. */
const MAX_EMPTY_BAND = 1 / 3;

/** The part of a card that another empty rectangle may take: lines of text end before the edge. */
const MAX_EMPTY = 1 / 2;

/** The side of a cell in which something is drawn or not, in CSS pixels. */
const CELL = 8;

/** A higher box is not one row. */
const MAX_ROW_HEIGHT = 72;

/** The part of a row's width at which its first and last text are. */
const ROW_END = 0.15;

/** An element that is nearly as large as the card is a background, and not content. */
const BACKGROUND = 0.85;

const PICTURES = new Set(["img", "svg", "canvas", "video"]);
const CONTROLS = new Set(["input", "select", "textarea", "progress", "meter"]);

/** Whether a card with a fixed footprint has too much empty space in one place. */
export function findEmptySpace(tree: CardTree): LayoutFault[] {
  const card = tree.article.getBoundingClientRect();
  const columns = Math.floor(card.width / CELL);
  const rows = Math.floor(card.height / CELL);
  const isFull = new Uint8Array(columns * rows);
  for (const box of contentBoxes(tree, card)) fill(isFull, columns, rows, box, card);
  const band = largestEmptyBand(isFull, columns, rows);
  const part = (band.width * band.height) / (columns * rows);
  if (part > MAX_EMPTY_BAND) return [createFault(band, columns, rows)];
  const space = largestEmptyRectangle(isFull, columns, rows);
  return space.width * space.height > MAX_EMPTY * columns * rows ? [createFault(space, columns, rows)] : [];
}

/** A rectangle of cells. */
interface Space {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function createFault({ x, y, width, height }: Space, columns: number, rows: number): LayoutFault {
  const part = Math.round((width * height) / (columns * rows) * 100);
  const place = placeName(x + width / 2, columns, y + height / 2, rows);
  return {
    rule: "card.empty",
    message: `${part} % of the card is empty: ${width * CELL} × ${height * CELL} px ${place}`,
    element: null,
  };
}

/** The most rows below each other that have nothing. */
function largestEmptyBand(isFull: Uint8Array, columns: number, rows: number): Space {
  let best = { x: 0, y: 0, width: columns, height: 0 };
  let height = 0;
  for (let row = 0; row < rows; row++) {
    height = isFull.subarray(row * columns, (row + 1) * columns).includes(1) ? 0 : height + 1;
    if (height > best.height) best = { x: 0, y: row - height + 1, width: columns, height };
  }
  return best;
}

function contentBoxes({ elements, texts }: CardTree, card: DOMRect): DOMRect[] {
  const isLarge = ({ width, height }: DOMRect) => width * height > BACKGROUND * card.width * card.height;
  const drawn = elements.flatMap((element) => {
    const box = element.getBoundingClientRect();
    return isPicture(element) || (isDrawn(element) && !isLarge(box)) ? [box] : [];
  });
  const written = texts.flatMap(({ lines }) => lines);
  const rows = elements.map((element) => element.getBoundingClientRect()).filter((box) =>
    isRow(box, written)
  );
  return [...written, ...drawn, ...rows];
}

/** Whether a low box has a text at both of its ends, as a label and its value: the space between them is wanted. */
function isRow(box: DOMRect, written: readonly DOMRect[]): boolean {
  if (box.height > MAX_ROW_HEIGHT || box.height === 0) return false;
  const inside = written.filter((line) =>
    line.top >= box.top - 2 && line.bottom <= box.bottom + 2 && line.left >= box.left - 2 &&
    line.right <= box.right + 2
  );
  const end = box.width * ROW_END;
  return inside.some(({ left }) => left < box.left + end) &&
    inside.some(({ right }) => right > box.right - end);
}

function isPicture(element: Element): boolean {
  return PICTURES.has(element.localName) || getComputedStyle(element).backgroundImage.includes("url(");
}

function isDrawn(element: Element): boolean {
  if (element.namespaceURI === "http://www.w3.org/2000/svg") return false;
  if (CONTROLS.has(element.localName)) return true;
  const { backgroundColor, backgroundImage, borderTopWidth, borderLeftWidth, borderTopColor } =
    getComputedStyle(
      element,
    );
  const hasBorder = borderTopWidth !== "0px" && borderLeftWidth !== "0px" && alphaOf(borderTopColor) > 0.1;
  return backgroundImage !== "none" || alphaOf(backgroundColor) > 0.04 || hasBorder;
}

function fill(isFull: Uint8Array, columns: number, rows: number, box: DOMRect, card: DOMRect): void {
  const [left, right] = [box.left - card.left, box.right - card.left].map((x) => x / CELL);
  const [top, bottom] = [box.top - card.top, box.bottom - card.top].map((y) => y / CELL);
  for (let row = Math.max(0, Math.floor(top!)); row < Math.min(rows, Math.ceil(bottom!)); row++) {
    const from = Math.min(columns, Math.max(0, Math.floor(left!)));
    const to = Math.min(columns, Math.max(0, Math.ceil(right!)));
    isFull.fill(1, row * columns + from, row * columns + to);
  }
}

/** For each row, the heights of empty columns above it form a histogram, whose largest rectangle is found. */
function largestEmptyRectangle(
  isFull: Uint8Array,
  columns: number,
  rows: number,
): Space {
  let best = { x: 0, y: 0, width: 0, height: 0 };
  const heights = new Array<number>(columns).fill(0);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      heights[column] = isFull[row * columns + column] === 1 ? 0 : heights[column]! + 1;
    }
    for (let left = 0; left < columns; left++) {
      let height = heights[left]!;
      for (let right = left; right < columns && height > 0; right++) {
        height = Math.min(height, heights[right]!);
        const width = right - left + 1;
        if (width * height > best.width * best.height) {
          best = { x: left, y: row - height + 1, width, height };
        }
      }
    }
  }
  return best;
}

function placeName(x: number, columns: number, y: number, rows: number): string {
  const across = x < columns * 0.4 ? "on the left" : x > columns * 0.6 ? "on the right" : "";
  const down = y < rows * 0.4 ? "at the top" : y > rows * 0.6 ? "at the bottom" : "";
  return [down, across].filter((part) => part !== "").join(" ") || "in the middle";
}
