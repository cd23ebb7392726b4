import { batchCalls } from "./batch_calls.ts";

/** How many times in a row the content may grow because the frame grew, before it is taken for a loop. */
const MAX_GROWTHS = 8;

/** Two changes within this time belong together, in milliseconds. */
const GROWTH_INTERVAL_MS = 400;

/**
 * Reports the height of the document's content now and after each change, in whole CSS pixels. Content that is higher
 * whenever the frame is higher, such as `height: 110vh`, would grow for ever: after a few such steps the height is kept
 * until the width changes or the content has been quiet. The height that was kept is reported once if nothing has followed
 * it, since it was no loop then.
 *
 * @returns a function to call when the content grows for another reason, such as a card that was mounted
 */
export function reportContentHeight(report: (height: number) => void): () => void {
  const { body } = document;
  let last = { height: -1, width: 0, time: 0 };
  let growths = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What follows within the interval is growth again, which ends a loop. */
  const reportLast = () => {
    last = { ...last, time: performance.now() };
    report(last.height);
  };
  const measure = () => {
    const height = Math.ceil(body.getBoundingClientRect().height);
    const width = globalThis.innerWidth;
    const time = performance.now();
    if (height === last.height) return;
    const isGrowth = height > last.height && width === last.width && time - last.time < GROWTH_INTERVAL_MS &&
      globalThis.innerHeight >= last.height;
    growths = isGrowth ? growths + 1 : 0;
    last = { height, width, time };
    clearTimeout(timer);
    if (growths <= MAX_GROWTHS) report(height);
    else if (growths === MAX_GROWTHS + 1) timer = setTimeout(reportLast, GROWTH_INTERVAL_MS);
  };
  new ResizeObserver(batchCalls(measure)).observe(body);
  measure();
  return () => void (growths = 0);
}
