/** The shortest time between two batches, in milliseconds. A task with the cards of one stays short. */
const INTERVAL_MS = 50;

/** A page that is not visible gets no frames; it is updated after this time, in milliseconds. */
const HIDDEN_MS = 100;

/**
 * Wraps a function so that many calls run it rarely: first at the beginning of the next frame, then at most once in 50 ms.
 * What has changed in between is rendered, laid out and painted together.
 */
export function batchCalls(run: () => void): () => void {
  let isWaiting = false;
  let lastRun = -Infinity;
  const wait = () => {
    const flush = () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      isWaiting = false;
      lastRun = performance.now();
      run();
    };
    const frame = requestAnimationFrame(flush);
    const timer = setTimeout(flush, HIDDEN_MS);
  };
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    const pause = lastRun + INTERVAL_MS - performance.now();
    if (pause > 0) setTimeout(wait, pause);
    else wait();
  };
}
