import type { PageBox } from "../../../shots.ts";

/** A visible text of a card. */
export interface CardText {
  readonly node: Text;
  /** The element that contains it. */
  readonly element: Element;
  /** Without white space at its ends. */
  readonly text: string;
  /** A rectangle for each line, or part of one. */
  readonly lines: readonly DOMRect[];
}

/** What is drawn in a card: its shadow root, and the host's own part. */
export interface CardTree {
  readonly article: HTMLElement;
  /** In the order of the document. */
  readonly elements: readonly Element[];
  readonly texts: readonly CardText[];
  /** The texts in elements whose opacity is 0, which are in neither of both. */
  readonly faded: readonly CardText[];
}

/** Reads the elements and texts of a card that are laid out and visible. */
export function readCardTree(article: HTMLElement): CardTree {
  const elements: Element[] = [];
  const texts: CardText[] = [];
  const faded: CardText[] = [];
  const visit = (node: Node, isFaded: boolean) => {
    if (node instanceof Element) {
      if (!isShown(node)) return;
      const isFadedHere = isFaded || Number(getComputedStyle(node).opacity) < 0.05;
      if (!isFadedHere) elements.push(node);
      for (const child of childrenOf(node)) visit(child, isFadedHere);
    } else if (node instanceof Text) {
      const text = readText(node);
      if (text !== null) (isFaded ? faded : texts).push(text);
    }
  };
  for (const child of childrenOf(article)) visit(child, false);
  return { article, elements, texts, faded };
}

/** The parent in what is drawn: a slot's place, or the host of a shadow root. */
export function drawnParent(element: Element): Element | null {
  if (element.assignedSlot !== null) return element.assignedSlot;
  if (element.parentElement !== null) return element.parentElement;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

/** The elements around one in a card, the innermost first, without the card's article. */
export function ancestorsOf(element: Element, article: Element): Element[] {
  const ancestors: Element[] = [];
  for (let at = drawnParent(element); at !== null && at !== article; at = drawnParent(at)) ancestors.push(at);
  return ancestors;
}

/** The part of two rectangles that is in both, or null. */
export function intersect(one: PageBox, other: PageBox): DOMRect | null {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  const width = Math.min(one.x + one.width, other.x + other.width) - x;
  const height = Math.min(one.y + one.height, other.y + other.height) - y;
  return width > 0 && height > 0 ? new DOMRect(x, y, width, height) : null;
}

/** The box inside an element's border. */
export function paddingBox(element: Element): DOMRect {
  const { x, y } = element.getBoundingClientRect();
  const { clientLeft, clientTop, clientWidth, clientHeight } = element;
  return new DOMRect(x + clientLeft, y + clientTop, clientWidth, clientHeight);
}

function childrenOf(element: Element): readonly Node[] {
  if (element.shadowRoot !== null) return [...element.shadowRoot.childNodes];
  if (element instanceof HTMLSlotElement) {
    const assigned = element.assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  return [...element.childNodes];
}

/** The language of an element: of the nearest one that is drawn around it and has one; empty for none. */
export function languageOf(element: Element): string {
  for (let at: Element | null = element; at !== null; at = drawnParent(at)) {
    const language = at.getAttribute("lang");
    if (language !== null) return language;
  }
  return "";
}

/** Also false for what only screen readers get. */
function isShown(element: Element): boolean {
  if (element instanceof HTMLStyleElement || element instanceof HTMLScriptElement) return false;
  const style = getComputedStyle(element);
  if (style.display === "none" || style.visibility === "collapse") return false;
  if (style.display === "contents") return true;
  const { width, height } = element.getBoundingClientRect();
  const isClipped = style.overflow !== "visible" || style.clipPath !== "none" || style.clip !== "auto";
  return !(isClipped && style.position === "absolute" && width <= 2 && height <= 2) &&
    !/^inset\((50|100)%/.test(style.clipPath);
}

function readText(node: Text): CardText | null {
  const text = node.data.trim();
  const element = node.parentElement;
  if (text === "" || element === null || getComputedStyle(element).visibility !== "visible") return null;
  if (element.closest("svg") !== null && element.closest("text") === null) return null;
  const lines = linesOf(node);
  return lines.length === 0 ? null : { node, element, text, lines };
}

function linesOf(node: Text): DOMRect[] {
  const range = document.createRange();
  range.selectNodeContents(node);
  return [...range.getClientRects()].filter(({ width, height }) => width > 0.5 && height > 0.5);
}
