/**
 * The container in a card's shadow root that an event passes through, of its content or of what is above it; undefined
 * outside cards. React's listeners are on it: one that is added later runs after them, even if a widget ends the event's
 * way to the document.
 */
export function findCardContainer(event: Event): Element | undefined {
  return event.composedPath().find((target): target is Element =>
    target instanceof Element &&
    (target.hasAttribute("data-tck-content") || target.hasAttribute("data-tck-portal"))
  );
}
