/** An element that is shown or dropped. */
type Part = HTMLElement | SVGElement;

/** Elements whose children are dropped one by one. */
const CONTAINERS = ".kit-column, .kit-grid, .kit-list, .kit-table-frame, .kit-table, .kit-table tbody";

/** Elements that repeat: they show fewer items before any other content loses a detail. */
const REPEATING = ".kit-list, .kit-table tbody";

/** The steps of `data-tight`, at each of which the blocks show fewer details. */
const TIGHTEST = 3;

/** As many items of a list or table stay visible at each step. */
const MINIMUM_ITEMS = [3, 3, 3, 2] as const;

/** Of the items beyond the card's end, as many are dropped one by one; the others, which are surely too many, at once. */
const MEASURED_ITEMS = 4;

/**
 * Makes the content of a card fit its height. A card whose height is that of its content fits always.
 *
 * First lists and tables show fewer items. If that is not enough, the blocks drop details in three steps (`data-tight`),
 * each of which begins with all items again. At last whole blocks are dropped from the end, and a text that fits in part
 * is cut off with an ellipsis. Where all of it fits, the room that is left goes to the largest value and to rows.
 */
export function fitContent(card: HTMLElement): void {
  const stack = card.firstElementChild as HTMLElement;
  fitBlocks(card, stack);
  stack.toggleAttribute("data-values", isDefinite(card) && hasValuesOnly(stack));
}

function fitBlocks(card: HTMLElement, stack: HTMLElement): void {
  for (let step = 0; step <= TIGHTEST; step++) {
    clear(card);
    if (fitsAt(step, card, stack)) return;
    if (step === 1 && isLow(card) && fitFirstBlocks(card, stack)) return;
  }
  dropBlocks(stack);
  loosen(card, stack);
}

/** Whether nothing but values is shown below the header. */
function hasValuesOnly(stack: HTMLElement): boolean {
  return visible(unitsOf(stack)).every((unit) => unit.matches(".kit-header, .kit-stat"));
}

/** Whether the content fits with fewer details, and fewer items if necessary. */
function fitsAt(step: number, card: HTMLElement, stack: HTMLElement): boolean {
  if (step > 0) card.dataset.tight = `${step}`;
  fitHeaders(card);
  equaliseValues(stack);
  if (fits(stack)) {
    if (step === 0 && isDefinite(card)) fillRoom(card, stack);
    return true;
  }
  dropItems(stack, MINIMUM_ITEMS[step]!);
  return fits(stack);
}

/** Whether the card is one row high: then one block as it should be is better than several that are hardly legible. */
function isLow(card: HTMLElement): boolean {
  const root = parseFloat(getComputedStyle(card.ownerDocument.documentElement).fontSize);
  return isDefinite(card) && card.clientHeight < LOW * root;
}

/** In font sizes of the page, as in the styles. */
const LOW = 11;

/** Drops blocks of a column from the end until the first ones fit. Returns whether they do. */
function fitFirstBlocks(card: HTMLElement, stack: HTMLElement): boolean {
  if (getComputedStyle(stack).display === "grid") return false;
  const blocks = visible(partsOf(stack)).filter((block) => !block.matches(".kit-header"));
  for (let count = blocks.length - 1; count > 0; count--) {
    for (const step of [0, 1]) {
      clear(card);
      for (const block of blocks.slice(count)) block.dataset.dropped = "";
      if (fitsAt(step, card, stack)) return true;
    }
  }
  return false;
}

/** What was dropped has left room: the other blocks show those details again for which it is enough. */
function loosen(card: HTMLElement, stack: HTMLElement): void {
  for (let step = 1; step <= TIGHTEST; step++) {
    card.dataset.tight = `${step}`;
    equaliseValues(stack);
    if (fits(stack)) return;
  }
}

/** Values beside each other have the size of the smallest and, below labels of the height of the highest, one baseline. */
function equaliseValues(stack: HTMLElement): void {
  for (const container of stack.querySelectorAll<HTMLElement>(".kit-grid, .kit-row")) {
    const stats = visible([
      ...container.querySelectorAll<HTMLElement>(":scope > .kit-stat"),
    ]) as HTMLElement[];
    container.style.removeProperty("--kit-most");
    for (const stat of stats) stat.style.removeProperty("--kit-label");
    const isGrid = container.matches(".kit-grid");
    if (stats.length < 2 || (!isGrid && new Set(stats.map(({ dataset }) => dataset.size)).size > 1)) continue;
    const values = stats.map((stat) => stat.querySelector(".kit-stat-value")!);
    const sizes = values.map((value) => parseFloat(getComputedStyle(value).fontSize));
    if (new Set(sizes).size > 1) container.style.setProperty("--kit-most", `${Math.min(...sizes)}px`);
    const rows = Map.groupBy(stats, (stat) => isGrid ? Math.round(stat.getBoundingClientRect().top) : 0);
    for (const row of rows.values()) equaliseLabels(row);
  }
}

