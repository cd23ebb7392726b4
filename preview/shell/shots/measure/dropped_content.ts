import type { LayoutFault, LayoutRule } from "../../../shots.ts";
import type { CardTree } from "./card_tree.ts";
import { describeElement, KIT, nameElement } from "./element.ts";

/** A part that a card does not show. Equal parts of one parent are one. */
interface DroppedPart {
  readonly rule: LayoutRule;
  /** The first of the equal parts. */
  readonly element: HTMLElement;
  /** All of them. */
  readonly group: readonly HTMLElement[];
}

/** What a card does not show because it does not fit (see the kit's `fit`), and by how many pixels it is too large. */
export function findDroppedContent({ article }: CardTree): LayoutFault[] {
  const stack = stackOf(article);
  if (stack === null) return [];
  const parts = groupEqual([...listDropped(stack), ...stack.querySelectorAll<HTMLElement>(CLAMPED)]);
  if (parts.length === 0) return [];
  const bare = hasHeaderOnly(stack) ? parts.find(({ rule }) => rule === "block.dropped") : undefined;
  const excess = measureExcess(stack, parts);
  return parts.map((part, index): LayoutFault => {
    const { height, pixels } = excess[index]!;
    return {
      rule: part === bare ? "card.bare" : part.rule,
      message: (part === bare ? "Only the header is left: " : "") + describePart(part, height, pixels),
      element: describeElement(part.element),
      pixels: pixels > 0 ? pixels : undefined,
    };
  });
}

/** The first block that a card does not show, or null. */
export function findDroppedBlock({ article }: CardTree): Element | null {
  const stack = stackOf(article);
  return (stack === null ? [] : listDropped(stack)).find((part) => ruleOf(part) === "block.dropped") ?? null;
}

/** The content of the kit's `Card`, or null. */
export function stackOf(article: HTMLElement): HTMLElement | null {
  return article.shadowRoot?.querySelector<HTMLElement>(".kit-card > .kit-stack") ?? null;
}

/** Texts that are cut off because the rest of them does not fit. */
const CLAMPED = "[data-clamped]:not(:has([data-clamped]))";

/** What is no content, or is left out by an author's prop. */
const NOT_DROPPED = ".kit-more, .kit-floating, [data-priority]";

/** The outermost elements in one that the card does not show. */
function listDropped(root: Element): HTMLElement[] {
  return ([...root.children] as HTMLElement[]).flatMap((child) => {
    if (child.matches(NOT_DROPPED)) return [];
    return isDropped(child) ? [child] : listDropped(child);
  });
}

/** An element of the widget's own without a box is its author's decision. */
function isDropped(element: HTMLElement): boolean {
  if (getComputedStyle(element).display !== "none") return false;
  return element.dataset.dropped !== undefined ||
    (KIT.test(element.className) && (element.textContent ?? "").trim() !== "");
}

/** Items of a list, rows of a table and cells of a grid are reported together. */
function groupEqual(elements: readonly HTMLElement[]): DroppedPart[] {
  const groups: HTMLElement[][] = [];
  for (const element of elements) {
    const last = groups.at(-1)?.[0];
    const isEqual = last?.parentElement === element.parentElement && last?.className === element.className &&
      last?.localName === element.localName && isRepeated(element);
    if (isEqual) groups.at(-1)!.push(element);
    else groups.push([element]);
  }
  return groups.map((group) => ({ rule: ruleOf(group[0]!), element: group[0]!, group }));
}

function isRepeated(element: Element): boolean {
  return element.parentElement!.matches(".kit-list, tbody, .kit-grid, .kit-days");
}

/** A list and a table show the number of what they do not show; a block and the end of a header leave nothing. */
function ruleOf(element: HTMLElement): LayoutRule {
  if (element.matches(".kit-header-end")) return "header.dropped";
  if (element.dataset.dropped === undefined || element.matches(".kit-header-start")) return "detail.dropped";
  return element.parentElement!.matches(".kit-list, tbody") ? "item.dropped" : "block.dropped";
}

