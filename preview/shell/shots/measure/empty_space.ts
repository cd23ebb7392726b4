import { ancestorsOf, type CardTree, intersect } from "./card_tree.ts";
import { type DroppedBlock, stackOf } from "./dropped_content.ts";
import { KIT, TEXT_TAGS } from "./element.ts";
import type { MeasuredFault, Message } from "./measured_fault.ts";
import { alphaOf } from "./text/overlapping_text.ts";

/** The part of a card's height that an empty band over its whole width may take. */
const MAX_EMPTY_BAND = 1 / 3;

/** The same in a card that is one row high: there a value with its label is all that is shown below the header. */
const MAX_EMPTY_BAND_OF_A_ROW = 1 / 2;

/**
 * The same in a higher card where a block or an item was dropped that more room would show: a smaller band shows that
 * something is missing. It is more than the room that whole rows and lines leave, of which a card with dropped items always
 * has some.
 */
const MAX_EMPTY_BAND_OF_DROPPED = 1 / 4;

/** The content of a card that is one row high is not higher than this, in CSS pixels. */
const ROW_HEIGHT = 160;

/** The part of a card that another empty rectangle may take: lines of text end before the edge. */
const MAX_EMPTY = 1 / 2;

/** A band of this height, in CSS pixels, is a gap between blocks. */
const MOST_GAP = 16;

/** The side of a cell in which something is drawn or not, in CSS pixels. */
const CELL = 4;

/** A higher box is not one row. */
const MAX_ROW_HEIGHT = 72;

/** The part of a row's width at which its first and last text are. */
const ROW_END = 0.15;

/** What says, in the middle of the room, that there is nothing: the space around it is wanted. */
const EMPTY_STATE = ".kit-empty";

/** An element that is nearly as large as the card is a background, and not content. */
const BACKGROUND = 0.85;

const PICTURES = new Set(["img", "svg", "canvas", "video"]);
const CONTROLS = new Set(["input", "select", "textarea", "progress", "meter"]);

/** Whether a card with a fixed footprint has too much empty space in one place, and which block should fill it. @param dropped the first block that is not shown */
export function findEmptySpace(tree: CardTree, dropped: DroppedBlock | null): MeasuredFault[] {
  if (tree.elements.some((element) => element.matches(EMPTY_STATE))) return [];
  const room = roomOf(tree.article);
  const columns = Math.floor(room.width / CELL);
  const rows = Math.floor(room.height / CELL);
  const isFull = new Uint8Array(columns * rows);
  const content = listContent(tree, room);
  for (const { box } of content) fill(isFull, columns, rows, box, room);
  const band = largestEmptyBand(isFull, columns, rows);
  const isBand = band.height > mostOf(room, dropped) * rows || couldHold(band, dropped);
  const space = isBand ? band : largestEmptyRectangle(isFull, columns, rows);
  if (!isBand && space.width * space.height <= MAX_EMPTY * columns * rows) return [];
  const part = Math.round((space.width * space.height) / (columns * rows) * 100);
  const size = `${space.width * CELL} × ${space.height * CELL} px ${placeName(space, columns, rows)}`;
  const { block, why } = findCause(space, content, tree, room, dropped);
  return [{
    rule: "card.empty",
    message: [`${part} % of the card is empty: ${size}`, ...why],
    element: block,
  }];
}

/** The part of a card's height that an empty band may take. */
function mostOf(room: DOMRect, dropped: DroppedBlock | null): number {
  if (room.height <= ROW_HEIGHT) return MAX_EMPTY_BAND_OF_A_ROW;
  return dropped !== null && dropped.needs !== null ? MAX_EMPTY_BAND_OF_DROPPED : MAX_EMPTY_BAND;
}

/** Whether an empty band is as high as what is not shown, and not only a gap. */
function couldHold({ height }: Space, dropped: DroppedBlock | null): boolean {
  return dropped !== null && dropped.needs !== null && dropped.height > 0 &&
    height * CELL >= Math.max(dropped.height, MOST_GAP);
}

function describeDropped({ height }: Space, { element, needs }: DroppedBlock): Message {
  const more = needs === null ? "it has no place at this size" : `it needs ${needs} px more`;
  return [", because ", element, ` does not fit: ${height * CELL} px are spare, and ${more}`];
}

/** What a widget can fill: the card above the host's slots, inside the padding of the kit's `Card`. */
function roomOf(article: HTMLElement): DOMRect {
  const content = stackOf(article) ?? article.shadowRoot?.querySelector("[data-tck-content]") ?? article;
  return content.getBoundingClientRect();
}

/** Blocks do not invent content: a list is filled by more items only. */
const ADVICE =
  ": show more there, an `EmptyState` if there is nothing to show, or leave this size out of `sizes`";

