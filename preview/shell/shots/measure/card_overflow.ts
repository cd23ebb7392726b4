import type { CardLayout, LayoutFault } from "../../../shots.ts";
import { type CardTree, paddingBox } from "./card_tree.ts";
import { describeElement } from "./element.ts";

/** One pixel may be rounding. */
const MAX_OVERFLOW = 1;

/** The part of a card's area that an element takes that cuts like the card. */
const LARGE = 0.7;

/** By how much the content is larger than its card, and the element that is too large. */
export function findOverflow(tree: CardTree): { overflow: CardLayout["overflow"]; faults: LayoutFault[] } {
  const boxes = [tree.article, ...tree.elements.filter((element) => isAsLargeAsCard(element, tree.article))];
  const x = Math.max(...boxes.map(({ scrollWidth, clientWidth }) => overflowOf(scrollWidth - clientWidth)));
  const y = Math.max(
    ...boxes.map(({ scrollHeight, clientHeight }) => overflowOf(scrollHeight - clientHeight)),
  );
  if (x === 0 && y === 0) return { overflow: null, faults: [] };
  const more = [x > 0 ? `${x} px wider` : "", y > 0 ? `${y} px higher` : ""].filter((part) => part !== "");
  const culprit = findCulprit(tree, x > 0, y > 0);
  return {
    overflow: { x, y },
    faults: [{
      rule: "card.overflow",
      message: `The content is ${more.join(" and ")} than its card`,
      element: culprit === null ? null : describeElement(culprit),
    }],
  };
}

/** Whether an element takes nearly the whole card and clips what overflows: then it cuts in the card's place. */
export function isAsLargeAsCard(element: Element, article: HTMLElement): boolean {
  const { overflow } = getComputedStyle(element);
  if (overflow === "visible" || /auto|scroll/.test(overflow)) return false;
  return element.clientWidth * element.clientHeight > LARGE * article.clientWidth * article.clientHeight;
}

function overflowOf(pixels: number): number {
  return pixels > MAX_OVERFLOW ? pixels : 0;
}

/** The first element beyond an edge that has none beyond it in itself. */
function findCulprit({ article, elements }: CardTree, isWide: boolean, isHigh: boolean): Element | null {
  const card = paddingBox(article);
  const isBeyond = (element: Element) => {
    const { left, right, bottom, width, height } = element.getBoundingClientRect();
    if (width === 0 || height === 0) return false;
    const wide = right > card.right + MAX_OVERFLOW || left < card.left - MAX_OVERFLOW;
    return (isWide && wide) || (isHigh && bottom > card.bottom + MAX_OVERFLOW);
  };
  const beyond = elements.filter(isBeyond);
  const inner = beyond.filter((element) =>
    !beyond.some((other) => other !== element && containsDrawn(element, other))
  );
  return inner[0] ?? null;
}

/** The slot has the host's elements, which are the children of the card. */
function containsDrawn(element: Element, other: Element): boolean {
  return element.contains(other) || (element instanceof HTMLSlotElement &&
    element.assignedElements().some((assigned) => assigned.contains(other)));
}
