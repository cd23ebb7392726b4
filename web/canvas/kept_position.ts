/** How long the former height is reserved, in milliseconds. */
const RESERVED_MS = 10_000;

/** What an entry of the browser's history knows of the canvas, in CSS pixels. */
interface Position {
  readonly height: number;
  readonly top: number;
}

/**
 * Brings the reader back to the position in the page at which this entry of the history was left, by a reload or by going
 * back: reserves the height that the canvas had until the cards are there again. The browser itself would restore a position
 * while the page is still short. Where an application has a state of its own in the history, it is left alone.
 */
export function keepPosition(root: HTMLElement): void {
  const position = readPosition(history.state);
  const isOurs = () => history.state === null || readPosition(history.state) !== null;
  if (isOurs()) history.scrollRestoration = "manual";
  if (position !== null) {
    root.style.minHeight = `${position.height}px`;
    setTimeout(() => root.style.minHeight = "", RESERVED_MS);
    globalThis.scrollTo({ top: position.top, behavior: "instant" });
  }
  const remember = () => {
    if (!isOurs()) return;
    const tckCanvas: Position = { height: root.offsetHeight, top: globalThis.scrollY };
    history.replaceState({ tckCanvas }, "");
  };
  // A reload begins with the state from before "pagehide".
  document.addEventListener("scrollend", remember);
  globalThis.addEventListener("pagehide", remember);
}

function readPosition(state: unknown): Position | null {
  const { tckCanvas } = (state ?? {}) as { tckCanvas?: Partial<Position> };
  const { height, top } = tckCanvas ?? {};
  return typeof height === "number" && typeof top === "number" ? { height, top } : null;
}
