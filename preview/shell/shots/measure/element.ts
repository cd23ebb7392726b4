import type { PageElement } from "../../../shots.ts";
import { drawnParent } from "./card_tree.ts";

const MAX_TEXT = 60;

/** How many elements around one its selector names. */
const SELECTOR_DEPTH = 3;

/** How many owners of an element are searched for the widget's source. */
const MAX_OWNERS = 12;

/** A text in messages, shortened. */
export function describeText(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return `“${line.length > MAX_TEXT ? `${line.slice(0, MAX_TEXT - 1)}…` : line}”`;
}

/** Describes an element for people, and where its JSX is. */
export function describeElement(element: Element): PageElement {
  const owners = listOwners(element);
  const text = (element.textContent ?? "").trim().replaceAll(/\s+/g, " ");
  return {
    selector: selectorOf(element),
    text: text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text,
    components: owners.flatMap(({ type }) => nameOf(type) ?? []),
    stacks: owners.flatMap(({ _debugStack }) => _debugStack?.stack ?? []),
  };
}

/** The class of an element of the kit. */
export const KIT = /^(kit|tck)-/;

/** `Stat “Terminal”`: its component, or the tag of an element of the widget's own, and the beginning of its text. */
export function nameElement(element: Element): string {
  // A chart is made of components of its own.
  const component = describeElement(element).components.find((name) =>
    !element.matches(".tck-chart") || /Chart$|^Sparkline$/.test(name)
  );
  const isOfKit = KIT.test(element.className) || element.matches(".kit-table tr");
  const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()?.textContent?.trim() ?? "";
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

/** The parts of React's internal objects that its development build has for tools. */
interface Fiber {
  readonly type: unknown;
  readonly return: Fiber | null;
  readonly _debugOwner?: Fiber | null;
  readonly _debugStack?: { readonly stack?: string } | null;
}

/** The element's own fiber, and the components that rendered it, the innermost first. */
function listOwners(element: Element): Fiber[] {
  const owners: Fiber[] = [];
  let at: Fiber | null = fiberOf(element);
  while (at !== null && owners.length < MAX_OWNERS) {
    owners.push(at);
    at = at._debugOwner ?? null;
  }
  return owners;
}

function fiberOf(element: Element): Fiber | null {
  const key = Object.keys(element).find((name) => name.startsWith("__reactFiber$"));
  return key === undefined ? null : (element as unknown as Record<string, Fiber>)[key]!;
}

function nameOf(type: unknown): string | null {
  if (typeof type === "function") return type.name || null;
  const wrapped = type as { displayName?: string; render?: { name?: string }; type?: unknown } | null;
  if (typeof wrapped !== "object" || wrapped === null) return null;
  return wrapped.displayName ?? wrapped.render?.name ?? nameOf(wrapped.type);
}
