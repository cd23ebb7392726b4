import { LEAST_TITLE } from "../../../../web/tck/layout/mod.ts";
import type { LayoutRule } from "../../../shots.ts";
import type { CardTree } from "./card_tree.ts";
import { KIT, TEXT_TAGS } from "./element.ts";
import type { MeasuredFault, Message } from "./measured_fault.ts";
import { isValue } from "./value.ts";

/** A part that a card does not show. Equal parts of one parent are one. */
interface DroppedPart {
  readonly rule: LayoutRule;
  /** The first of the equal parts. */
  readonly element: HTMLElement;
  /** All of them. */
  readonly group: readonly HTMLElement[];
}

/** What a card does not show because it does not fit (see the kit's layout). */
export interface DroppedContent {
  readonly faults: readonly MeasuredFault[];
  /** The first block, or item of a list or table, that is not shown; null when all are. */
  readonly first: DroppedBlock | null;
}

export interface DroppedBlock {
  readonly element: Element;
  /** How high it is where there is room, in CSS pixels. */
  readonly height: number;
  /** How many more CSS pixels the card needs to show it; null when it has no place at this size, or needs very many. */
  readonly needs: number | null;
}

/** The most pieces of a card that are reported. */
const MAX_PARTS = 20;

/** Finds what a card does not show, and how many more pixels it needs to show it. */
export function findDroppedContent({ article }: CardTree): DroppedContent {
  const stack = stackOf(article);
  if (stack === null) return { faults: [], first: null };
  const parts = groupEqual([...listDropped(stack), ...stack.querySelectorAll<HTMLElement>(CLAMPED)])
    .slice(0, MAX_PARTS);
  if (parts.length === 0) return { faults: [], first: null };
  const bare = findBare(stack, parts);
  const sizes = measureParts(stack, parts);
  const faults = parts.map((part, index): MeasuredFault => {
    const { needs } = sizes[index]!;
    return {
      rule: part === bare?.part ? "card.bare" : part.rule,
      message: [part === bare?.part ? bare.left : "", ...describePart(part, needs)],
      element: part.element,
      pixels: needs ?? undefined,
    };
  });
  // The heading of a section is dropped with its content.
  const first = parts.findIndex(({ rule, element }) =>
    rule === "item.dropped" || (rule === "block.dropped" && !element.matches(".kit-section"))
  );
  return { faults, first: first === -1 ? null : { element: parts[first]!.element, ...sizes[first]! } };
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
    const isEqual = last?.parentElement === element.parentElement && isAlike(last, element) &&
      isRepeated(element);
    if (isEqual) groups.at(-1)!.push(element);
    else groups.push([element]);
  }
  return groups.map((group) => ({ rule: ruleOf(group[0]!), element: group[0]!, group }));
}

/** Whether two elements are the same kind of block: a `Match` in a list is an item as well. */
function isAlike(one: Element, other: Element): boolean {
  return one.localName === other.localName && one.classList[0] === other.classList[0];
}

function isRepeated(element: Element): boolean {
  return element.parentElement!.matches(".kit-list, tbody, .kit-grid, .kit-days");
}

/** The rule for each kind of content that the layout left out. */
const RULES: { readonly [kind: string]: LayoutRule } = { block: "block.dropped", row: "item.dropped" };

/** A list and a table show the number of what they do not show; a block and the end of a header leave nothing. */
function ruleOf(element: HTMLElement): LayoutRule {
  if (element.matches(".kit-header-end")) return "header.dropped";
  return RULES[element.dataset.dropped ?? ""] ?? "detail.dropped";
}

/** The blocks for which a reader opens a card. */
const DATA = ".kit-list, .kit-table-frame, .kit-figure, .tck-chart";

/** Blocks of text. What is left of a card without its data is an introduction to it, unless it is a value. */
const TEXT = `.kit-text, .kit-heading, .kit-heading-group, .kit-callout, .kit-badge, ${TEXT_TAGS}`;

