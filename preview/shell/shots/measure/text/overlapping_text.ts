import { ancestorsOf, type CardText, type CardTree, intersect, paddingBox } from "../card_tree.ts";
import { describeText } from "../element.ts";
import type { MeasuredFault } from "../measured_fault.ts";

/** Smaller overlaps are side bearings of letters and tight line heights. */
const MIN_OVERLAP = 2;

/** The part of a line's height that has letters in it. */
const LETTERS = 0.62;

/** More than these are not compared. */
const MAX_TEXTS = 600;

interface Line {
  readonly text: Pick<CardText, "element" | "text" | "lines">;
  /** The lines of one text are not compared with each other. */
  readonly of: Node | string;
  /** Where its letters are seen. */
  readonly box: DOMRect;
}

/** Texts that are drawn over another text. */
export function findOverlappingTexts({ article, texts, elements }: CardTree): MeasuredFault[] {
  const lines = [
    ...texts.slice(0, MAX_TEXTS).flatMap((text) => visibleLines(text, text.node, article)),
    ...elements.flatMap(readGenerated).slice(0, MAX_TEXTS).flatMap((text, index) =>
      visibleLines(text, `generated ${index}`, article)
    ),
  ].sort((one, other) => one.box.top - other.box.top);
  const pairs = new Map<string, MeasuredFault>();
  for (const [index, one] of lines.entries()) {
    for (let next = index + 1; next < lines.length; next++) {
      const other = lines[next]!;
      if (other.box.top >= one.box.bottom) break;
      if (!overlaps(one, other) || isCovered(one, other, article)) continue;
      const [first, second] = [one, other].map(({ text }) => describeText(text.text));
      pairs.set(`${first}/${second}`, {
        rule: "text.overlap",
        message: [`${second} is over ${first}`],
        element: other.text.element,
      });
    }
  }
  return [...pairs.values()];
}

/** The texts that styles put before and after what is in an element, if they have a place of their own. */
function readGenerated(element: Element): Line["text"][] {
  return ["::before", "::after"].flatMap((part) => {
    // Read one by one: the rest of a pattern would compute each of several hundred properties.
    const style = getComputedStyle(element, part);
    const text = /^"((?:[^"\\]|\\.)*)"/.exec(style.content)?.[1]?.trim() ?? "";
    if (text === "" || style.display === "none" || style.visibility !== "visible") return [];
    const isPlaced = style.position === "absolute" && getComputedStyle(element).position !== "static";
    if (!isPlaced) return [];
    const [left, top, width, height] = [style.left, style.top, style.width, style.height].map(parseFloat);
    const { x, y } = paddingBox(element);
    return [{ element, text, lines: [new DOMRect(x + left!, y + top!, width, height)] }];
  });
}

function visibleLines(text: Line["text"], of: Line["of"], article: HTMLElement): Line[] {
  const clips = [text.element, ...ancestorsOf(text.element, article)]
    .filter((box) => getComputedStyle(box).overflow !== "visible" && box.clientWidth > 0).map(paddingBox);
  return text.lines.flatMap((line) => {
    const margin = line.height * (1 - LETTERS) / 2;
    let box: DOMRect | null = new DOMRect(line.x, line.y + margin, line.width, line.height - 2 * margin);
    for (const clip of clips) box &&= intersect(box, clip);
    return box === null ? [] : [{ text, of, box }];
  });
}

function overlaps(one: Line, other: Line): boolean {
  if (one.of === other.of) return false;
  const both = intersect(one.box, other.box);
  return both !== null && both.width > MIN_OVERLAP && both.height > MIN_OVERLAP;
}

/** Whether an opaque element of one covers the other, as in a stack of cards. */
function isCovered(one: Line, other: Line, article: HTMLElement): boolean {
  const both = intersect(one.box, other.box)!;
  const covers = (upper: Line, lower: Line) => {
    const below = new Set([lower.text.element, ...ancestorsOf(lower.text.element, article)]);
    return [upper.text.element, ...ancestorsOf(upper.text.element, article)]
      .some((box) => !below.has(box) && isOpaque(box) && contains(box.getBoundingClientRect(), both));
  };
  return covers(one, other) || covers(other, one);
}

function isOpaque(element: Element): boolean {
  const { backgroundColor, backgroundImage } = getComputedStyle(element);
  return backgroundImage !== "none" || alphaOf(backgroundColor) > 0.8;
}

/** The opacity of a computed colour. */
export function alphaOf(color: string): number {
  if (color === "transparent") return 0;
  const alpha = /^rgba\(.*,\s*([\d.]+)\)$|\/\s*([\d.]+)\)$/.exec(color);
  return alpha === null ? 1 : Number(alpha[1] ?? alpha[2]);
}

function contains(box: DOMRect, part: DOMRect): boolean {
  return box.left <= part.left + 1 && box.right >= part.right - 1 && box.top <= part.top + 1 &&
    box.bottom >= part.bottom - 1;
}
