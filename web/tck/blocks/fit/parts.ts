/** An element that is shown or dropped. */
export type Part = HTMLElement | SVGElement;

/** Elements whose children are dropped one by one. */
const CONTAINERS = ".kit-column, .kit-grid, .kit-list, .kit-table-frame, .kit-table, .kit-table tbody";

/** Elements that repeat: they show fewer items before any other content loses a detail. */
export const REPEATING = ".kit-list, .kit-table tbody";

export function fits(stack: HTMLElement): boolean {
  return lastBeyond(stack, [...unitsOf(stack), ...stack.querySelectorAll<HTMLElement>(".kit-more")]) ===
    undefined;
}

/** The last of the elements that ends below the stack, or below the column of its own that gives way to others. */
export function lastBeyond(stack: HTMLElement, units: readonly Part[]): Part | undefined {
  const bottom = bottomOf(stack);
  return visible(units).findLast((unit) => {
    const column = unit.closest<HTMLElement>(".kit-auto, .kit-grid > .kit-column");
    const end = column === null ? bottom : Math.min(bottom, bottomOf(column));
    return endOf(unit) > end + 1;
  });
}

/** Where a unit ends, or what is in a value that a row of values holds down to its own height. */
function endOf(unit: Part): number {
  const { bottom } = unit.getBoundingClientRect();
  return unit.matches(".kit-stat")
    ? Math.max(bottom, unit.lastElementChild!.getBoundingClientRect().bottom)
    : bottom;
}

/** A smaller excess is a rounding of the browser, which places texts by fractions of pixels. */
const MOST_ROUNDING = 0.05;

/**
 * Whether a text in one line is wider than its place: then a browser writes an ellipsis, also for a fraction of a pixel,
 * which `scrollWidth` does not have.
 */
export function isCut(text: Element): boolean {
  const line = text.ownerDocument.createRange();
  line.selectNodeContents(text);
  const { paddingLeft, paddingRight } = getComputedStyle(text);
  const room = text.getBoundingClientRect().width - parseFloat(paddingLeft) - parseFloat(paddingRight);
  return line.getBoundingClientRect().width > room + MOST_ROUNDING;
}

/** The room below the last of the blocks, in CSS pixels. */
export function spareRoomOf(stack: HTMLElement): number {
  return bottomOf(stack) -
    Math.max(...visible(partsOf(stack)).map((part) => part.getBoundingClientRect().bottom));
}

export function bottomOf(stack: HTMLElement): number {
  return stack.getBoundingClientRect().bottom;
}

/** The elements that are shown or dropped as a whole, in order. */
export function unitsOf(element: Part): Part[] {
  return partsOf(element).flatMap((child) => isContainer(child) ? unitsOf(child) : [child]);
}

/** A row is dropped as a whole, unless it consists of columns or lists. */
function isContainer(element: Part): boolean {
  return element.matches(CONTAINERS) ||
    (element.matches(".kit-stack") && [...element.children].some((child) => child.matches(CONTAINERS)));
}

/** The children that can be dropped: not the count of dropped ones, and not what only screen readers read. */
export function partsOf(container: Part): Part[] {
  return ([...container.children] as Part[]).filter((child) =>
    !child.matches(".kit-more, .kit-visually-hidden, thead")
  );
}

export function visible(parts: readonly Part[]): Part[] {
  return parts.filter((part) => part.getClientRects().length > 0);
}
