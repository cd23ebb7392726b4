import { type CardText, type CardTree, drawnParent } from "../card_tree.ts";
import { describeText } from "../element.ts";
import type { MeasuredFault } from "../measured_fault.ts";
import { alphaOf } from "./overlapping_text.ts";

/** Texts of this contrast and above are checked by axe, which takes lower ones for hidden on purpose. */
const MIN_CONTRAST = 1.01;

/** What is hidden until somebody points at it, and what only looks like a text. */
const REVEALED = "button, a, input, label, summary, [aria-hidden=true], [inert]";

const ADVICE =
  ": use a colour of the host, such as `var(--color-text)`, or `visibility: hidden` for what is hidden on purpose";

/** Texts that take room and are not seen: they have the colour of what is behind them, or are transparent. */
export function findInvisibleTexts({ elements, texts, faded }: CardTree): MeasuredFault[] {
  const canvas = new ColorCanvas();
  const causes = new Map<Element, { readonly text: string; readonly cause: string }>();
  for (const { element, text } of faded) {
    if (!isHiddenOnPurpose(element)) causes.set(element, { text, cause: "its opacity is 0" });
  }
  for (const text of texts) {
    const cause = causeOf(text, elements, canvas);
    if (cause !== null && !causes.has(text.element)) causes.set(text.element, { text: text.text, cause });
  }
  return Array.from(causes, ([element, { text, cause }]) => ({
    rule: "text.invisible",
    message: [`${describeText(text)} is not seen: ${cause}${ADVICE}`],
    element,
  }));
}

/** Such as a tool that is shown when somebody points at a row, or a layer. */
function isHiddenOnPurpose(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = drawnParent(at)) {
    const { opacity, position } = getComputedStyle(at);
    if (at.matches(REVEALED) || position === "absolute" || position === "fixed") return true;
    if (Number(opacity) === 0) return at.querySelector(REVEALED) !== null;
  }
  return false;
}

function causeOf(
  { element, lines }: CardText,
  elements: readonly Element[],
  canvas: ColorCanvas,
): string | null {
  const style = getComputedStyle(element);
  const color = style.webkitTextFillColor;
  const behind = listBehind(element);
  const isTransparent = alphaOf(color) === 0;
  const colors = behind.map((at) => getComputedStyle(at).backgroundColor);
  if (!isTransparent && canvas.contrastOf(color, colors) >= MIN_CONTRAST) return null;
  // A drawing has shapes behind its texts.
  if (element.closest("svg, [aria-hidden=true]") !== null || style.textShadow !== "none") return null;
  if (style.webkitTextStrokeWidth !== "0px" || !behind.every((at) => isPlain(at, lines))) return null;
  if (isTransparent) return "its colour is transparent";
  const isOnOther = elements.some((other) => !other.contains(element) && isUnder(other, element, lines));
  return isOnOther ? null : "its colour is that of what is behind it";
}

/** The elements around a text, up to the first one that hides what is behind it. */
function listBehind(element: Element): Element[] {
  const behind: Element[] = [];
  for (let at: Element | null = element; at !== null; at = drawnParent(at)) {
    behind.push(at);
    if (alphaOf(getComputedStyle(at).backgroundColor) === 1) break;
  }
  return behind;
}

/** Whether the background of an element around a text is only a colour, and behind all of the text. */
function isPlain(element: Element, lines: readonly DOMRect[]): boolean {
  const { backgroundColor, backgroundImage, filter, mixBlendMode } = getComputedStyle(element);
  if (backgroundImage !== "none" || filter !== "none" || mixBlendMode !== "normal") return false;
  if (["::before", "::after"].some((part) => isPainted(getComputedStyle(element, part)))) return false;
  const box = element.getBoundingClientRect();
  return alphaOf(backgroundColor) === 0 || lines.every((line) => contains(box, line));
}

/** Whether an element that is not around a text paints something where the text is. */
function isUnder(other: Element, element: Element, lines: readonly DOMRect[]): boolean {
  if (element.contains(other)) return false;
  const isPicture = other.matches("img, svg, canvas, video");
  if (!isPicture && !isPainted(getComputedStyle(other))) return false;
  const { left, right, top, bottom } = other.getBoundingClientRect();
  return lines.some((line) =>
    line.left < right && line.right > left && line.top < bottom && line.bottom > top
  );
}

function isPainted({ content, backgroundColor, backgroundImage }: CSSStyleDeclaration): boolean {
  return content !== "none" && (backgroundImage !== "none" || alphaOf(backgroundColor) > 0);
}

function contains(box: DOMRect, line: DOMRect): boolean {
  return line.left >= box.left - 1 && line.right <= box.right + 1 && line.top >= box.top - 1 &&
    line.bottom <= box.bottom + 1;
}

/** Reads colours of every notation as they are painted. */
class ColorCanvas {
  readonly #pen: CanvasRenderingContext2D;

  constructor() {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 1;
    this.#pen = canvas.getContext("2d", { willReadFrequently: true })!;
  }

  /** The contrast of a text with the colours behind it, the uppermost first, as WCAG defines it. */
  contrastOf(color: string, behind: readonly string[]): number {
    for (const one of ["white", ...behind.toReversed()]) this.#paint(one);
    const ground = this.#luminance();
    this.#paint(color);
    const text = this.#luminance();
    return (Math.max(ground, text) + 0.05) / (Math.min(ground, text) + 0.05);
  }

  #paint(color: string): void {
    this.#pen.fillStyle = color;
    this.#pen.fillRect(0, 0, 1, 1);
  }

  #luminance(): number {
    const [red, green, blue] = [...this.#pen.getImageData(0, 0, 1, 1).data].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  }
}
