import { arrange } from "./arrange.ts";
import { dropBlock } from "./blocks.ts";
import { isDefinite, isLow } from "./card_size.ts";
import { fitColumns } from "./table_columns.ts";
import { clearDetails, dropCutRemarks, putBackDetails, trimDetails } from "./details.ts";
import { fitHeaders } from "./headers.ts";
import { countDropped, dropItems, putBackItems } from "./items.ts";
import { fits, type Part, REPEATING } from "./parts.ts";
import { clearRoom, fillRoom, fillSpareRoom, narrowSpaces } from "./room.ts";
import { equaliseValues } from "./values.ts";

/** The last of the steps of `data-tight`, at each of which the blocks show less; at 0 they show everything. */
export const TIGHTEST = 3;

/** As many items of a list or table stay visible at each step. */
const MINIMUM_ITEMS = [3, 3, 3, 2] as const;

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
export function fitsInSteps(
  steps: readonly number[],
  card: HTMLElement,
  stack: HTMLElement,
  { dropped = [], least = MINIMUM_ITEMS[1] }: Given = {},
): boolean {
  return steps.some((step) => {
    clearFit(card);
    for (const block of dropped) dropBlock(block, stack);
    arrange(card);
    return fitsAt(step, card, stack, least);
  });
}

/** Whether the content fits with fewer details, and fewer items if necessary. */
function fitsAt(step: number, card: HTMLElement, stack: HTMLElement, least: number): boolean {
  if (step > 0) card.dataset.tight = `${step}`;
  if (step === 1) card.dataset.lowered = "";
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

/** What was dropped has left room: the other blocks show those details again for which it is enough. */
export function loosen(card: HTMLElement, stack: HTMLElement): void {
  for (let step = 1; step <= TIGHTEST; step++) {
    card.dataset.tight = `${step}`;
    equaliseValues(stack);
    if (step === 1) trimDetails(stack, isLow(card));
    if (fits(stack)) return;
    clearDetails(card);
  }
}

/** Shows everything as it is without regard to the height. */
export function showEverything(card: HTMLElement): void {
  clearFit(card);
  arrange(card);
}

function clearFit(card: HTMLElement): void {
  delete card.dataset.tight;
  card.firstElementChild!.removeAttribute("data-values");
  clearRoom(card);
  clearDetails(card);
  for (const element of card.querySelectorAll<HTMLElement>("[data-dropped], [data-clamped]")) {
    delete element.dataset.dropped;
    delete element.dataset.clamped;
    element.style.removeProperty("--kit-lines");
  }
  for (const container of card.querySelectorAll<HTMLElement>(REPEATING)) countDropped(container);
}