function equaliseLabels(row: readonly HTMLElement[]): void {
  const heights = row.map((stat) => stat.querySelector(".kit-stat-label")!.getBoundingClientRect().height);
  const highest = Math.max(...heights);
  if (highest - Math.min(...heights) < 1) return;
  for (const stat of row) stat.style.setProperty("--kit-label", `${highest}px`);
}

/** Whether the card's height is given, rather than that of its content. */
function isDefinite(card: HTMLElement): boolean {
  return getComputedStyle(card).display === "flex" && card.clientHeight > 0;
}

/** What is in rows that grow. */
const ROWS = ".kit-item, .kit-event, .kit-table tbody > tr";

/** The height to which a row grows, by the height that it has without growing, in pixels of the default font size. */
const MOST_ROW: { readonly [height: number]: number } = { 24: 36, 36: 44 };

/** The heights of rows are multiples of this. */
const ROW_STEP = 4;

/** The room that figures leave: the largest value is a step larger, and then rows are higher. */
function fillRoom(card: HTMLElement, stack: HTMLElement): void {
  const [cut, figures] = [countCut(stack), heightOfFigures(stack)];
  const isWhole = () => fits(stack) && countCut(stack) <= cut && heightOfFigures(stack) >= figures - 1;
  const raised = findRaised(stack);
  for (const stat of raised) stat.dataset.raised = "";
  equaliseValues(stack);
  if (!isWhole()) {
    for (const stat of raised) delete stat.dataset.raised;
    equaliseValues(stack);
  }
  if (stack.querySelector(ROWS) === null) return;
  const height = Math.round(parseFloat(getComputedStyle(card).getPropertyValue("--kit-row")) * 16);
  for (let row = MOST_ROW[height] ?? 0; row > height; row -= ROW_STEP) {
    card.style.setProperty("--kit-row", `${row / 16}rem`);
    if (isWhole()) return;
  }
  card.style.removeProperty("--kit-row");
}

/** The heights of what takes the room that others leave. */
function heightOfFigures(stack: HTMLElement): number {
  return [...stack.querySelectorAll(".kit-figure, .tck-chart")].reduce(
    (sum, figure) => sum + figure.getBoundingClientRect().height,
    0,
  );
}

/** The value that is larger than all others of the card, or all values of a card that has nothing else. */
function findRaised(stack: HTMLElement): HTMLElement[] {
  const stats = visible([...stack.querySelectorAll<HTMLElement>(".kit-stat")]) as HTMLElement[];
  const large = stats.filter(({ dataset }) => dataset.size === "large");
  const largest = large.length > 0 ? large : stats.filter(({ dataset }) => dataset.size === "medium");
  return largest.length === 1 || (hasValuesOnly(stack) && largest.length === stats.length) ? largest : [];
}

/** The number of texts in one line that are wider than their place. */
function countCut(stack: HTMLElement): number {
  const lines = ".kit-header-title, .kit-meter-label, .kit-legend-label, .kit-stat-value";
  return [...stack.querySelectorAll(lines)].filter((text) => text.scrollWidth > text.clientWidth).length;
}

/** As much of a header's title stays beside its end, in CSS pixels: the first letters, or all of a shorter title. */
const LEAST_TITLE = 32;

/**
 * A header loses what is before its title, where the title is cut. Then the title gives way to the end, which is dropped
 * only where it would leave nothing of the title.
 */
function fitHeaders(card: HTMLElement): void {
  for (const header of card.querySelectorAll<HTMLElement>(".kit-header")) {
    const title = header.querySelector<HTMLElement>(".kit-header-title")!;
    const start = header.querySelector<HTMLElement>(".kit-header-start");
    const end = header.querySelector<HTMLElement>(".kit-header-end");
    const isWhole = () => title.scrollWidth <= title.clientWidth;
    const hasRoom = () => isWhole() || title.clientWidth >= LEAST_TITLE;
    if (isWhole()) continue;
    if (start !== null) start.dataset.dropped = "";
    if (isWhole()) continue;
    if (end === null || !hasRoom()) {
      if (end !== null) end.dataset.dropped = "";
      delete start?.dataset.dropped;
    }
    if (start !== null && !hasRoom()) start.dataset.dropped = "";
  }
}

function clear(card: HTMLElement): void {
  delete card.dataset.tight;
  card.firstElementChild!.removeAttribute("data-values");
  card.style.removeProperty("--kit-row");
  for (const stat of card.querySelectorAll<HTMLElement>("[data-raised]")) delete stat.dataset.raised;
  for (const element of card.querySelectorAll<HTMLElement>("[data-dropped], [data-clamped]")) {
    delete element.dataset.dropped;
    delete element.dataset.clamped;
    element.style.removeProperty("--kit-lines");
  }
  for (const more of card.querySelectorAll(".kit-more")) more.textContent = "";
}

function fits(stack: HTMLElement): boolean {
  return lastBeyond(stack, [...unitsOf(stack), ...stack.querySelectorAll<HTMLElement>(".kit-more")]) ===
    undefined;
}

