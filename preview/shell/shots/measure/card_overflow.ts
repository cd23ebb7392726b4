import type { CardLayout } from "../../../shots.ts";
import { ancestorsOf, type CardTree, paddingBox } from "./card_tree.ts";
import type { MeasuredFault } from "./measured_fault.ts";

/** One pixel may be rounding. */
const MAX_OVERFLOW = 1;

/** The part of a card's area that an element takes that cuts like the card. */
const LARGE = 0.7;

/** The space above and below the letters of a line, as a part of its height. */
const LINE_SPACE = 0.28;

/** How many pixels a card's content is larger, and what is too large. */
interface Excess {
  readonly x: number;
  readonly y: number;
  readonly culprit: Element | null;
}

/** By how much the content is larger than its card, and the element that is too large. */
export function findOverflow(tree: CardTree): { overflow: CardLayout["overflow"]; faults: MeasuredFault[] } {
  const boxes = tree.elements.filter((element) => isAsLargeAsCard(element, tree.article));
  const excess = [excessOfCard(tree), ...boxes.map((box) => excessIn(box, tree))]
    .find(({ x, y }) => x > MAX_OVERFLOW || y > MAX_OVERFLOW);
  if (excess === undefined) return { overflow: null, faults: [] };
  const [x, y] = [excess.x, excess.y].map((pixels) => pixels > MAX_OVERFLOW ? Math.round(pixels) : 0);
  const more = [x! > 0 ? `${x} px wider` : "", y! > 0 ? `${y} px higher` : ""].filter((part) => part !== "");
  return {
    overflow: { x: x!, y: y! },
    faults: [{
      rule: "card.overflow",
      message: [`The content is ${more.join(" and ")} than its card`],
      element: excess.culprit,
    }],
  };
}

/** Whether an element takes nearly the whole card and clips what overflows: then it cuts in the card's place. */
export function isAsLargeAsCard(element: Element, article: HTMLElement): boolean {
  const style = getComputedStyle(element);
  if (style.overflow === "visible" || /auto|scroll/.test(style.overflow) || asksForClamp(style)) return false;
  return element.clientWidth * element.clientHeight > LARGE * article.clientWidth * article.clientHeight;
}

/** The clamp is the author's decision that some lines are enough, or the kit's. */
export function asksForClamp(style: CSSStyleDeclaration): boolean {
  return style.webkitLineClamp !== "none" && style.webkitLineClamp !== "";
}

/** In a card of a fixed size, the box above the host's slots clips the content, in others the card itself. */
function excessOfCard(tree: CardTree): Excess {
  const clipping =
    tree.elements.find((element) =>
      element.matches("[data-tck-content]") && getComputedStyle(element).overflow !== "visible"
    ) ?? tree.article;
  const x = clipping.scrollWidth - clipping.clientWidth;
  const y = clipping.scrollHeight - clipping.clientHeight;
  return { x, y, culprit: findCulprit(tree, clipping, x > MAX_OVERFLOW, y > MAX_OVERFLOW) };
}

/** The first element beyond an edge that has none beyond it in itself. */
function findCulprit(
  { elements }: CardTree,
  clipping: Element,
  isWide: boolean,
  isHigh: boolean,
): Element | null {
  const card = paddingBox(clipping);
  const isBeyond = (element: Element) => {
    const { left, right, bottom, width, height } = element.getBoundingClientRect();
    if (width === 0 || height === 0) return false;
    const wide = right > card.right + MAX_OVERFLOW || left < card.left - MAX_OVERFLOW;
    return (isWide && wide) || (isHigh && bottom > card.bottom + MAX_OVERFLOW);
  };
  const beyond = elements.filter((element) => clipping.contains(element) || clipping.shadowRoot !== null)
    .filter(isBeyond);
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

/** How far texts, drawings and controls are beyond a box that clips them. Decoration may be cut. */
function excessIn(box: Element, { article, elements, texts }: CardTree): Excess {
  const visible = paddingBox(box);
  const isCutHere = (element: Element) =>
    [element, ...ancestorsOf(element, article)].find((at) => getComputedStyle(at).overflow !== "visible") ===
      box;
  let excess: Excess = { x: 0, y: 0, culprit: null };
  const add = (element: Element, { left, right, top, bottom }: DOMRect, allowed: number) => {
    const x = Math.max(right - visible.right, visible.left - left, 0);
    const y = Math.max(bottom - visible.bottom, visible.top - top, 0) - allowed;
    if (x <= MAX_OVERFLOW && y <= MAX_OVERFLOW) return;
    excess = { x: Math.max(excess.x, x), y: Math.max(excess.y, y), culprit: excess.culprit ?? element };
  };
  for (const { element, lines } of texts) {
    if (isCutHere(element)) { for (const line of lines) add(element, line, line.height * LINE_SPACE); }
  }
  for (const element of elements) {
    if (isContent(element) && isCutHere(element)) add(element, element.getBoundingClientRect(), 0);
  }
  return excess;
}

function isContent(element: Element): boolean {
  return element.matches("svg, img, canvas, video, button, input, select, progress, meter") &&
    getComputedStyle(element).position !== "absolute";
}
