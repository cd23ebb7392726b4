import {
  type Block,
  type Choice,
  type Look,
  memoised,
  type Piece,
  rem,
  type Shown,
} from "../../layout/model.ts";
import type { Reading } from "../../layout/reading.ts";
import type { Content } from "../../layout/text.ts";
import { BOUNDS } from "../../layout/tokens.ts";
import { areNarrow, eventOf, LEAST_EVENT, textsBeside } from "./event_model.ts";
import {
  foreignOf,
  indexOfCurrent,
  isCurrent,
  isPast,
  isVisible,
  type ReadRow,
  type Row,
  rowPieces,
  writeMore,
} from "./row_model.ts";

/** Rows that lose rows, and then the lines below their texts, all of them together but that of the current one. */
export function readList(element: HTMLElement, reading: Reading): Block {
  return readRows(element, reading, itemOf);
}

export function readTimeline(element: HTMLElement, reading: Reading): Block {
  return readRows(element, reading, eventOf);
}

/** Rows in a low card are smaller in a place that is not wider. */
const NARROW_ROWS = 300;

function readRows(element: HTMLElement, reading: Reading, read: ReadRow): Block {
  const { tokens, box } = reading;
  const isLow = tokens.sizeClass === "S";
  const isTimeline = element.matches(".kit-timeline");
  const items = [...element.children].filter((child) => !child.matches(".kit-more")) as HTMLElement[];
  const starts = Math.max(
    0,
    ...[...element.querySelectorAll(":scope > * > :is(.kit-item-start, .kit-event-time)")]
      .map((start) => reading.sizeOf(isTimeline ? contentsOf(start) : start).width),
  );
  const hasStarts = element.querySelector(":scope > * > .kit-item-start") !== null;
  const parts = items.map((item) => ({ item, ...read(item, reading, starts) }));
  const [currentDetail, otherDetail] = [true, false].map((current): Piece | undefined => {
    const elements = parts.flatMap(({ item, detail }) =>
      detail === null || isCurrent(item) !== current ? [] : [detail]
    );
    // A low card has rows of one line.
    const isEarly = !isLow && elements.every(isDrawn);
    return elements.length === 0
      ? undefined
      : { kind: "detail", elements, rank: isEarly ? "early" : undefined };
  });
  const pieces = rowPieces(items);
  const rows = parts.map(({ item, detail, ...part }): Row => ({
    ...part,
    element: item,
    piece: pieces.get(item),
    detail: detail === null ? undefined : isCurrent(item) ? currentDetail : otherDetail,
  }));
  const isFirstCurrent = items.length > 0 && isCurrent(items[0]!);
  const isDivided = element.hasAttribute("data-divided");
  const inner = box.width - 2 * tokens.insetInline;
  const isWide = box.width >= (box.height === null ? BOUNDS.feed : BOUNDS.wide) && !isLow;
  // One current row alone is inside the margins.
  const padding = !isTimeline && items.length === 1 && isFirstCurrent ? 24 : 0;
  // The ground of a current row keeps its distance to what is above it.
  const mostInset = isFirstCurrent ? tokens.row.usual : Infinity;
  const common = {
    element,
    self: { kind: "block", elements: [element] } as Piece,
    role: "rows" as const,
    pieces: [...pieces.values(), ...[currentDetail, otherDetail].filter((piece) => piece !== undefined)],
    isSmall: items.length < 2,
    rows: items.length,
    leastWidth: isLow ? 120 : 180,
    inset: ({ row }: Look) => (Math.min(row, mostInset) - tokens.rowLine) / 2,
    // A correction belongs to a block: there is one for each number of columns.
    ...(isLow || !isTimeline) &&
      { inColumns: (columns: number) => isTimeline ? horizontal(columns) : rowsIn(columns) },
    update: (shown: Shown) => countRows(element, rows, shown, reading.language),
  };
  const visible = (shown: Shown) => rows.filter((row) => isVisible(row, shown));
  const contentOf = (row: Row, shown: Shown, width: number, size: number) =>
    row.content(width, size, row.detail !== undefined && shown.has(row.detail));
  const rowsIn = memoised((columns): Block =>
    reading.leaf({
      ...common,
      form(width) {
        const isLined = !isTimeline && !isDivided && isWide && columns === 1 && width >= 0.9 * inner;
        const line = isDivided || isLined ? 1 : 0;
        const size = isLow && width <= NARROW_ROWS ? 13 : tokens.rowText;
        const room = columns === 1 ? width - padding : Math.floor((width - 24 * (columns - 1)) / columns);
        const texts = isTimeline && box.height !== null ? textsBeside(rows, width, size) : null;
        return {
          height(shown, look) {
            const pad = look.row - tokens.rowLine;
            const heights = visible(shown).map((row, index) =>
              pad + (index === 0 && columns === 1 ? 0 : line) +
              (texts === null ? contentOf(row, shown, room, size) : row.content(room, size, false))
            );
            return heightIn(columns, heights);
          },
          choice: (): Choice => ({
            "--kit-row-text": rem(size),
            ...hasStarts && { "--kit-start": rem(Math.ceil(starts)) },
            ...columns > 1 && { "data-columns": `${columns}` },
            ...isLined && { "data-lined": "" },
            ...isTimeline && areNarrow(width, starts) && { "data-narrow": "" },
            ...texts !== null && { "data-beside": "", "--kit-text": rem(texts) },
          }),
        };
      },
    })
  );
  const horizontal = memoised((): Block =>
    reading.leaf({
      ...common,
      form: (width) => ({
        height(shown) {
          const events = visible(shown);
          if (events.length > Math.floor(width / LEAST_EVENT)) return Infinity;
          const room = Math.floor(width / Math.max(1, events.length)) - 8;
          const heights = events.map((row) => contentOf(row, shown, room, tokens.rowText) + (row.end ?? 0));
          return tokens.label.line + 24 + Math.max(...heights);
        },
        choice: () => ({ "--kit-row-text": rem(tokens.rowText), "data-horizontal": "" }),
      }),
    })
  );
  return rowsIn(1);
}

