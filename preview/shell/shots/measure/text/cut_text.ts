import { asksForClamp, isAsLargeAsCard } from "../card_overflow.ts";
import { ancestorsOf, type CardText, type CardTree, drawnParent, paddingBox } from "../card_tree.ts";
import { hintOfCut } from "./cut_hints.ts";
import { describeText } from "../element.ts";
import type { MeasuredFault } from "../measured_fault.ts";
import { isInValue, isValue } from "../value.ts";

/** How many pixels of a line's end may be cut: the side bearings of letters. An ellipsis takes the place of whole letters. */
const MAX_CUT_WIDTH = 2;
const MAX_ELLIPSIS_CUT = 0.5;

/** How many pixels of letters may be cut above or below. */
const MAX_CUT_INK = 1;

/** The part of a line's height that may be cut where a text has several: the space above and below the letters. */
const MAX_CUT_HEIGHT = 0.28;

/** An ellipsis that leaves less than this part of a text, or so few letters, such as "Time…", says nothing. */
const MIN_ELLIPSIS_SHOWN = 1 / 2;
const MIN_LETTERS_SHOWN = 5;

/** Texts that are cut by an element that clips its overflow. What the card itself cuts is the card's overflow. */
export function findCutTexts({ article, texts }: CardTree): MeasuredFault[] {
  const cut = texts.flatMap((text) => {
    const box = [text.element, ...ancestorsOf(text.element, article)].find((box) => isCutBy(text, box));
    return box === undefined || isAsLargeAsCard(box, article) ? [] : [{ text, box }];
  });
  const boxes = new Map<Element, CardText>();
  for (const { text, box } of cut) if (!boxes.has(box)) boxes.set(box, text);
  const isFixed = article.closest(".shell-slot")?.hasAttribute("data-size") ?? false;
  return Array.from(boxes, ([box, text]) => ({
    rule: "text.cut",
    message: [
      `${describeText(text.text)} is cut by ${howCut(text, box)}: ${hintOfCut(text.element, isFixed)}`,
    ],
    element: text.element,
  }));
}

function howCut({ element }: CardText, box: Element): string {
  const { clientWidth, clientHeight, scrollWidth, scrollHeight } = box;
  const more = [
    scrollWidth > clientWidth ? `${scrollWidth - clientWidth} px wider` : "",
    scrollHeight > clientHeight ? `${scrollHeight - clientHeight} px higher` : "",
  ].filter((part) => part !== "").join(" and ");
  const name = box === element ? "its own box" : `<${box.localName}> around it`;
  return more === "" ? name : `${name} (the content is ${more})`;
}

function isCutBy(text: CardText, box: Element): boolean {
  const style = getComputedStyle(box);
  const clipsX = clips(style.overflowX);
  const clipsY = clips(style.overflowY);
  if (!clipsX && !clipsY) return false;
  const visible = paddingBox(box);
  if (visible.width <= 2 || visible.height <= 2) return false;
  if (clipsX && style.textOverflow === "ellipsis") {
    const room = withoutPadding(visible, style);
    if (isCutAcross(text, room, MAX_ELLIPSIS_CUT) && !isWantedEllipsis(text, box, style, room)) return true;
  } else if (clipsX && isCutAcross(text, visible, MAX_CUT_WIDTH)) return true;
  if (!clipsY || !isCutBelow(text, visible)) return false;
  return !asksForClamp(style) || (style.webkitLineClamp === "1" && showsLittle(text, visible));
}

/** Whether the one line that is shown of a text is less of it than an ellipsis may leave. */
function showsLittle({ text, lines }: CardText, { bottom }: DOMRect): boolean {
  const widthOf = (some: readonly DOMRect[]) => some.reduce((sum, { width }) => sum + width, 0);
  const shown = widthOf(lines.filter(({ top }) => top < bottom - 1)) / widthOf(lines);
  return !isEnough(shown, text);
}

