import { takeModifierReader } from "./modifier_keys.ts";
import { isReadBy, takeGetter, takeMethod } from "../native_members.ts";

/** The interfaces of events that have modifier keys. Not every browser has each of them. */
const INTERFACES = ["MouseEvent", "KeyboardEvent", "TouchEvent"] as const;

/**
 * Dispatches no event of a widget that has a modifier key or another button than the first: browsers open a tab for such a
 * click on a link, and Firefox for such a key too, although the frame is sandboxed. The link need not be in the document,
 * so that no listener could prevent it.
 *
 * Called before any widget runs. A frame within the frame has an origin of its own, so that a widget cannot take the
 * browser's method from there.
 */
export function limitSyntheticEvents(): void {
  const checks = INTERFACES.filter((name) => name in globalThis).map((name) =>
    takeModifierReader(globalThis[name].prototype)
  );
  const readButton = takeGetter(MouseEvent.prototype, "button");
  const opensTab = (event: Event) => {
    for (let index = 0; index < checks.length; index++) {
      const hasModifier = checks[index]! as (event: Event) => boolean;
      if (isReadBy(hasModifier, event) && hasModifier(event)) return true;
    }
    return isReadBy(readButton, event) && readButton(event) > 0;
  };
  const dispatch = takeMethod(EventTarget.prototype, "dispatchEvent");
  EventTarget.prototype.dispatchEvent = function (event) {
    return !opensTab(event) && dispatch(this, event);
  };
}
