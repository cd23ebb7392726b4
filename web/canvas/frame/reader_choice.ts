import { takeGetter, takeMethod } from "./native_members.ts";
import type { ShadowRoots } from "./shadow_roots.ts";
import { findUsed } from "./used_elements.ts";

const composedPath = takeMethod(Event.prototype, "composedPath");
const readTarget = takeGetter(Event.prototype, "target");
const readKey = takeGetter(KeyboardEvent.prototype, "key");
const hasControl = takeGetter(KeyboardEvent.prototype, "ctrlKey");
const hasAlt = takeGetter(KeyboardEvent.prototype, "altKey");
const isRepeated = takeGetter(KeyboardEvent.prototype, "repeat");
const hasMeta = takeGetter(KeyboardEvent.prototype, "metaKey");

/**
 * Follows what the reader has chosen: the element that was pressed last, also by a screen reader, or that had the focus when the
 * Tab key was released, and no other around it. A card can have the focus brought elsewhere, or the browser click on something
 * else, and so get a key that was meant for another element, card or page. Any key but Enter on the element ends the choice, and
 * so does the loss of the focus of the document.
 *
 * Called before any widget runs, so that no listener of a card comes before these.
 *
 * @returns whether an element is chosen
 */
export function followChoice(roots: Pick<ShadowRoots, "find">): (element: Element) => boolean {
  let chosen: Element | null = null;
  const find = (event: Event) => findUsed(composedPath(event), roots);
  const choose = (event: Event) => chosen = find(event);
  const listen = <Type extends keyof WindowEventMap>(
    type: Type,
    follow: (event: WindowEventMap[Type]) => void,
  ) =>
    globalThis.addEventListener(type, (event) => {
      if (event.isTrusted) follow(event as WindowEventMap[Type]);
    }, { capture: true, passive: true });
  listen("pointerdown", choose);
  // A screen reader makes no other.
  listen("mousedown", choose);
  listen("keydown", (event) => {
    // A modifier that is held is repeated.
    if (!isRepeated(event) && (readKey(event) !== "Enter" || find(event) !== chosen)) chosen = null;
  });
  listen("keyup", (event) => isTab(event) && choose(event));
  listen("blur", (event) => readTarget(event) === globalThis && (chosen = null));
  return (element) => element === chosen;
}

/** With other keys it leads to another tab or window. */
function isTab(event: KeyboardEvent): boolean {
  return readKey(event) === "Tab" && !hasControl(event) && !hasAlt(event) && !hasMeta(event);
}
