import { ROWS } from "../styles/beside_styles.ts";
import { SECTION } from "./blocks.ts";
import { isLow } from "./card_size.ts";
import { type Part, partsOf, spareRoomOf, visible } from "./parts.ts";
import { fitsInSteps, showEverything } from "./steps.ts";

/** What is dropped for the blocks before it leaves at most this part of the card's height free. */
const MOST_SPARE = 1 / 3;

/**
 * Drops blocks that are below others from the end until the first ones fit. A card that is one row high drops remarks where
 * they would leave no room for anything else. Returns whether the blocks fit that are left.
 */
export function fitFirstBlocks(card: HTMLElement, stack: HTMLElement): boolean {
  showEverything(card);
  const blocks = visible(partsOf(stack)).flatMap(blocksOf);
  const places = new Map(blocks.map((block) => [block, placeOf(block)]));
  if (fitFirstOf(blocks, [], places, card, stack)) return true;
  const isRemark = (block: Part) => block.matches(REMARK) && !isTitle(block, stack);
  const [remarks, others] = [blocks.filter(isRemark), blocks.filter((block) => !isRemark(block))];
  const hasData = others.some((block) => !block.matches(REMARK));
  return isLow(card) && remarks.length > 0 && hasData && fitFirstOf(others, remarks, places, card, stack);
}

/** Whether a heading is the title of a card without a header. */
function isTitle(block: Part, stack: HTMLElement): boolean {
  return block === visible(partsOf(stack))[0] && block.matches(".kit-heading, .kit-heading-group");
}

/** The blocks of a column, also of one that is beside another. */
function blocksOf(part: Part): Part[] {
  if (part.matches(".kit-header")) return [];
  return part.matches(".kit-auto, .kit-column") ? visible(partsOf(part)).flatMap(blocksOf) : [part];
}

/** Blocks that say something about others: where there are others, these alone are not enough. */
const REMARK = ".kit-callout, .kit-text, .kit-heading, .kit-heading-group, .kit-badge, .kit-button";

/**
 * Whether the first of the blocks fit, without the remarks. A list or table that is the last one, below or beside others,
 * shows two items before it is dropped, and one without a heading in a card that is one row high.
 */
function fitFirstOf(
  blocks: readonly Part[],
  remarks: readonly Part[],
  places: ReadonlyMap<Part, Place>,
  card: HTMLElement,
  stack: HTMLElement,
): boolean {
  const isCardLow = isLow(card);
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
    const hasFewItems = last.matches(ROWS) ? count > 1 : isCardLow && last.querySelector(ROWS) !== null;
    const few = isCardLow && !blocks[count - 2]?.matches(SECTION) ? 1 : 2;
    if (hasFewItems && fitsInSteps([1], card, stack, { dropped, least: few })) return true;
    // Without a block that is beside the one before there is no more room for that one.
    if (count > 1 && isBeside(places.get(last)!, places.get(blocks[count - 2]!)!)) {
      return fitBeside(blocks.slice(0, count), remarks, least, card, stack);
    }
  }
  return false;
}

/** Whether the first of the blocks that are beside the last one, with its heading, fit without the remarks. */
function fitBeside(
  blocks: readonly Part[],
  remarks: readonly Part[],
  least: number,
  card: HTMLElement,
  stack: HTMLElement,
): boolean {
  const end = blocks.length - (blocks.at(-2)!.matches(SECTION) ? 2 : 1);
  for (let count = end - 1; count >= Math.max(least, 1); count--) {
    const dropped = [...remarks, ...blocks.slice(count, end)];
    if (fitsInSteps([0, 1], card, stack, { dropped })) return true;
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
