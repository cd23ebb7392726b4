/** A message from a framed card to the surrounding Stage. */
export interface CardMessage {
  readonly type: "tck:framed-card";
  /** The height of the frame's content, in CSS pixels. */
  readonly height: number;
  /** The attributes that {@link useReadySignal} has set in the frame. */
  readonly marks: { readonly ready: boolean; readonly error: string | null };
}

/**
 * In a frame, posts the height of the card and whether it has been painted to the surrounding Stage, now and after each
 * change. Outside a frame it does nothing. To be used as the `ref` of the element that contains the card.
 */
export function reportCardToParent(element: HTMLElement | null): (() => void) | undefined {
  if (element === null || globalThis.parent === globalThis.self) return;
  const { documentElement: root } = document;
  const report = () => {
    const { tckReady, tckError } = root.dataset;
    const message: CardMessage = {
      type: "tck:framed-card",
      height: Math.ceil(element.getBoundingClientRect().bottom + globalThis.scrollY),
      marks: { ready: tckReady !== undefined, error: tckError ?? null },
    };
    globalThis.parent.postMessage(message, location.origin);
  };
  const sizes = new ResizeObserver(report);
  sizes.observe(element);
  const marks = new MutationObserver(report);
  marks.observe(root, { attributeFilter: ["data-tck-ready", "data-tck-error"] });
  return () => {
    sizes.disconnect();
    marks.disconnect();
  };
}

/** Reads a message of a frame, or null if it is not a card message. */
export function readCardMessage(event: MessageEvent, frame: Window | null): CardMessage | null {
  if (event.source !== frame || event.origin !== location.origin) return null;
  const { type, height, marks } = (event.data ?? {}) as { [field in keyof CardMessage]?: unknown };
  const isMessage = type === "tck:framed-card" && typeof height === "number" && typeof marks === "object";
  return isMessage && marks !== null ? event.data as CardMessage : null;
}