function hasHeaderOnly(stack: Element): boolean {
  return [...stack.children].every((child) =>
    child.matches(".kit-header") || child.getClientRects().length === 0
  );
}

/** How high a part is if the card shows everything, and by how many CSS pixels it, or what is after it, is too large. */
interface Excess {
  readonly height: number;
  readonly pixels: number;
}

/** Shows everything, and takes it back before anything is painted. */
function measureExcess(stack: HTMLElement, parts: readonly DroppedPart[]): Excess[] {
  const restore = showEverything(stack.parentElement!);
  try {
    const bottom = stack.getBoundingClientRect().bottom;
    const total = Math.max(...[...stack.querySelectorAll("*")].map(bottomOf)) - bottom;
    return parts.map(({ rule, element, group }) => {
      const own = Math.max(...group.map(bottomOf)) - bottom;
      const pixels = rule === "header.dropped"
        ? excessBeside(element)
        : Math.max(own, own > 0 ? 0 : total, 0);
      return { height: Math.round(element.getBoundingClientRect().height), pixels: Math.ceil(pixels) };
    });
  } finally {
    restore();
  }
}

function bottomOf(element: Element): number {
  const isDrawn = element.getClientRects().length > 0 &&
    !element.matches(".kit-visually-hidden, .kit-visually-hidden *");
  return isDrawn ? element.getBoundingClientRect().bottom : -Infinity;
}

/** As the kit measures it: 32 pixels of the title stay, or all of a shorter one, instead of what is before it. */
function excessBeside(end: Element): number {
  const header = end.parentElement!;
  const title = header.querySelector(".kit-header-title")!;
  const start = header.querySelector<HTMLElement>(".kit-header-start");
  const room = start === null ? 0 : start.offsetWidth + parseFloat(getComputedStyle(header).columnGap);
  return Math.min(32, title.scrollWidth) - title.clientWidth - room;
}

const MARKS = ["data-tight", "data-dropped", "data-clamped"];

/** Removes what the card has written to fit its content. Returns what writes it again. */
function showEverything(card: Element): () => void {
  const marked = [card, ...card.querySelectorAll("*")].flatMap((element) =>
    MARKS.flatMap((name) => element.getAttributeNode(name) ?? [])
      .map((attribute) => ({ element, attribute }))
  );
  const counts = [...card.querySelectorAll(".kit-more")].map((element) => ({
    element,
    text: element.textContent,
  }));
  for (const { element, attribute } of marked) element.removeAttributeNode(attribute);
  for (const { element } of counts) element.textContent = "";
  return () => {
    for (const { element, attribute } of marked) element.setAttributeNode(attribute);
    for (const { element, text } of counts) element.textContent = text;
  };
}

function describePart({ rule, element, group }: DroppedPart, height: number, pixels: number): string {
  const name = nameElement(element);
  const noRoom = "there is no room for it at this size";
  const why = pixels > 0 ? `the content is ${pixels} px too high` : noRoom;
  if (element.matches(".kit-header-start")) return `The start of ${name} is not shown: ${noRoom}`;
  if (rule === "header.dropped") return `${name} is not shown beside the title: it is ${pixels} px too wide`;
  if (element.dataset.clamped !== undefined) return `${name} is cut off: ${why}`;
  if (rule === "block.dropped" && group.length === 1) {
    const end = pixels > 0 ? `ends ${pixels} px too low` : noRoom;
    return `${name} is not shown: it is ${height} px high, and ${end}`;
  }
  const all = [...element.parentElement!.children].filter(({ className }) => className === element.className);
  const count = group.length === 1 && rule === "detail.dropped"
    ? ""
    : `, the first of ${group.length} of ${all.length},`;
  return `${name}${count} is not shown: ${why}`;
}
