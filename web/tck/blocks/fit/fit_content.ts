import { dropBlock, dropBlocks, findDroppedBlocks, SECTION } from "./blocks.ts";
import { fitColumns } from "./columns.ts";
import { clearDetails, dropCutRemarks, putBackDetails, trimDetails } from "./details.ts";
import { fitHeaders } from "./headers.ts";
import { dropItems, putBackItems } from "./items.ts";
import { fits, type Part, partsOf, spareRoomOf, visible } from "./parts.ts";
import { clearRoom, fillRoom, fillSpareRoom, narrowSpaces } from "./room.ts";
import { countValues, equaliseValues, hasValuesOnly } from "./values.ts";

/** The steps of `data-tight`, at each of which the blocks show less. */
const TIGHTEST = 3;

/** As many items of a list or table stay visible at each step. */
const MINIMUM_ITEMS = [3, 3, 3, 2] as const;

/**
 * Makes the content of a card fit its height. A card whose height is that of its content fits always.
 *
 * First rows and gaps are a little lower. If that is not enough, lists and tables show fewer items. Then the blocks show
 * less in three steps (`data-tight`), each of which begins with all items again: at the first one spaces are narrow and
 * details go one by one, at the others all details go, and values are smaller. At last whole blocks are dropped from the
 * end, and a text that fits in part is cut off with an ellipsis. Where all of it fits, the room that is left goes to the
 * largest value and to rows.
 */
export function fitContent(card: HTMLElement): void {
  const stack = card.firstElementChild as HTMLElement;
  fitBlocks(card, stack);
  if (isDefinite(card) && hasValuesOnly(stack)) stack.dataset.values = `${countValues(stack)}`;
  else delete stack.dataset.values;
}

function fitBlocks(card: HTMLElement, stack: HTMLElement): void {
  if (fitsInSteps([0, 1], card, stack)) return;
  if (isDefinite(card) && fitFirstBlocks(card, stack)) return;
  if (fitsInSteps([2, TIGHTEST], card, stack)) return;
  dropBlocks(stack);
  const dropped = findDroppedBlocks(stack);
  // What was dropped has left room: the other blocks are as they would be without it.
  if (dropped.length > 0 && fitsInSteps([0, 1, 2, TIGHTEST], card, stack, { dropped })) return;
  fitsInSteps([TIGHTEST], card, stack);
  dropBlocks(stack);
  loosen(card, stack);
  putBackItems(stack);
  putBackItems(stack, { isPast: true });
  fillSpareRoom(card, stack);
}

/** What is decided before the content is fitted. */
interface Given {
  /** Blocks that are not shown. */
  readonly dropped?: readonly Part[];
  /**
   * As many items of a list or table stay visible at the first step.
   *
   * @default 3
   */
  readonly least?: number;
}

/** Whether the content fits at one of the steps, each of which begins with everything. */
function fitsInSteps(
  steps: readonly number[],
  card: HTMLElement,
  stack: HTMLElement,
  { dropped = [], least = MINIMUM_ITEMS[1] }: Given = {},
): boolean {
  return steps.some((step) => {
    clearFit(card);
    for (const block of dropped) dropBlock(block, stack);
    return fitsAt(step, card, stack, least);
  });
}

/** Whether the content fits with fewer details, and fewer items if necessary. */
function fitsAt(step: number, card: HTMLElement, stack: HTMLElement, least: number): boolean {
  if (step > 0) card.dataset.tight = `${step}`;
  fitHeaders(card);
  fitColumns(card);
  equaliseValues(stack);
  if (step === 0 && fits(stack)) {
    if (isDefinite(card)) fillRoom(card, stack);
    return true;
  }
  if (step === 0 && narrowSpaces(card, stack)) return true;
  const fitsNow = dropItems(stack, MINIMUM_ITEMS[step]!) ||
    (step === 1 && fitsWithoutDetails(stack, isLow(card), least));
  if (!fitsNow) return false;
  dropCutRemarks(card);
  fillSpareRoom(card, stack);
  return true;
}

/** Whether the content fits with as few items as that, and without the details for which there is no room. */
function fitsWithoutDetails(stack: HTMLElement, isLow: boolean, least: number): boolean {
  const trimmed = trimDetails(stack, isLow);
  if (!fits(stack) && !dropItems(stack, least)) return false;
  putBackItems(stack);
  putBackDetails(stack, trimmed);
  putBackItems(stack, { isPast: true });
  return true;
}

/** Whether the card is one row high: then one block as it should be is better than several that are hardly legible. */
function isLow(card: HTMLElement): boolean {
  const root = parseFloat(getComputedStyle(card.ownerDocument.documentElement).fontSize);
  return isDefinite(card) && card.clientHeight < LOW * root;
}

/** In font sizes of the page, as in the styles. */
const LOW = 11;

/** What is dropped for the blocks before it leaves at most this part of the card's height free. */
const MOST_SPARE = 1 / 3;

/**
 * Drops blocks that are below others from the end until the first ones fit. A card that is one row high drops remarks where
 * they would leave no room for anything else. Returns whether the blocks fit that are left.
 */
