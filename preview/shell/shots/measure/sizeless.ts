import { ancestorsOf, type CardTree } from "./card_tree.ts";
import { describeText } from "./element.ts";
import type { MeasuredFault } from "./measured_fault.ts";

/** What draws something, if it has a size: an SVG with nothing but definitions draws nothing. */
const DRAWING =
  "img, canvas, video, svg:has(> :is(g, path, circle, rect, line, polyline, polygon, ellipse, text, image, use))";

/** Pictures without a size, and texts that a box without a size hides. */
export function findSizeless({ article, elements, texts }: CardTree): MeasuredFault[] {
  const pictures = elements.filter((element) => element.matches(DRAWING) && isSizeless(element));
  const boxes = new Map<Element, string>();
  for (const { element, text } of texts) {
    const box = [element, ...ancestorsOf(element, article)].find((at) => isSizeless(at) && clips(at));
    if (box !== undefined && !boxes.has(box)) boxes.set(box, text);
  }
  return [
    ...pictures.map((element) => createFault(element, "is not seen")),
    ...Array.from(boxes, ([box, text]) => createFault(box, `hides ${describeText(text)}`)),
  ];
}

function isSizeless(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width < 1 || height < 1;
}

function clips(element: Element): boolean {
  const { overflow, display } = getComputedStyle(element);
  return overflow !== "visible" && display !== "contents" && display !== "inline";
}

function createFault(element: Element, what: string): MeasuredFault {
  const { width, height } = element.getBoundingClientRect();
  const message = `<${element.localName}> ${what}: its size is ${Math.round(width)} × ${
    Math.round(height)
  } px`;
  return { rule: "element.no_size", message: [message], element };
}
