/** The last time that the reader used a card. */
export interface CardUse {
  /** The card's own element. */
  readonly card: EventTarget;
  /** What was clicked, or had the focus when a key was pressed. */
  readonly element: Element;
  /** In milliseconds since the frame's document began to load. */
  readonly time: number;
}

/** How long after a use a card may take the focus, scroll the page and open a modal dialog. Browsers allow a pop-up for as long. */
const USE_MS = 5_000;

/** Whether a use is recent enough for what a card may do only after it. */
export function isRecent({ time }: CardUse): boolean {
  return performance.now() - time < USE_MS;
}

/** The events by which a reader uses a card. */
const USES = ["pointerdown", "click", "keydown", "input"];

/** Watches what the reader uses. @returns gives the last use, null before the first */
export function watchUses(): () => CardUse | null {
  let last: CardUse | null = null;
  const note = (event: Event) => {
    // At the document, the target of an event within a card is the card's own element.
    const { isTrusted, target: card, timeStamp: time } = event;
    const [element] = event.composedPath();
    if (isTrusted && card !== null && element instanceof Element) last = { card, element, time };
  };
  for (const type of USES) document.addEventListener(type, note, { capture: true, passive: true });
  return () => last;
}
