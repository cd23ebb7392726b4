import { unitSizeOf, VALUE_SIZES } from "../styles/value_styles.ts";
import { unitsOf, visible } from "./parts.ts";

/** Whether nothing but values is shown below the header. */
export function hasValuesOnly(stack: HTMLElement): boolean {
  return visible(unitsOf(stack)).every((unit) => unit.matches(".kit-header, .kit-stat"));
}

/** The number of values that are shown. */
export function countValues(stack: HTMLElement): number {
  return visible(unitsOf(stack)).filter((unit) => unit.matches(".kit-stat")).length;
}

/** Marks the grids of nothing but values, with their number. */
export function markValueGrids(stack: HTMLElement): void {
  for (const grid of stack.querySelectorAll<HTMLElement>(".kit-grid")) {
    const cells = [...grid.children];
    if (cells.length > 0 && cells.every((cell) => cell.matches(".kit-stat"))) {
      grid.dataset.values = `${cells.length}`;
    } else delete grid.dataset.values;
  }
}

/**
 * Values of a `Grid` or row that should have one size have that of the smallest of them. Values beside each other have labels
 * of the height of the highest, one baseline, and details that begin at one height.
 */
export function equaliseValues(stack: HTMLElement): void {
  for (const container of stack.querySelectorAll<HTMLElement>(".kit-grid, .kit-row")) {
    const stats = visible([
      ...container.querySelectorAll<HTMLElement>(":scope > .kit-stat"),
    ]) as HTMLElement[];
    for (const stat of stats) {
      stat.style.removeProperty("--kit-most");
      stat.style.removeProperty("--kit-label");
      stat.style.removeProperty("--kit-lower");
      stat.style.removeProperty("--kit-foot");
    }
    if (stats.length < 2) continue;
    const isGrid = container.matches(".kit-grid");
    const groups = Map.groupBy(stats, ({ dataset }) => dataset.size);
    for (const group of groups.values()) equaliseSizes(group);
    limitSizes(groups);
    const areMixed = groups.size > 1;
    const rows = Map.groupBy(stats, (stat) => isGrid ? Math.round(stat.getBoundingClientRect().top) : 0);
    for (const row of rows.values()) {
      equaliseLabels(row);
      if (areMixed) {
        equaliseBaselines(row);
        equaliseFeet(row);
      }
    }
  }
}

/**
 * Measures how wide values are in the card's font, so that each can have the largest size that fits its place, and marks long
 * ones. Without a page an estimate for the widest fonts decides.
 */
export function measureValues(stack: HTMLElement): void {
  const values = [...stack.querySelectorAll<HTMLElement>(".kit-stat-value")];
  const widths = values.map(widthOfValue);
  for (const [index, value] of values.entries()) {
    const em = widths[index];
    if (em == null) continue;
    value.style.setProperty("--kit-em", `${em}`);
    value.closest(".kit-stat")!.toggleAttribute("data-long", em > SHORT);
  }
}

/** The width of the longest value that two fifths of a card of one row leave its large size, in font sizes. */
const SHORT = 4.2;

/** The width of a value in its font sizes, at the size that it can have; null where it is not shown. */
function widthOfValue(value: HTMLElement): number | null {
  const unit = value.querySelector<HTMLElement>(".kit-stat-unit");
  const [figures, letters] = [widthInEm(value, unit), unit === null ? 0 : widthInEm(unit, null)];
  if (figures === 0) return null;
  const widthAt = (size: number) => figures * size + letters * unitSizeOf(size);
  const room = value.parentElement!.clientWidth;
  const size = VALUE_SIZES.findLast((size) => widthAt(size) <= room) ?? VALUE_SIZES[0];
  return Math.ceil(100 * widthAt(size) / size) / 100 + 0.01;
}

/** The width of the text of an element before another one, or of all of it, in its own font sizes. */
function widthInEm(element: HTMLElement, end: HTMLElement | null): number {
  const text = element.ownerDocument.createRange();
  text.selectNodeContents(element);
  if (end !== null) text.setEndBefore(end);
  return text.getBoundingClientRect().width / parseFloat(getComputedStyle(element).fontSize);
}

function valueOf(stat: HTMLElement): HTMLElement {
  return stat.querySelector<HTMLElement>(".kit-stat-value")!;
}

function equaliseSizes(stats: readonly HTMLElement[]): void {
  const sizes = stats.map(sizeOf);
  if (new Set(sizes).size < 2) return;
  for (const stat of stats) stat.style.setProperty("--kit-most", `${Math.min(...sizes)}px`);
}

/** A value that is long and so smaller than its size is not smaller than values that are meant to be less. */
function limitSizes(groups: ReadonlyMap<string | undefined, readonly HTMLElement[]>): void {
  const [large] = groups.get("large") ?? [];
  if (large === undefined) return;
  const most = sizeOf(large);
  for (const stat of groups.get("medium") ?? []) {
    if (sizeOf(stat) > most) stat.style.setProperty("--kit-most", `${most}px`);
  }
}

function sizeOf(stat: HTMLElement): number {
  return parseFloat(getComputedStyle(valueOf(stat)).fontSize);
}

function equaliseLabels(row: readonly HTMLElement[]): void {
  const heights = row.map((stat) => stat.querySelector(".kit-stat-label")!.getBoundingClientRect().height);
  const highest = Math.max(...heights);
  if (highest - Math.min(...heights) < 1) return;
  for (const stat of row) stat.style.setProperty("--kit-label", `${highest}px`);
}

/** Smaller values are lower below their labels. */
function equaliseBaselines(row: readonly HTMLElement[]): void {
  const baselines = row.map((stat) => baselineOf(valueOf(stat)));
  const lowest = Math.max(...baselines);
  for (const [index, stat] of row.entries()) {
    stat.style.setProperty("--kit-lower", `${lowest - baselines[index]!}px`);
  }
}

/** What is below smaller values is lower. */
function equaliseFeet(row: readonly HTMLElement[]): void {
  const feet = row.flatMap((stat) => {
    const foot = stat.querySelector(".kit-stat-foot");
    return foot === null ? [] : [{ stat, top: foot.getBoundingClientRect().top }];
  });
  const lowest = Math.max(...feet.map(({ top }) => top));
  for (const { stat, top } of feet) {
    if (lowest - top >= 0.5) stat.style.setProperty("--kit-foot", `${lowest - top}px`);
  }
}

/** Where the letters of a text in one line stand: an empty inline block ends there. */
function baselineOf(text: HTMLElement): number {
  const mark = text.ownerDocument.createElement("span");
  mark.style.display = "inline-block";
  text.append(mark);
  const { bottom } = mark.getBoundingClientRect();
  mark.remove();
  return bottom;
}
