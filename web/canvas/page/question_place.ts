/** How much of an element is in view when all of it is: browsers round. */
const WHOLE = 0.99;

/** The least distance of a question from the edge of what is in view, in CSS pixels. */
const MARGIN = 8;

/**
 * Moves a dialog into the part of this document that the reader sees: the document may be a frame as high as its content, in
 * which the browser shows a dialog in the middle. Notifies of each change of the button's place in this document and of this
 * document's in the reader's window, and whether the dialog and the button are wholly in view.
 */
export function keepInView(
  dialog: HTMLDialogElement,
  button: HTMLElement,
  onMove: (isInView: boolean) => void,
  signal: AbortSignal,
): void {
  const elements = [document.documentElement, dialog, button] as const;
  const seen = new Map<Element, IntersectionObserverEntry>();
  let last = "";
  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries) seen.set(entry.target, entry);
    const [page, box, press] = elements.map((element) => seen.get(element));
    if (page === undefined || box === undefined || press === undefined) return;
    const isInView = box.intersectionRatio >= WHOLE && press.intersectionRatio >= WHOLE;
    const place = `${isInView} ${describe(press.boundingClientRect)} ${describe(page.intersectionRect)}`;
    if (place !== last) onMove(isInView);
    last = place;
    if (!isInView) moveInto(dialog, page.intersectionRect);
  }, { threshold: [0, WHOLE] });
  // What is observed again is reported in the next frame, also if it is as much in view as before.
  const look = () => {
    if (signal.aborted || !dialog.isConnected) return observer.disconnect();
    for (const element of elements) {
      observer.unobserve(element);
      observer.observe(element);
    }
    requestAnimationFrame(look);
  };
  look();
}

function describe({ x, y, width, height }: DOMRectReadOnly): string {
  return [x, y, width, height].map(Math.round).join(" ");
}

function moveInto({ style, offsetWidth, offsetHeight }: HTMLElement, part: DOMRectReadOnly): void {
  const [width, height] = [part.width - 2 * MARGIN, part.height - 2 * MARGIN];
  if (width <= 0 || height <= 0) return;
  Object.assign(style, {
    margin: "0",
    maxWidth: `min(32rem, ${width}px)`,
    maxHeight: `${height}px`,
    left: `${part.x + MARGIN + Math.max(0, width - offsetWidth) / 2}px`,
    top: `${part.y + MARGIN + Math.max(0, height - offsetHeight) / 2}px`,
  });
}