/** The block without which a card says nothing, and what is left; null for a card that still says something. */
function findBare(
  stack: HTMLElement,
  parts: readonly DroppedPart[],
): { readonly part: DroppedPart; readonly left: string } | null {
  const blocks = parts.filter(({ rule }) => rule === "block.dropped");
  const shown = [...stack.children].filter((child) => child.getClientRects().length > 0);
  const rest = shown.filter((child) => !child.matches(".kit-header"));
  if (rest.length === 0) {
    return blocks.length === 0 ? null : { part: blocks[0]!, left: "Only the header is left: " };
  }
  const data = blocks.find(({ element }) => element.matches(DATA) || element.querySelector(DATA) !== null);
  if (data === undefined || rest.some(saysSomething)) return null;
  const left = rest.length === shown.length
    ? "Only a text is left: "
    : "Only the header and a text are left: ";
  return { part: data, left };
}

function saysSomething(block: Element): boolean {
  if (block.getClientRects().length === 0) return false;
  if (block.matches(".kit-stack, .kit-grid")) return [...block.children].some(saysSomething);
  return !block.matches(TEXT) || isValue(block, (block.textContent ?? "").trim()) ||
    block.querySelector("img, svg, canvas, video") !== null;
}

type PartSize = Pick<DroppedBlock, "height" | "needs">;

/** How high each part is where it is shown, and how many more pixels of height, or of width in a header, it needs. */
function measureParts(stack: HTMLElement, parts: readonly DroppedPart[]): PartSize[] {
  const card = stack.parentElement!;
  card.dispatchEvent(new Event("tck-needs", { bubbles: true, composed: true }));
  return parts.map(({ rule, element, group }) => ({
    height: heightOf(element),
    needs: rule === "header.dropped" ? excessBeside(element) : leastOf(group),
  }));
}

function leastOf(group: readonly HTMLElement[]): number | null {
  // The page writes it, and so can a widget.
  const needs = group.flatMap(({ dataset }) =>
    /^\d{1,3}$/.test(dataset.needs ?? "") ? [Number(dataset.needs)] : []
  );
  return needs.length === 0 ? null : Math.min(...needs);
}

function heightOf(element: HTMLElement): number {
  const { dropped } = element.dataset;
  delete element.dataset.dropped;
  const { height } = element.getBoundingClientRect();
  if (dropped !== undefined) element.dataset.dropped = dropped;
  return Math.round(height);
}

/** As the kit measures it: beside the title, whose first letters, or all of a shorter one, stay instead of what is before it. */
function excessBeside(end: HTMLElement): number {
  const header = end.parentElement!;
  const title = header.querySelector(".kit-header-title")!;
  const start = header.querySelector<HTMLElement>(".kit-header-start");
  const { dropped } = end.dataset;
  delete header.dataset.wrapped;
  delete end.dataset.dropped;
  if (start !== null) start.dataset.dropped = "";
  const missing = Math.min(LEAST_TITLE, title.scrollWidth) - title.clientWidth;
  const excess = missing + header.scrollWidth - header.clientWidth;
  if (start !== null) delete start.dataset.dropped;
  if (dropped !== undefined) end.dataset.dropped = dropped;
  return Math.max(1, Math.round(excess));
}

function describePart({ rule, element, group }: DroppedPart, needs: number | null): Message {
  const noRoom = "there is no room for it at this size";
  const why = needs === null ? noRoom : `it needs ${needs} px more`;
  if (element.matches(".kit-header-start")) return ["The start of ", element, ` is not shown: ${noRoom}`];
  if (rule === "header.dropped") {
    return [element, ` is not shown beside the title: it is ${needs} px too wide`];
  }
  if (element.dataset.clamped !== undefined) return [element, ` is cut off: ${why}`];
  const all = [...element.parentElement!.children].filter((child) => isAlike(child, element));
  const count = group.length > 1
    ? `, the first of ${group.length} of ${all.length},`
    : rule === "item.dropped"
    ? `, one of ${all.length},`
    : "";
  return [element, `${count} is not shown: ${why}`];
}
