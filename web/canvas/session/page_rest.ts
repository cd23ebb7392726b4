/** How long the browser is waited for at most, in milliseconds. It paints nothing for a page that is not visible. */
export const HIDDEN_MS = 100;

/** How long a busy page may delay what is not urgent, in milliseconds. */
const BUSY_MS = 400;

/** Waits for work, but not longer than a time in milliseconds. */
export async function waitAtMost(work: Promise<unknown>, milliseconds: number): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, milliseconds);
  await Promise.race([work, late.promise]);
  clearTimeout(timer);
}

/** Resolves when the browser has painted what was rendered. */
export async function painted(): Promise<void> {
  const frame = Promise.withResolvers<void>();
  // The timer is due after the painting of this frame.
  requestAnimationFrame(() => setTimeout(frame.resolve));
  await waitAtMost(frame.promise, HIDDEN_MS);
}

/** Resolves when the browser has painted what was rendered and has nothing else to do. */
export async function rested(): Promise<void> {
  await painted();
  if (typeof requestIdleCallback !== "function") return;
  await new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: BUSY_MS }));
}
