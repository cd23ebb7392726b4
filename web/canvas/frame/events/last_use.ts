/** The last time that the reader used a card. */
export interface CardUse {
  /** The card's own element. */
  readonly card: EventTarget;
  /** What was clicked, or had the focus when a key was pressed. */
  readonly element: Element;
  /** In milliseconds since the frame's document began to load. */
  readonly time: number;
}

/** How long after a use a card may take the focus, scroll the page, have a field reported and open a modal dialog. Browsers allow a pop-up for as long. */
const USE_MS = 5_000;

const now = performance.now.bind(performance);

/** Whether a use is recent enough for what a card may do only after it. */
export function isRecent({ time }: CardUse): boolean {
  return now() - time < USE_MS;
}

/** The events by which a reader uses a card. */
const USES = ["pointerdown", "click", "keydown", "input"];

/** What the reader uses. */
export interface CardUses {
  /** The last use; null before the first. */
  readonly last: () => CardUse | null;
  /** Forgets it, so that no card may do what it may after a use. */
  forget(): void;
}

/** Watches what the reader uses. */
export function watchUses(): CardUses {
  let last: CardUse | null = null;
  const note = (event: Event) => {
    // At the document, the target of an event within a card is the card's own element.
    const { isTrusted, target: card, timeStamp: time } = event;
    const [element] = event.composedPath();
    if (isTrusted && card !== null && element instanceof Element) last = { card, element, time };
  };
  for (const type of USES) document.addEventListener(type, note, { capture: true, passive: true });
  return { last: () => last, forget: () => void (last = null) };
}
