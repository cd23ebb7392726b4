import { arrange } from "./arrange.ts";
import { drop, nextItem } from "./items.ts";
import { bottomOf, fits, lastBeyond, type Part, partsOf, REPEATING, unitsOf, visible } from "./parts.ts";

/** One block stays: the first one, or an item of the first list. */
export function dropBlocks(stack: HTMLElement): void {
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
    if (container === null) arrange(stack.parentElement!);
  }
  const [last] = visible(units);
  if (last !== undefined && !fits(stack)) clampText(last, stack);
}

/** The blocks that are dropped, without items of lists and tables that are still there. */
export function findDroppedBlocks(stack: HTMLElement): Part[] {
  return [...stack.querySelectorAll<HTMLElement>("[data-dropped]")].filter((part) =>
    part.closest(".kit-header") === null && part.parentElement!.closest(REPEATING) === null
  );
}

/** Drops a block, and what it leaves empty. */
export function dropBlock(block: Part, stack: HTMLElement): void {
  block.dataset.dropped = "";
  dropEmpty(block.parentElement!, stack);
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

/** The heading of a section. A second one of level 2 is no heading of the card. */
export const SECTION =
  ":is(h3, h4).kit-heading, h2.kit-heading ~ h2.kit-heading, .kit-heading-group:has(> :is(h3, h4))";

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
