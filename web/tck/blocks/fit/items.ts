import { ROWS } from "../styles/beside_styles.ts";
import { bottomOf, fits, type Part, partsOf, REPEATING, visible } from "./parts.ts";

/** Of the items beyond the card's end, as many are dropped one by one; the others, which are surely too many, at once. */
const MEASURED_ITEMS = 4;

/** Drops items until the content fits, or of each list and table so many are left. Returns whether it fits. */
export function dropItems(stack: HTMLElement, minimum: number): boolean {
  const containers = [...stack.querySelectorAll<HTMLElement>(REPEATING)];
  for (const container of containers) {
    const items = visible(partsOf(container));
    const beyond = items.filter((item) => item.getBoundingClientRect().bottom > bottomOf(stack)).length;
    for (let excess = beyond - MEASURED_ITEMS; excess > 0 && items.length > minimum; excess--) {
      nextItem(items).dataset.dropped = "";
    }
    countDropped(container);
    while (items.length > minimum && !fits(stack)) drop(nextItem(items), container);
  }
  if (!fits(stack)) return false;
  if (containers.length > 1) putBackItems(stack);
  return true;
}

/**
 * Shows those of the dropped items again that have room after all, such as where another list or a detail has left it.
 * Returns whether there are any.
 *
 * @param isPast whether it is those that were dropped first because they are over
 */
export function putBackItems(stack: HTMLElement, { isPast = false } = {}): boolean {
  let hasAny = false;
  for (const container of stack.querySelectorAll<HTMLElement>(REPEATING)) {
    const dropped = partsOf(container).filter(({ dataset }) => dataset.dropped !== undefined);
    const items = dropped.filter((item) => isBeforeCurrent(item, container) === isPast);
    if (isPast) items.reverse();
    for (const item of items) {
      delete item.dataset.dropped;
      countDropped(container);
      if (!fits(stack)) {
        drop(item, container);
        break;
      }
      hasAny = true;
    }
  }
  return hasAny;
}

/** Whether it is over and before the item that counts now: then it is dropped first, and is not counted. */
function isBeforeCurrent(item: Part, container: Element): boolean {
  const current = container.querySelector(":scope > [aria-current]");
  return item.dataset.past !== undefined && current !== null &&
    (item.compareDocumentPosition(current) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

/** Takes the item to drop: the earliest past one if there is a current one to show instead, or else the last other one. */
export function nextItem(items: Part[]): Part {
  const past = items.findIndex((item) => item.matches("[data-past]"));
  const current = items.findIndex((item) => item.matches("[aria-current]"));
  const last = items.length - 1;
  return items.splice(
    past !== -1 && past < current ? past : last === current && last > 0 ? last - 1 : last,
    1,
  )[0]!;
}

export function drop(element: Part, container: HTMLElement | null): void {
  element.dataset.dropped = "";
  if (container !== null) countDropped(container);
}

/**
 * Writes the number of dropped items at the end of the heading of their list or table, or below the others if it has none. A
 * card that is one row high does not show it below several others. These keep their own numbers.
 */
export function countDropped(container: HTMLElement): void {
  keepNumbers(container);
  const block = container.closest<HTMLElement>(ROWS)!;
  const more = block.querySelector<HTMLElement>(".kit-more")!;
  const count = leftOutOf(container).length;
  const { lang } = container.closest<HTMLElement>("[lang]") ?? hostOf(container);
  const text = count === 0
    ? ""
    : new Intl.NumberFormat(lang || undefined, { signDisplay: "always" }).format(count);
  more.textContent = text;
  const shown = partsOf(container).filter(({ dataset }) => dataset.dropped === undefined);
  more.toggleAttribute("data-below-several", shown.length >= SEVERAL);
  const heading = headingOf(block);
  more.toggleAttribute("data-in-heading", heading !== null);
  if (heading === null) return;
  if (text === "") delete heading.dataset.more;
  else heading.dataset.more = text;
}

/** So many items are several. */
const SEVERAL = 3;

/** The dropped items, without those that are over where one after them counts now. */
export function leftOutOf(container: HTMLElement): HTMLElement[] {
  return partsOf(container).filter((item) =>
    item.dataset.dropped !== undefined && !isBeforeCurrent(item, container)
  ) as HTMLElement[];
}

/** The heading of a section directly before a block, if it is shown. */
function headingOf(block: HTMLElement): HTMLElement | null {
  const before = block.previousElementSibling as HTMLElement | null;
  return before?.matches(":is(h3, h4).kit-heading") && before.getClientRects().length > 0 ? before : null;
}

/** An item that is dropped counts for the next one that is shown: without a box it does not count itself. */
function keepNumbers(container: HTMLElement): void {
  if (!container.matches("ol:not(.kit-timeline)")) return;
  let step = 1;
  for (const item of partsOf(container)) {
    item.style.counterIncrement = step === 1 ? "" : `kit-item ${step}`;
    step = item.dataset.dropped === undefined ? 1 : step + 1;
  }
}

function hostOf(element: Element): HTMLElement {
  return (element.getRootNode() as ShadowRoot).host as HTMLElement;
}
