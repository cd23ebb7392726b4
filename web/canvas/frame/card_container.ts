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

/** The element of the card that an element is in: the outermost host of its shadow roots; null outside cards. */
export function findCard(element: Element): Element | null {
  let card = null;
  for (let root = element.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode()) {
    card = root.host;
  }
  return card;
}

/** The widget whose card an event passes through, as its outermost element says: a card may have such elements too. */
export function findWidgetId(path: readonly EventTarget[]): string | null {
  const card = path.findLast((target): target is HTMLElement =>
    target instanceof HTMLElement && target.matches("article[data-widget-id]")
  );
  return card?.dataset.widgetId ?? null;
}
