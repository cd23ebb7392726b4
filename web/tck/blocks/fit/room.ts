import { ROWS } from "../styles/beside_styles.ts";
import { drop, leftOutOf, putBackItems } from "./items.ts";
import { fits, isCut, REPEATING, spareRoomOf, visible } from "./parts.ts";
import { equaliseValues, hasValuesOnly } from "./values.ts";

/** What is in rows that grow. */
const GROWING = ".kit-item, .kit-event, .kit-table tbody > tr";

/** The height to which a row grows, by the height that it has without growing, in pixels of the default font size. */
const MOST_ROW: { readonly [height: number]: number } = { 24: 36, 36: 44 };

/** The heights of rows are multiples of this. */
const ROW_STEP = 4;

/**
 * The room that figures leave: the largest value is a step larger, and then rows are higher. High figures give some of theirs
 * to a largest value that is not large.
 */
export function fillRoom(card: HTMLElement, stack: HTMLElement): void {
  const cut = countCut(stack);
  const isWhole = (figures: number) =>
    fits(stack) && countCut(stack) <= cut && heightOfFigures(stack) >= figures - 1;
  const raised = findRaised(stack);
  const before = heightOfFigures(stack);
  const gives = before >= LEAST_GIVING && raised.some(({ dataset }) => dataset.size !== "large");
  for (const stat of raised) stat.dataset.raised = "";
  equaliseValues(stack);
  if (!isWhole(gives ? before * (1 - MOST_GIVEN) : before)) {
    for (const stat of raised) delete stat.dataset.raised;
    equaliseValues(stack);
  }
  if (stack.querySelector(GROWING) === null) return;
  const figures = heightOfFigures(stack);
  const height = rowHeightOf(card);
  for (let row = MOST_ROW[height] ?? 0; row > height; row -= ROW_STEP) {
    setRowHeight(card, row);
    if (isWhole(figures)) return;
  }
  card.style.removeProperty("--kit-row");
}

/** Figures of this height and above give room to a value, in CSS pixels. */
const LEAST_GIVING = 96;

/** The part of their height that they give. */
const MOST_GIVEN = 0.1;

/** By so much rows give way before anything is lost. */
const MOST_NARROWING = 8;

/** An excess for which no narrowing makes room, in heights of the content: hundreds of rows take long to lay out. */
const MOST_EXCESS = 4;

/** Rows of this height and above give way. Those of a card that is one row high are low already, as its gaps are. */
const LEAST_NARROWED = 36;

/**
 * Makes room without a loss: rows are lower, then gaps, then the details of a timeline in a wide card are beside its rows,
 * or the rows of a list in two columns, and at last large values are a step smaller. Returns whether all of the content fits
 * then.
 */
export function narrowSpaces(card: HTMLElement, stack: HTMLElement): boolean {
  if (-spareRoomOf(stack) > MOST_EXCESS * stack.clientHeight) return false;
  const height = rowHeightOf(card);
  for (const way of WAYS) {
    if (way !== null) card.dataset[way] = "";
    if (way === "lowered") equaliseValues(stack);
    if (fitsNarrowed(card, stack, height)) return true;
    clearRoom(card);
  }
  equaliseValues(stack);
  return false;
}

/** What is changed before rows and gaps give way again. */
const WAYS = [null, "abreast", "lowered"] as const;

function fitsNarrowed(card: HTMLElement, stack: HTMLElement, height: number): boolean {
  if (height < LEAST_NARROWED) return fits(stack);
  for (let row = height; row >= height - MOST_NARROWING; row -= ROW_STEP) {
    setRowHeight(card, row);
    if (fits(stack)) return true;
  }
  return NARROW.some((gaps) => {
    card.dataset.narrow = gaps;
    return fits(stack);
  });
}

/** The gaps that give way: to those between the usual and the least ones, and to the least. */
const NARROW = ["half", "least"] as const;

/**
 * What was dropped has left room. Large values have their size again if there is room for it. More rows are shown where a
 * quarter of the height of one is free and the others can give the rest. Otherwise gaps, and then rows, are as high as there
 * is room for. Figures have what they need first, and the gaps then.
 */
export function fillSpareRoom(card: HTMLElement, stack: HTMLElement): void {
  restoreValues(card, stack);
  const height = rowHeightOf(card);
  const isTight = card.dataset.tight !== undefined;
  const hasFigures = heightOfFigures(stack) > 0; // They have taken it.
  if (!hasFigures && showsMoreRows(card, stack, height)) return;
  if (isTight) card.dataset.spaced = "";
  if (!fits(stack)) delete card.dataset.spaced;
  const usual = usualRowHeightOf(card);
  if (hasFigures) return fillColumns(stack, usual);
  const most = isTight && usual >= LEAST_NARROWED ? usual : MOST_ROW[usual] ?? usual;
  for (let row = most; row > height; row -= ROW_STEP) {
    setRowHeight(card, row);
    if (fits(stack)) return;
  }
  card.style.removeProperty("--kit-row");
}

function restoreValues(card: HTMLElement, stack: HTMLElement): void {
  if (card.dataset.lowered !== undefined) {
    delete card.dataset.lowered;
    equaliseValues(stack);
    if (fits(stack)) return;
    card.dataset.lowered = "";
    equaliseValues(stack);
  }
  if (card.dataset.tight === "2" || card.dataset.tight === "3") restoreColumns(stack);
}

/** Rows beside figures are higher if there is room, which those cannot take. */
function fillColumns(stack: HTMLElement, usual: number): void {
  const figures = heightOfFigures(stack);
  for (const list of stack.querySelectorAll<HTMLElement>(ROWS)) {
    for (let row = MOST_ROW[usual] ?? usual; row >= usual; row -= ROW_STEP) {
      setRowHeight(list, row);
      if (fits(stack) && heightOfFigures(stack) >= figures - 1) break;
      list.style.removeProperty("--kit-row");
    }
  }
}

