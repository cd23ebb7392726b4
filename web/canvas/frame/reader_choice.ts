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
 * Follows what the reader has chosen: the element that was pressed last, also by a screen reader, until a key is pressed, or that
 * had the focus when the Tab key was released, until another key than its Enter is pressed, and no other around it. A card can
 * have the focus brought elsewhere, or the browser click on something else, and so get a key that was meant for another element,
 * card or page. When the document loses the focus, nothing is chosen.
 *
 * Called before any widget runs, so that no listener of a card comes before these.
 *
 * @returns whether an element is chosen
 */
export function followChoice(roots: Pick<ShadowRoots, "find">): (element: Element) => boolean {
  let pressed: Element | null = null;
  let reached: Element | null = null;
  const listen = <Type extends keyof WindowEventMap>(
    type: Type,
    choose: (event: WindowEventMap[Type]) => void,
  ) =>
    globalThis.addEventListener(type, (event) => {
      if (event.isTrusted) choose(event as WindowEventMap[Type]);
    }, { capture: true, passive: true });
  const press = (event: Event) => {
    pressed = findUsed(composedPath(event), roots);
    reached = null;
  };
  listen("pointerdown", press);
  // A screen reader makes no other.
  listen("mousedown", press);
  // A key may be meant for what the press has given the focus. A modifier that is held is repeated.
  listen("keydown", (event) => {
    if (isRepeated(event)) return;
    pressed = null;
    if (readKey(event) !== "Enter" || findUsed(composedPath(event), roots) !== reached) reached = null;
  });
  listen("keyup", (event) => isTab(event) && (reached = findUsed(composedPath(event), roots)));
  listen("blur", (event) => readTarget(event) === globalThis && (pressed = reached = null));
  return (element) => element === pressed || element === reached;
}

/** With other keys it leads to another tab or window. */
function isTab(event: KeyboardEvent): boolean {
  return readKey(event) === "Tab" && !hasControl(event) && !hasAlt(event) && !hasMeta(event);
}
