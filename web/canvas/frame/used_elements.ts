import { isReadBy, takeGetter, takeMethod } from "./native_members.ts";
import type { ShadowRoots } from "./shadow_roots.ts";

const readName = takeGetter(Element.prototype, "localName");
const readNamespace = takeGetter(Element.prototype, "namespaceURI");
const readEditable = takeGetter(HTMLElement.prototype, "isContentEditable");
const hasAttribute = takeMethod(Element.prototype, "hasAttribute");

/** The local name of an element; empty for what is no element. */
export function nameOf(target: EventTarget): string {
  return isReadBy(readName, target) ? readName(target) : "";
}

/** Whether a reader can edit the text of an element. */
export function isEditable(target: EventTarget): boolean {
  return isReadBy(readEditable, target) && readEditable(target);
}

/**
 * The innermost element of an event's path that takes the focus, or is activated, when the reader presses it; null if there is
 * none, or its text is edited. An element with a shadow root may have such an element where the path does not show it.
 */
export function findUsed(path: readonly EventTarget[], roots: Pick<ShadowRoots, "find">): Element | null {
  for (let index = 0; index < path.length; index++) {
    const target = path[index]!;
    if (isEditable(target)) return null;
    if (!isReadBy(readName, target)) continue;
    if (isUsed(target) || hasAttribute(target, "tabindex") || roots.find(target) !== undefined) return target;
  }
  return null;
}

function isUsed(element: Element): boolean {
  switch (readName(element)) {
    case "a":
    case "area":
    case "button":
    case "embed":
    case "iframe":
    case "input":
    case "label":
    case "object":
    case "select":
    case "summary":
    case "textarea":
      return true;
    case "audio":
    case "video":
      return hasAttribute(element, "controls");
    default:
      return readNamespace(element) === MATHML && hasAttribute(element, "href");
  }
}

export const MATHML = "http://www.w3.org/1998/Math/MathML";
