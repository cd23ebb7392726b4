import type { CardText, CardTree } from "../card_tree.ts";
import { stackOf } from "../dropped_content.ts";
import { describeText } from "../element.ts";
import type { MeasuredFault } from "../measured_fault.ts";

/** Side bearings of letters, and roundings of the browser, in CSS pixels. */
const MAX_OVERHANG = 3;

/** What the kit draws where it has room, such as the labels at the ends of an axis. */
const OWN = ".tck-chart, .kit-heat, .kit-floating";

/** The sides of a box, in CSS pixels. */
type Sides = Pick<DOMRect, "left" | "right">;

/** Texts in the padding of the kit's `Card`. What is beyond the card's border is its overflow. */
export function findInsetTexts({ article, texts }: CardTree): MeasuredFault[] {
  const stack = stackOf(article);
  if (stack === null) return [];
  const [room, card] = [stack, article].map((element) => element.getBoundingClientRect()) as [
    DOMRect,
    DOMRect,
  ];
  const isInPadding = ({ element, lines: all }: CardText) => {
    const lines = all.map((line) => visibleOf(line, element, stack));
    const overhang = Math.max(...lines.map((line) => overhangOf(line, room)));
    return overhang > MAX_OVERHANG && Math.max(...lines.map((line) => overhangOf(line, card))) <= 0;
  };
  return texts.filter(({ element }) => stack.contains(element) && element.closest(OWN) === null)
    .filter(isInPadding)
    .map(({ text, element }) => ({
      rule: "text.inset" as const,
      message: [
        `${
          describeText(text)
        } is in the padding of the card: give it no negative margin, position or width that leads out of its place`,
      ],
      element,
    }));
}

/** The part of a line that is not cut off by what it is in, such as a title that ends in "…". */
function visibleOf({ left, right }: DOMRect, element: Element, stack: Element): Sides {
  let visible: Sides = { left, right };
  for (let box: Element | null = element; box !== null && box !== stack; box = box.parentElement) {
    if (getComputedStyle(box).overflowX === "visible") continue;
    const clip = box.getBoundingClientRect();
    visible = { left: Math.max(visible.left, clip.left), right: Math.min(visible.right, clip.right) };
  }
  return visible;
}

/** How far a line is beyond the sides of a box, in CSS pixels. */
function overhangOf(line: Sides, { left, right }: Sides): number {
  return Math.max(line.right - right, left - line.left);
}
