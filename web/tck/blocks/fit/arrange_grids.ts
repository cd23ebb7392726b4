import type { SizeClass } from "./card_size.ts";
import { type Part, partsOf, visible } from "./parts.ts";

/**
 * In a long card of one row, a grid has as many columns as it shows cells, where those are in one row, and the columns of
 * values alone are narrower than the others.
 */
export function arrangeGrids(stack: HTMLElement, size: SizeClass): void {
  for (const grid of stack.querySelectorAll<HTMLElement>(":scope > .kit-grid:not([data-values])")) {
    grid.style.removeProperty("grid-template-columns");
    const cells = visible(partsOf(grid));
    if (size !== "longRow" || cells.length === 0 || cells.length > Number(grid.dataset.columns)) continue;
    const parts = cells.map((cell) => isLight(cell) ? 2 : 3);
    grid.style.gridTemplateColumns = parts.map((part) => `minmax(0, ${part}fr)`).join(" ");
  }
}

/** What needs little width. */
const LIGHT = ".kit-stat, .kit-text, .kit-badge, .kit-button";

function isLight(cell: Part): boolean {
  const blocks = cell.matches(".kit-column") ? visible(partsOf(cell)) : [cell];
  return blocks.every((block) => block.matches(LIGHT));
}