function fitFirstBlocks(card: HTMLElement, stack: HTMLElement): boolean {
  clearFit(card);
  const blocks = visible(partsOf(stack)).flatMap(blocksOf);
  const data = blocks.filter((block) => !block.matches(REMARK));
  if (data.length === 0) return fitFirstOf(blocks, [], card, stack);
  if (fitFirstOf(blocks, [], card, stack)) return true;
  return isLow(card) && data.length < blocks.length &&
    fitFirstOf(data, blocks.filter((block) => block.matches(REMARK)), card, stack);
}

/** The blocks of a column, also of one that is beside another. */
function blocksOf(part: Part): Part[] {
  if (part.matches(".kit-header")) return [];
  return part.matches(".kit-auto, .kit-column") ? visible(partsOf(part)).flatMap(blocksOf) : [part];
}

/** A block of which a card does not consist that has others. */
const REMARK = ".kit-callout, .kit-text, .kit-heading, .kit-heading-group, .kit-badge";

/**
 * Whether the first of the blocks fit. Of a card that is one row high, a list or table that is the last one, below or beside
 * others, shows one item before it is dropped.
 */
function fitFirstOf(
  blocks: readonly Part[],
  remarks: readonly Part[],
  card: HTMLElement,
  stack: HTMLElement,
): boolean {
  const isCardLow = isLow(card);
  const places = new Map(blocks.map((block) => [block, placeOf(block)]));
  const least = blocks.findIndex((block) => !block.matches(REMARK)) + 1;
  for (let count = blocks.length; count >= Math.max(least, 1); count--) {
    const last = blocks[count - 1]!;
    if (last.matches(SECTION) && count < blocks.length) continue; // Its content is dropped.
    const dropped = [...remarks, ...blocks.slice(count)];
    if (dropped.length > 0 && fitsInSteps([0, 1], card, stack, { dropped })) {
      if (!isCardLow && spareRoomOf(stack) > card.clientHeight * MOST_SPARE) return false;
      if (card.dataset.tight === undefined) putBackBlocks(dropped, card, stack);
      return true;
    }
    const hasFewItems = isCardLow &&
      (last.matches(ROWS) ? count > 1 : last.querySelector(ROWS) !== null);
    if (hasFewItems && fitsInSteps([1], card, stack, { dropped, least: 1 })) return true;
    // A block beside the one before leaves no room to that one.
    if (count > 1 && isBeside(places.get(last)!, places.get(blocks[count - 2]!)!)) return false;
  }
  return false;
}

/** The child of the card, or of a stack of direction `auto`, that a block is in. */
interface Place {
  readonly cell: Element;
  readonly top: number;
}

function placeOf(block: Part): Place {
  const cell = block.closest(".kit-auto > *, .kit-card > .kit-stack > *")!;
  return { cell, top: cell.getBoundingClientRect().top };
}

function isBeside({ cell, top }: Place, before: Place): boolean {
  return cell !== before.cell && cell.parentElement === before.cell.parentElement && top <= before.top;
}

/** Shows those of the dropped blocks again that are whole in the room that is left, such as a line after a chart. */
function putBackBlocks(dropped: readonly Part[], card: HTMLElement, stack: HTMLElement): void {
  let left = dropped;
  for (const block of dropped.filter((block) => !block.matches(SECTION))) {
    const fewer = left.filter((other) => other !== block);
    if (fitsInSteps([0], card, stack, { dropped: fewer }) && isWhole(block)) left = fewer;
  }
  fitsInSteps([0], card, stack, { dropped: left });
}

/** Whether no text of a block is wider than its place. */
function isWhole(block: Part): boolean {
  return [...block.querySelectorAll("*")].every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
}

/** A list or a table, of which one item is worth showing. */
const ROWS = ".kit-list, .kit-table-frame";

/** What was dropped has left room: the other blocks show those details again for which it is enough. */
function loosen(card: HTMLElement, stack: HTMLElement): void {
  for (let step = 1; step <= TIGHTEST; step++) {
    card.dataset.tight = `${step}`;
    equaliseValues(stack);
    if (step === 1) trimDetails(stack, isLow(card));
    if (fits(stack)) return;
    clearDetails(card);
  }
}

/** Whether the card's height is given, rather than that of its content. */
function isDefinite(card: HTMLElement): boolean {
  return getComputedStyle(card).display === "flex" && card.clientHeight > 0;
}

/** Shows everything as it is without regard to the room. */
export function clearFit(card: HTMLElement): void {
  delete card.dataset.tight;
  card.firstElementChild!.removeAttribute("data-values");
  clearRoom(card);
  clearDetails(card);
  for (const element of card.querySelectorAll<HTMLElement>("[data-dropped], [data-clamped]")) {
    delete element.dataset.dropped;
    delete element.dataset.clamped;
    element.style.removeProperty("--kit-lines");
  }
  for (const more of card.querySelectorAll(".kit-more")) more.textContent = "";
}