/** Values and rows of a column that has room, beside one that has none, are as they would be without the other. */
function restoreColumns(stack: HTMLElement): void {
  const parts = visible([...stack.querySelectorAll<HTMLElement>(`.kit-stat, ${ROWS}`)]);
  const groups = Map.groupBy(parts, (part) => part.closest(".kit-grid:has(> .kit-stat), .kit-row") ?? part);
  for (const group of groups.values()) {
    const figures = heightOfFigures(stack);
    const isRestored = WHOLE.some((rows) => {
      for (const part of group) part.dataset.whole = rows;
      equaliseValues(stack);
      return fits(stack) && heightOfFigures(stack) >= figures - 1;
    });
    if (isRestored) continue;
    for (const part of group) delete part.dataset.whole;
    equaliseValues(stack);
  }
}

/** The heights of the rows of a list or table that shows its details: the usual or the least one. */
const WHOLE = ["usual", "least"] as const;

/** Where a card that is one row high has so many rows, they are not lower. */
const MOST_LOW_ROWS = 4;

/**
 * Whether more rows are shown if they are lower, but not lower than where nothing is lost: where a quarter of the height of
 * one is free, or where all of the few that are left out then have room.
 */
function showsMoreRows(card: HTMLElement, stack: HTMLElement, height: number): boolean {
  const hasRoom = spareRoomOf(stack) >= height / 4;
  const leftOut = itemsLeftOut(stack);
  if (!hasRoom && (leftOut.length === 0 || leftOut.length > MOST_LEFT_OUT)) return false;
  const usual = usualRowHeightOf(card);
  const isLow = usual < LEAST_NARROWED;
  if (isLow && visible([...stack.querySelectorAll<HTMLElement>(GROWING)]).length >= MOST_LOW_ROWS) {
    return false;
  }
  // A badge is nearly as high as a low row.
  if (isLow && stack.querySelector(":is(.kit-item, .kit-event) .kit-badge") !== null) return false;
  const least = usual - (isLow ? ROW_STEP : MOST_NARROWING);
  for (let row = height - ROW_STEP; row >= least; row -= ROW_STEP) {
    setRowHeight(card, row);
    if (putBackItems(stack) && (hasRoom || itemsLeftOut(stack).length === 0)) return true;
  }
  card.style.removeProperty("--kit-row");
  for (const item of leftOut) drop(item, item.closest(REPEATING));
  return false;
}

/** So few items that are left out can have the place of their number. */
const MOST_LEFT_OUT = 2;

function itemsLeftOut(stack: HTMLElement): HTMLElement[] {
  return [...stack.querySelectorAll<HTMLElement>(REPEATING)].flatMap(leftOutOf);
}

/** Rows, gaps and values are as they are without regard to the room. */
export function clearRoom(card: HTMLElement): void {
  for (const name of ["narrow", "abreast", "lowered", "spaced"]) delete card.dataset[name];
  for (const rows of [card, ...card.querySelectorAll<HTMLElement>(ROWS)]) {
    rows.style.removeProperty("--kit-row");
  }
  for (const part of card.querySelectorAll<HTMLElement>("[data-raised], [data-whole]")) {
    delete part.dataset.raised;
    delete part.dataset.whole;
  }
}

/** The height of the rows of a card, or of one of its lists and tables. */
function setRowHeight(element: HTMLElement, pixels: number): void {
  element.style.setProperty("--kit-row", `${pixels / 16}rem`);
}

/** The height of a row as the step of `data-tight` has it, in pixels of the default font size. */
function rowHeightOf(card: HTMLElement): number {
  const { tight } = card.dataset;
  if (tight === undefined) return usualRowHeightOf(card);
  if (tight === "1") return pixelsOf(card, "--kit-row-least");
  return pixelsOf(card, "--kit-row-line") + (tight === "3" ? 0 : ROW_STEP);
}

/** The height of a row in a card that loses nothing. */
function usualRowHeightOf(card: HTMLElement): number {
  return pixelsOf(card, "--kit-row-usual");
}

function pixelsOf(card: HTMLElement, property: string): number {
  return Math.round(parseFloat(getComputedStyle(card).getPropertyValue(property)) * 16);
}

/** The heights of what takes the room that others leave. */
export function heightOfFigures(stack: HTMLElement): number {
  return [...stack.querySelectorAll(".kit-figure, .tck-chart")].reduce(
    (sum, figure) => sum + figure.getBoundingClientRect().height,
    0,
  );
}

/** The value that is larger than all others of the card. In a card that has values only, also several beside each other. */
function findRaised(stack: HTMLElement): HTMLElement[] {
  const stats = visible([...stack.querySelectorAll<HTMLElement>(".kit-stat")]) as HTMLElement[];
  const large = stats.filter(({ dataset }) => dataset.size === "large");
  const largest = large.length > 0 ? large : stats.filter(({ dataset }) => dataset.size === "medium");
  const areBeside = new Set(largest.map(({ parentElement }) => parentElement)).size === 1;
  const areAll = largest.length === stats.length;
  return largest.length === 1 || (hasValuesOnly(stack) && (areBeside || areAll)) ? largest : [];
}

/** The number of texts in one line that are wider than their place. */
function countCut(stack: HTMLElement): number {
  const lines = ".kit-header-title, .kit-meter-label, .kit-legend-label, .kit-stat-value";
  return [...stack.querySelectorAll(lines)].filter(isCut).length;
}