/** A rectangle of cells. */
interface Space {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The block that did not fit, or else the one that should fill the space. */
function findCause(
  space: Space,
  content: readonly Content[],
  tree: CardTree,
  room: DOMRect,
  dropped: DroppedBlock | null,
): { block: Element | null; why: Message } {
  if (dropped !== null) return { block: dropped.element, why: describeDropped(space, dropped) };
  const neighbour = findNeighbour(space, content, tree.article, room);
  if (neighbour === null) return { block: null, why: [ADVICE] };
  const { block, place } = neighbour;
  const where: Message = canGrow(block) ? [", which ", block, " should fill"] : [` ${place} `, block];
  return { block, why: [...where, ADVICE] };
}

/** The block above the space or else below it: the nearest one that can fill it, or else the nearest one. */
function findNeighbour(
  { y, height }: Space,
  content: readonly Content[],
  article: HTMLElement,
  room: DOMRect,
): { block: Element; place: "above" | "below" } | null {
  const [top, bottom] = [y, y + height].map((row) => room.top + row * CELL);
  const blocks = content.map(({ element, box }) => ({ block: blockOf(element, content, article, room), box }))
    .filter(({ block }) => !block.matches(".kit-header"));
  const above = blocks.filter(({ box }) => box.bottom <= top! + CELL)
    .sort((one, other) => other.box.bottom - one.box.bottom).map(({ block }) => ({
      block,
      place: "below" as const,
    }));
  const below = blocks.filter(({ box }) => box.top >= bottom! - CELL)
    .sort((one, other) => one.box.top - other.box.top).map(({ block }) => ({
      block,
      place: "above" as const,
    }));
  const nearest = [...above, ...below];
  return nearest.find(({ block }) => canGrow(block)) ?? nearest[0] ?? null;
}

/** Whether more room suits a block. A single text, a value or a button stays as it is. */
function canGrow(block: Element): boolean {
  return KIT.test(block.className) ? block.matches(GROWING) : !block.matches(TEXT_TAGS);
}

const GROWING = ".kit-stack, .kit-grid, .kit-list, .kit-table-frame, .kit-figure, .tck-chart, .kit-image";

/** The outermost element around one that is neither a background nor around everything else. */
function blockOf(
  element: Element,
  content: readonly Content[],
  article: HTMLElement,
  room: DOMRect,
): Element {
  const isBlock = (at: Element) =>
    !isBackground(at.getBoundingClientRect(), room) && !content.every(({ element }) => at.contains(element));
  return [element, ...ancestorsOf(element, article)].findLast(isBlock) ?? element;
}

function isBackground({ width, height }: DOMRect, room: DOMRect): boolean {
  return width * height > BACKGROUND * room.width * room.height;
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

/** Something that is seen, and where. */
interface Content {
  readonly element: Element;
  readonly box: DOMRect;
}

function listContent({ elements, texts }: CardTree, room: DOMRect): Content[] {
  const written = texts.flatMap(({ element, lines }) => lines.map((box) => ({ element, box })));
  const lines = written.map(({ box }) => box);
  const drawn = elements.map((element) => ({ element, box: element.getBoundingClientRect() })).filter(
    ({ element, box }) =>
      isPicture(element) || (isDrawn(element) && !isBackground(box, room)) || isRow(box, lines),
  );
  return [...written, ...drawn].filter(({ box }) => intersect(box, room) !== null);
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
  const style = getComputedStyle(element);
  return style.backgroundImage !== "none" || alphaOf(style.backgroundColor) > 0.04 || isOutlined(style);
}

/** A line on one side divides content. Lines on two sides, an outline or a shadow make a cell that is seen. */
function isOutlined(style: CSSStyleDeclaration): boolean {
  const hasLine = (side: "Top" | "Right" | "Bottom" | "Left") =>
    style[`border${side}Width`] !== "0px" && alphaOf(style[`border${side}Color`]) > 0.1;
  return ((hasLine("Top") || hasLine("Bottom")) && (hasLine("Left") || hasLine("Right"))) ||
    (style.outlineStyle !== "none" && style.outlineWidth !== "0px") || style.boxShadow !== "none";
}

function fill(isFull: Uint8Array, columns: number, rows: number, box: DOMRect, room: DOMRect): void {
  const [left, right] = [box.left - room.left, box.right - room.left].map((x) => x / CELL);
  const [top, bottom] = [box.top - room.top, box.bottom - room.top].map((y) => y / CELL);
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

/** An edge that is nearer than that is reached: lines of text are higher than their letters. In cells. */
const AT_EDGE = 3;

/** Where a space is, by the edges that it reaches: both or neither say nothing. */
function placeName({ x, y, width, height }: Space, columns: number, rows: number): string {
  const side = (start: number, end: number, first: string, last: string) => {
    const [atStart, atEnd] = [start <= AT_EDGE, end <= AT_EDGE];
    return atStart === atEnd ? "" : atStart ? first : last;
  };
  const down = side(y, rows - y - height, "at the top", "at the bottom");
  const across = side(x, columns - x - width, "on the left", "on the right");
  return [down, across].filter((part) => part !== "").join(" ") || "in the middle";
}
