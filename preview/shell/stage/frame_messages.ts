/** What a framed card tells the Stage around it. */
export interface CardMessage {
  readonly type: "tck:framed-card";
  /** The height of the card and what is around it, in CSS pixels. */
  readonly height: number;
  /** What {@link useReadyMark} has marked in the frame. */
  readonly marks: { readonly ready: boolean; readonly error: string | null };
}

/**
 * In a frame, tells the Stage around it how high the card is and whether it has been painted, now and after each change.
 * Elsewhere it does nothing. It is the `ref` of the element that holds the card.
 */
export function announceCard(element: HTMLElement | null): (() => void) | undefined {
  if (element === null || globalThis.parent === globalThis.self) return;
  const { documentElement: root } = document;
  const announce = () => {
    const { tckReady, tckError } = root.dataset;
    const message: CardMessage = {
      type: "tck:framed-card",
      height: Math.ceil(element.getBoundingClientRect().bottom + globalThis.scrollY),
      marks: { ready: tckReady !== undefined, error: tckError ?? null },
    };
    globalThis.parent.postMessage(message, location.origin);
  };
  const sizes = new ResizeObserver(announce);
  sizes.observe(element);
  const marks = new MutationObserver(announce);
  marks.observe(root, { attributeFilter: ["data-tck-ready", "data-tck-error"] });
  return () => {
    sizes.disconnect();
    marks.disconnect();
  };
}

/** Reads a message of a frame, or null when it is none. */
export function readCardMessage(event: MessageEvent, frame: Window | null): CardMessage | null {
  if (event.source !== frame || event.origin !== location.origin) return null;
  const { type, height, marks } = (event.data ?? {}) as { [field in keyof CardMessage]?: unknown };
  const isMessage = type === "tck:framed-card" && typeof height === "number" && typeof marks === "object";
  return isMessage && marks !== null ? event.data as CardMessage : null;
}
