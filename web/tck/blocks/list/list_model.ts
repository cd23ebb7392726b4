import { type Block, type Look, rem, type Shown } from "../../layout/model.ts";
import type { Content, Reading } from "../../layout/reading.ts";
import { BOUNDS } from "../../layout/tokens.ts";
import { eventOf, LEAST_EVENT, NARROW_EVENTS, textsBeside } from "./event_model.ts";
import { foreignOf, type ReadRow, type Row } from "./row_model.ts";

/** Rows that lose rows, and then the lines below their texts, all of them together but that of the current one. */
export function readList(element: HTMLElement, reading: Reading): Block {
  return readRows(element, reading, itemOf);
}

/** What happens when. */
export function readTimeline(element: HTMLElement, reading: Reading): Block {
  return readRows(element, reading, eventOf);
}

/** Rows in a low card are smaller in a place that is not wider. */
const NARROW_ROWS = 300;

/** So are rows beside other blocks: the part of the width of a card that those have at most. */
const NARROW_PART = 0.75;

function readRows(element: HTMLElement, reading: Reading, read: ReadRow): Block {
  const { tokens } = reading;
  const items = [...element.children].filter((child) => !child.matches(".kit-more")) as HTMLElement[];
  const starts = Math.max(
    0,
    ...items.map((item) => {
      const start = item.querySelector(":scope > .kit-item-start, :scope > .kit-event-time");
      return start === null ? 0 : reading.sizeOf(start).width;
    }),
  );
  const hasStarts = items.some((item) => item.querySelector(":scope > .kit-item-start") !== null);
  const parts = items.map((item) => ({ item, ...read(item, reading, starts) }));
  const of = (current: boolean) =>
    parts.filter(({ item, detail }) => detail !== null && item.hasAttribute("aria-current") === current)
      .map(({ detail }) => detail!);
  const [currentDetail, details] = [true, false].map((current) => {
    const lines = of(current);
    if (lines.length === 0) return null;
    // A low card has rows of one line.
    const isEarly = tokens.sizeClass !== "S" && lines.every(isDrawn);
    return reading.piece("detail", lines, isEarly ? "early" : undefined);
  });
  const { order, over } = orderOf(items);
  const rows = parts.map(({ item, content, detail, beside, end = 0 }): Row => ({
    element: item,
    content,
    beside,
    end,
    piece: item === order[0] ? null : reading.piece("row", [item], over.has(item) ? "late" : undefined),
    isCurrent: item.hasAttribute("aria-current"),
    isPast: item.hasAttribute("data-past"),
    detail: detail === null ? null : (item.hasAttribute("aria-current") ? currentDetail : details) ?? null,
  }));
  const byElement = new Map(rows.map((row) => [row.element, row]));
  const pieces = [
    ...order.flatMap((item) => byElement.get(item)!.piece ?? []),
    ...[currentDetail, details].filter((piece) => piece != null),
  ];
  const isLow = tokens.sizeClass === "S";
  const isDivided = element.hasAttribute("data-divided");
  const isTimeline = element.matches(".kit-timeline");
  const { box } = reading;
  const wide = box.height === null ? box.width >= LINED_FEED : box.width >= BOUNDS.wide && !isLow;
  const self = reading.piece("block", [element]);
  // One current row alone is inside the margins.
  const padding = !isTimeline && items.length === 1 && rows[0]!.isCurrent ? 24 : 0;
  // A correction belongs to a block: there is one for each number of columns.
  const built = new Map<number, Block>();
  const blockIn = (columns: number): Block => {
    let block = built.get(columns);
    if (block === undefined) built.set(columns, block = build(columns));
    return block;
  };
  // The ground of a current row keeps its distance to what is above it.
  const mostInset = rows[0]?.isCurrent ? tokens.row.usual : Infinity;
  const insetOf = ({ row }: Look) => (Math.min(row, mostInset) - tokens.rowLine) / 2;
  const build = (columns: number): Block =>
    reading.leaf({
      element,
      self,
      role: "rows",
      pieces,
      isSmall: items.length < 2,
      rows: items.length,
      inset: insetOf,
      leastWidth: isLow ? 120 : 180,
      ...columns === 1 && (isLow || !isTimeline) && { inColumns: blockIn },
      form(width) {
        if (isTimeline && columns > 1) return horizontal(width);
        const isLined = !isTimeline && !isDivided && wide && columns === 1 &&
          width >= 0.9 * (box.width - 2 * tokens.insetInline);
        const line = isDivided || isLined ? 1 : 0;
        const isNarrow = width <= NARROW_ROWS || width < NARROW_PART * (box.width - 2 * tokens.insetInline);
        const size = isLow && isNarrow ? 13 : tokens.rowText;
        const inner = columns === 1 ? width - padding : Math.floor((width - 24 * (columns - 1)) / columns);
        const texts = isTimeline && box.height !== null ? textsBeside(rows, width, size) : null;
        const heightOf = (row: Row, shown: Shown, look: Look) => {
          const isBelow = texts === null && row.detail !== null && shown.has(row.detail);
          return look.row - tokens.rowLine + row.content(inner, size, isBelow);
        };
        return {
          height(shown, look) {
            const visible = rows.filter(({ piece }) => piece === null || shown.has(piece));
            const heights = visible.map((row, index) =>
              heightOf(row, shown, look) + (index === 0 && columns === 1 ? 0 : line)
            );
            return inColumns(heights, columns);
          },
          choice: (_shown, look): Record<string, string> => ({
            "--kit-row": rem(look.row),
            "--kit-row-text": rem(size),
            ...hasStarts && { "--kit-start": rem(Math.ceil(starts)) },
            ...columns > 1 && { "data-columns": `${columns}` },
            ...isLined && { "data-lined": "" },
            ...isTimeline && width < NARROW_EVENTS && { "data-narrow": "" },
            ...texts !== null && { "data-beside": "", "--kit-text": rem(texts) },
          }),
        };
      },
      update: (shown) => countRows(element, rows, shown, reading.language),
    });
  const horizontal = (width: number) => {
    const places = Math.floor(width / LEAST_EVENT);
    const size = tokens.rowText;
    return {
      height(shown: Shown) {
        const visible = rows.filter(({ piece }) => piece === null || shown.has(piece));
        if (visible.length > places) return Infinity;
        const inner = Math.floor(width / Math.max(1, visible.length)) - 8;
        return tokens.label.line + 24 +
          Math.max(
            ...visible.map((row) =>
              row.content(inner, size, row.detail !== null && shown.has(row.detail)) + row.end
            ),
          );
      },
      choice: (_shown: Shown, look: Look): Record<string, string> => ({
        "--kit-row": rem(look.row),
        "--kit-row-text": rem(size),
        "data-horizontal": "",
      }),
    };
  };
  return blockIn(1);
}

