import { takeGetter, takeMethod } from "./native_members.ts";

/** The shadow roots of the document. No markup makes one. */
export interface ShadowRoots {
  /** Adds a listener to each root before any code has the root, for events that do not leave it. */
  listen(type: string, listener: (event: Event) => void): void;
  /** The element that has the focus, in closed roots too; null where none can have it. */
  findFocused(): Element | null;
  /** The root of an element, closed ones too. */
  find(host: Element): ShadowRoot | undefined;
}

/** Follows the shadow roots that are made from here on. Called before any widget runs. */
export function followShadowRoots(): ShadowRoots {
  const roots = new WeakMap<Element, ShadowRoot>();
  const listeners: [type: string, listener: (event: Event) => void][] = [];
  const find = takeMethod(WeakMap.prototype, "get") as (
    map: typeof roots,
    host: Element,
  ) => ShadowRoot | undefined;
  const remember = takeMethod(WeakMap.prototype, "set") as (
    map: typeof roots,
    host: Element,
    root: ShadowRoot,
  ) => unknown;
  const listen = takeMethod(EventTarget.prototype, "addEventListener");
  const readFocused = takeGetter(Document.prototype, "activeElement");
  const readFocusedOf = takeGetter(ShadowRoot.prototype, "activeElement");
  const attach = takeMethod(Element.prototype, "attachShadow");
  Element.prototype.attachShadow = function (options) {
    const root = attach(this, options);
    remember(roots, this, root);
    for (let index = 0; index < listeners.length; index++) {
      listen(root, listeners[index]![0], listeners[index]![1], { capture: true });
    }
    return root;
  };
  const readWithin = (host: Element) => {
    const root = find(roots, host);
    return root === undefined ? null : readFocusedOf(root);
  };
  return {
    listen: (type, listener) => {
      listeners.push([type, listener]);
      listen(document, type, listener, { capture: true });
    },
    find: (host) => find(roots, host),
    findFocused: () => {
      let focused = readFocused(document);
      for (let within = focused; within !== null; within = readWithin(focused!)) focused = within;
      return focused;
    },
  };
}