/** What is in an element, of which the element may cut some. */
function contentsOf(element: Element): Range {
  const range = element.ownerDocument.createRange();
  range.selectNodeContents(element);
  return range;
}

/** The least height at which rows are in `columns` columns, one column after the other. */
function heightIn(columns: number, heights: readonly number[]): number {
  const sum = heights.reduce((total, height) => total + height, 0);
  if (columns === 1) return sum;
  let room = Math.max(sum / columns, ...heights);
  while (columnsIn(heights, room) > columns) room += 1;
  return Math.ceil(room);
}

function columnsIn(heights: readonly number[], room: number): number {
  let count = 1;
  let used = 0;
  for (const height of heights) {
    if (used > 0 && used + height > room + 0.01) {
      count++;
      used = 0;
    }
    used += height;
  }
  return count;
}

/** Whether a line is drawn, such as a bar, and has no text. */
function isDrawn(line: Element): boolean {
  return line.textContent!.trim() === "";
}

/** Writes how many rows are not shown, without those that are over, and keeps the numbers of the others. */
function countRows(element: HTMLElement, rows: readonly Row[], shown: Shown, language: string): void {
  const current = indexOfCurrent(rows.map(({ element }) => element));
  const hidden = rows.filter((row, index) =>
    !isVisible(row, shown) && !(index < current && isPast(row.element))
  );
  writeMore(element, hidden.length, language);
  if (!element.matches("ol:not(.kit-timeline)")) return;
  let step = 1;
  for (const row of rows) {
    row.element.style.counterIncrement = step === 1 ? "" : `kit-item ${step}`;
    step = isVisible(row, shown) ? 1 : step + 1;
  }
}

/** A mark in the colour of a row. */
const SWATCH = 10;

/** The least width of the text of a row in a narrow card. */
const LEAST_MAIN = 56;

const itemOf: ReadRow = (item, reading, starts) => {
  const { tokens, box } = reading;
  if (item.matches(".kit-match")) return matchOf(item, reading);
  const main = item.querySelector<HTMLElement>(":scope > .kit-item-main");
  if (main === null) return foreignOf(item, reading);
  const detail = main.querySelector<HTMLElement>(":scope > .kit-item-detail");
  const end = item.querySelector<HTMLElement>(":scope > .kit-item-end");
  const start = item.querySelector<HTMLElement>(":scope > .kit-item-start");
  const hasSwatch = item.querySelector(":scope > .kit-swatch") !== null;
  const isNarrow = box.width - 2 * tokens.insetInline <= 176;
  const gap = isNarrow ? 8 : 12;
  const text = mainText(main, detail, reading, isCurrent(item) ? 600 : 400);
  const line = reading.content(detail);
  const ending = reading.content(end);
  const endHeight = end === null || ending.height === 0 ? 0 : reading.sizeOf(end).height;
  const startHeight = start === null ? 0 : reading.sizeOf(start).height;
  const before = (start === null ? 0 : starts + gap) + (hasSwatch ? SWATCH + gap : 0) +
    (item.parentElement!.matches("ol") ? tokens.rowText * 1.25 + gap : 0) +
    (item.matches(".kit-bar") ? 16 : 0);
  return {
    detail,
    content(width, size, hasDetail) {
      const endWidth = end === null || end.childNodes.length === 0 ? 0 : Math.max(
        36,
        ending.width(size),
        ending.height > 0 && end.querySelector(".tck-sparkline") ? width * 0.26 : 0,
      );
      const least = Math.max(
        text.least(size),
        hasDetail ? line.least(tokens.label.size) : 0,
        isNarrow ? LEAST_MAIN : 0,
      );
      // What is before a text is above it where its longest word has no room beside that.
      const isAbove = (start !== null || hasSwatch) && least > width - before;
      const whole = isAbove ? width : width - before;
      const isBelow = endWidth > 0 && least + endWidth + gap > whole;
      const room = whole - (endWidth === 0 || isBelow ? 0 : endWidth + gap);
      const lines = Math.max(1, text.lines(room, size)) * tokens.rowLine;
      const below = hasDetail
        ? Math.max(line.height, Math.max(1, line.lines(room, tokens.label.size)) * tokens.rowDetail)
        : 0;
      const own = Math.max(lines + below, text.height + below);
      const height = isAbove
        ? Math.max(startHeight, hasSwatch ? SWATCH : 0) + own
        : Math.max(own, startHeight);
      return isBelow ? height + Math.max(tokens.rowLine, endHeight) : Math.max(height, endHeight);
    },
  };
};

/** The text of a row without the line below it. */
function mainText(main: HTMLElement, detail: Element | null, reading: Reading, weight: 400 | 600): Content {
  const parts = [...main.childNodes].filter((node) => node !== detail);
  const isPlain = parts.every((node) =>
    node.nodeType === 3 || (node.nodeType === 1 && ["BDI", "S", "DEL"].includes((node as Element).tagName))
  );
  if (isPlain) return reading.text(parts.map((node) => node.textContent).join(""), { weight });
  return reading.content(main, { weight });
}

function matchOf(item: HTMLElement, reading: Reading): ReturnType<ReadRow> {
  const sides = item.querySelectorAll(".kit-match-side").length;
  return { detail: null, content: () => sides * reading.tokens.rowLine };
}