/** A card as high as its content has lines between its rows from this width on. */
export const LINED_FEED = 416;

/** The least height at which rows are in so many columns, one column after the other. */
function inColumns(heights: readonly number[], columns: number): number {
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

/** Rows by their importance: the current one, what comes after it, and then what is over, the latest first. */
function orderOf(items: readonly HTMLElement[]): { order: HTMLElement[]; over: ReadonlySet<HTMLElement> } {
  const current = items.findIndex((item) => item.hasAttribute("aria-current"));
  const isOver = (item: HTMLElement) => items.indexOf(item) < current && item.hasAttribute("data-past");
  const over = items.filter(isOver).reverse();
  const others = items.filter((item) => !isOver(item));
  const order = current === -1
    ? others
    : [items[current]!, ...others.filter((item) => item !== items[current]), ...over];
  return { order, over: new Set(over) };
}

/** Whether a line is what it shows, such as a bar, and not a text. */
function isDrawn(line: Element): boolean {
  return line.textContent!.trim() === "";
}

/** Writes how many rows are not shown, without those that are over, and keeps the numbers of the others. */
function countRows(element: HTMLElement, rows: readonly Row[], shown: Shown, language: string): void {
  const isHidden = ({ piece }: Row) => piece !== null && !shown.has(piece);
  const current = rows.findIndex(({ isCurrent }) => isCurrent);
  const count = rows.filter((row, index) => isHidden(row) && !(row.isPast && index < current)).length;
  writeMore(element, count, language);
  if (!element.matches("ol:not(.kit-timeline)")) return;
  let step = 1;
  for (const row of rows) {
    row.element.style.counterIncrement = step === 1 ? "" : `kit-item ${step}`;
    step = isHidden(row) ? step + 1 : 1;
  }
}

/** Writes how many rows are not shown, for screen readers. The layout shows it to the eye. */
export function writeMore(block: HTMLElement, count: number, language: string): void {
  const more = block.querySelector<HTMLElement>(".kit-more")!;
  const text = count === 0
    ? ""
    : new Intl.NumberFormat(language || undefined, { signDisplay: "always" }).format(count);
  if (more.textContent !== text) more.textContent = text;
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
  const text = mainText(main, detail, reading, item.hasAttribute("aria-current") ? 600 : 400);
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
