import { takeGetter, takeMethod } from "./native_members.ts";
import { withhold } from "./withheld_globals.ts";

/** The part of the Navigation API that is used here, which the type library may lack. */
interface NavigateEvent extends Event {
  readonly hashChange: boolean;
  readonly navigationType: "push" | "replace" | "reload" | "traverse";
}

/**
 * Keeps widgets from navigating the page, with what they have read in the address: no policy of a document restricts that
 * where the document is not in a frame. Links within the page, and what the reader does with the browser's own buttons, are
 * left alone; so are browsers without the Navigation API, and documents of an opaque origin, for which it does nothing.
 *
 * Called before any widget runs.
 */
export function keepDocument(): void {
  const { navigation, NavigateEvent } = globalThis as {
    navigation?: EventTarget;
    NavigateEvent?: { prototype: NavigateEvent };
  };
  if (navigation === undefined || NavigateEvent === undefined) return;
  const isHashChange = takeGetter(NavigateEvent.prototype, "hashChange");
  const readType = takeGetter(NavigateEvent.prototype, "navigationType");
  const preventDefault = takeMethod(Event.prototype, "preventDefault");
  // It could make any address of a change within the page.
  withhold(NavigateEvent.prototype, "intercept");
  const keep = (event: Event) => {
    const navigate = event as NavigateEvent;
    if (!isHashChange(navigate) && readType(navigate) !== "traverse") preventDefault(navigate);
  };
  // The first listener that captures runs before every one of a widget, which could keep others from it.
  navigation.addEventListener("navigate", keep, { capture: true });
}
