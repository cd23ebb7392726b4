/** A page that is not visible gets no frames; it is updated after this time, in milliseconds. */
const HIDDEN_MS = 100;

/**
 * Wraps a function so that any number of calls before the next frame run it once, at the beginning of that frame. The cards
 * that have arrived in between are then rendered, laid out and painted together.
 */
export function oncePerFrame(run: () => void): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    const flush = () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      isWaiting = false;
      run();
    };
    const frame = requestAnimationFrame(flush);
    const timer = setTimeout(flush, HIDDEN_MS);
  };
}
