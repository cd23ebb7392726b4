import type { ElementOwners, PageElement } from "../../../shots.ts";
import { drawnParent } from "./card_tree.ts";

const MAX_TEXT = 60;

/** How many elements around one its selector names. */
const SELECTOR_DEPTH = 3;

/** A text in messages, shortened. */
export function describeText(text: string): string {
  return `“${shorten(text)}”`;
}

/** A text in one line, without the characters that only say a direction. */
function shorten(text: string): string {
  const line = text.trim().replaceAll(/[\u061c\u200e\u200f\u2066-\u2069]/g, "").replaceAll(/\s+/g, " ");
  return line.length > MAX_TEXT ? `${line.slice(0, MAX_TEXT - 1)}…` : line;
}

/** Describes an element for people, and where its JSX is. */
export function describeElement(element: Element, { components, stacks }: ElementOwners): PageElement {
  return {
    selector: selectorOf(element),
    text: shorten(element.textContent ?? ""),
    components,
    stacks,
  };
}

/** Elements of a widget's own that hold a single text. */
export const TEXT_TAGS = "p, h1, h2, h3, h4, h5, h6, hgroup, a, b, i, em, strong, small, span, time, button";

/** The class of an element of the kit. */
export const KIT = /^(kit|tck)-/;

/** `Stat “Terminal”`: its component, or the tag of an element of the widget's own, and the beginning of its text. */
export function nameElement(element: Element, { components }: ElementOwners): string {
  // A chart is made of components of its own.
  const component = components.find((name) =>
    !element.matches(".tck-chart") || /Chart$|^Sparkline$/.test(name)
  );
  const isOfKit = KIT.test(element.className) || element.matches(".kit-table tr");
  // The labels of a chart's axes are before its name.
  const named = element.matches(".tck-chart") ? element.querySelector("caption") ?? element : element;
  const text = document.createTreeWalker(named, NodeFilter.SHOW_TEXT).nextNode()?.textContent?.trim() ?? "";
  const name = (isOfKit ? component : undefined) ?? `<${element.localName}>`;
  return text === "" ? name : `${name} ${describeText(text)}`;
}

function selectorOf(element: Element): string {
  const parts: string[] = [];
  let at: Element | null = element;
  while (
    at !== null && parts.length < SELECTOR_DEPTH && !at.matches("[data-tck-content], article.tck-card")
  ) {
    parts.unshift(simpleSelector(at));
    at = drawnParent(at);
  }
  return parts.join(" > ");
}

function simpleSelector(element: Element): string {
  if (element.id !== "" && !/[:«»]|^_r/.test(element.id)) return `${element.localName}#${element.id}`;
  const [name] = element.classList;
  return name === undefined ? element.localName : `${element.localName}.${name}`;
}