function dropItems(stack: HTMLElement, minimum: number): void {
  for (const container of stack.querySelectorAll<HTMLElement>(REPEATING)) {
    const items = visible(partsOf(container));
    const beyond = items.filter((item) => item.getBoundingClientRect().bottom > bottomOf(stack)).length;
    for (let excess = beyond - MEASURED_ITEMS; excess > 0 && items.length > minimum; excess--) {
      nextItem(items).dataset.dropped = "";
    }
    while (items.length > minimum && !fits(stack)) drop(nextItem(items), container);
  }
}

/** Takes the item to drop: the earliest past one if there is a current one to show instead, or else the last other one. */
function nextItem(items: Part[]): Part {
  const past = items.findIndex((item) => item.matches("[data-past]"));
  const current = items.findIndex((item) => item.matches("[aria-current]"));
  const last = items.length - 1;
  return items.splice(
    past !== -1 && past < current ? past : last === current && last > 0 ? last - 1 : last,
    1,
  )[0]!;
}

/** One block stays: the first one, or an item of the first list. */
function dropBlocks(stack: HTMLElement): void {
  const units = unitsOf(stack);
  while (!fits(stack)) {
    const left = visible(units);
    const part = lastBeyond(stack, left) ?? left.at(-1);
    if (part === undefined || left.length === 1) break;
    if (part.dataset.clamped === undefined && clampText(part, stack)) continue;
    const container = part.closest<HTMLElement>(REPEATING);
    const dropped = container === null ? part : nextItem(visible(partsOf(container)));
    drop(dropped, container);
    dropEmpty(dropped.parentElement!, stack);
    dropTitle(units);
  }
  const [last] = visible(units);
  if (last !== undefined && !fits(stack)) clampText(last, stack);
}

function drop(element: Part, container: HTMLElement | null): void {
  element.dataset.dropped = "";
  if (container !== null) countDropped(container);
}

/** Writes the number of dropped items below the others. */
function countDropped(container: HTMLElement): void {
  const more = container.closest(".kit-list, .kit-table-frame")?.querySelector<HTMLElement>(".kit-more");
  if (!more) return;
  const count =
    partsOf(container).filter(({ dataset }) => dataset.dropped !== undefined && dataset.past === undefined)
      .length;
  const { lang } = container.closest<HTMLElement>("[lang]") ?? hostOf(container);
  more.textContent = count === 0
    ? ""
    : new Intl.NumberFormat(lang || undefined, { signDisplay: "always" }).format(count);
}

function hostOf(element: Element): HTMLElement {
  return (element.getRootNode() as ShadowRoot).host as HTMLElement;
}

function dropEmpty(container: HTMLElement, stack: HTMLElement): void {
  if (container === stack || visible(partsOf(container)).length > 0) return;
  container.dataset.dropped = "";
  dropEmpty(container.parentElement!, stack);
}

/** A heading of a section whose content is not shown is not shown either. */
function dropTitle(units: readonly Part[]): void {
  const left = visible(units);
  const last = left.at(-1);
  if (left.length > 1 && last?.matches(SECTION)) last.dataset.dropped = "";
}

const SECTION = ":is(h3, h4).kit-heading, .kit-heading-group:has(> :is(h3, h4))";

/** Cuts a text off after the lines that fit. Returns whether at least one does. */
function clampText(element: Part, stack: HTMLElement): boolean {
  const text = (element.matches(".kit-heading-group") ? element.lastElementChild : element) as HTMLElement;
  if (!text.matches(".kit-text, .kit-heading")) return false;
  const room = bottomOf(stack) - text.getBoundingClientRect().top;
  const lines = Math.floor((room + 1) / parseFloat(getComputedStyle(text).lineHeight));
  if (lines < 1) return false;
  text.dataset.clamped = "";
  element.dataset.clamped = "";
  text.style.setProperty("--kit-lines", `${lines}`);
  return true;
}

/** The last of the elements that ends below the stack, or below the column of its own that gives way to others. */
function lastBeyond(stack: HTMLElement, units: readonly Part[]): Part | undefined {
  const bottom = bottomOf(stack);
  return visible(units).findLast((unit) => {
    const column = unit.closest<HTMLElement>(".kit-auto");
    const end = column === null ? bottom : Math.min(bottom, bottomOf(column));
    return unit.getBoundingClientRect().bottom > end + 1;
  });
}

function bottomOf(stack: HTMLElement): number {
  return stack.getBoundingClientRect().bottom;
}

/** The elements that are shown or dropped as a whole, in order. */
function unitsOf(element: Part): Part[] {
  return partsOf(element).flatMap((child) => isContainer(child) ? unitsOf(child) : [child]);
}

/** A row is dropped as a whole, unless it consists of columns or lists. */
function isContainer(element: Part): boolean {
  return element.matches(CONTAINERS) ||
    (element.matches(".kit-stack") && [...element.children].some((child) => child.matches(CONTAINERS)));
}

/** The children that can be dropped: not the count of dropped ones, and not what only screen readers read. */
function partsOf(container: Part): Part[] {
  return ([...container.children] as Part[]).filter((child) =>
    !child.matches(".kit-more, .kit-visually-hidden, thead")
  );
}

function visible(parts: readonly Part[]): Part[] {
  return parts.filter((part) => part.getClientRects().length > 0);
}