/** An ellipsis is drawn before the padding. */
function withoutPadding({ x, y, width, height }: DOMRect, style: CSSStyleDeclaration): DOMRect {
  const [left, right] = [parseFloat(style.paddingLeft), parseFloat(style.paddingRight)];
  return new DOMRect(x + left, y, width - left - right, height);
}

function clips(overflow: string): boolean {
  return overflow === "hidden" || overflow === "clip";
}

function isCutAcross({ lines }: CardText, { left, right }: DOMRect, allowed: number): boolean {
  return lines.some((line) => line.right > right + allowed || line.left < left - allowed);
}

/** Of a text in one line, what is drawn counts: another font than the first of the element may be higher or lower. */
function isCutBelow(text: CardText, { top, bottom }: DOMRect): boolean {
  if (text.lines.length === 1) {
    const ink = inkOf(text);
    return ink.bottom > bottom + MAX_CUT_INK || ink.top < top - MAX_CUT_INK;
  }
  return text.lines.some((line) => {
    const allowed = line.height * MAX_CUT_HEIGHT;
    return line.bottom > bottom + allowed || line.top < top - allowed;
  });
}

/** Where the letters of a text in one line begin and end, from top to bottom. */
function inkOf({ element, text, lines }: CardText): { readonly top: number; readonly bottom: number } {
  const pen = document.createElement("canvas").getContext("2d")!;
  const { font, textTransform } = getComputedStyle(element);
  pen.font = font;
  const drawn = textTransform === "uppercase" ? text.toUpperCase() : text;
  const { fontBoundingBoxAscent, actualBoundingBoxAscent, actualBoundingBoxDescent } = pen.measureText(drawn);
  const baseline = lines[0]!.top + fontBoundingBoxAscent;
  return { top: baseline - actualBoundingBoxAscent, bottom: baseline + actualBoundingBoxDescent };
}

/** An ellipsis is the author's decision as well, unless it takes a value, a part of one or nearly the whole text. */
function isWantedEllipsis(
  { node, text, lines, element }: CardText,
  box: Element,
  style: CSSStyleDeclaration,
  visible: DOMRect,
): boolean {
  if (style.textOverflow !== "ellipsis" || isValue(element, text)) return false;
  // The unit of a value is an element of its own, and a value of the kit may have any words.
  if (box !== element && isValue(box, box.textContent.trim())) return false;
  if (box.matches(".kit-stat-value")) return false;
  // The ellipsis is drawn for the inline content of the box, and not for boxes in it.
  for (let at: Element | null = element; at !== null && at !== box; at = drawnParent(at)) {
    if (!getComputedStyle(at).display.startsWith("inline")) return false;
  }
  // Chromium has a second rectangle for the part before the ellipsis.
  const whole = Math.max(...lines.map(({ width }) => width));
  const shown = Math.min(whole, visible.width) / whole;
  const letters = lettersIn(visible, node, text);
  return shown >= MIN_ELLIPSIS_SHOWN && letters >= MIN_LETTERS_SHOWN && !isInValue(element, text, letters);
}

/** How many letters of a text are drawn before the ellipsis, when it is as wide as in the font of the text. */
function lettersIn({ left, right }: DOMRect, node: Text, text: string): number {
  const { direction, font } = getComputedStyle(node.parentElement!);
  const pen = document.createElement("canvas").getContext("2d")!;
  pen.font = font;
  const ellipsis = pen.measureText("…").width;
  const line = document.createRange();
  const from = node.data.indexOf(text);
  line.setStart(node, from);
  const fits = (letters: number) => {
    line.setEnd(node, from + letters);
    const box = line.getBoundingClientRect();
    return direction === "rtl" ? box.left >= left + ellipsis : box.right <= right - ellipsis;
  };
  let letters = 0;
  while (letters < text.length && fits(letters + 1)) letters++;
  return letters;
}

/** Whether a part of a text says what it is about. The ellipsis takes the place of one letter. */
function isEnough(shown: number, text: string): boolean {
  return shown >= MIN_ELLIPSIS_SHOWN && shown * text.length - 1 >= MIN_LETTERS_SHOWN;
}
