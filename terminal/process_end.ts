import process from "node:process";

/** One Ctrl-C can arrive several times within this time: from the terminal, and from each program that forwards it. */
const REPEATED_SIGNAL_MS = 1000;

/**
 * Returns a signal that aborts on Ctrl-C or SIGTERM. A second Ctrl-C at least a second later ends the process at once,
 * without closing anything.
 */
export function watchProcessEnd(): AbortSignal {
  const controller = new AbortController();
  let abortedAt = 0;
  const end = () => {
    if (!controller.signal.aborted) {
      abortedAt = performance.now();
      controller.abort();
    } else if (performance.now() - abortedAt > REPEATED_SIGNAL_MS) process.exit(130);
  };
  process.on("SIGINT", end);
  process.on("SIGTERM", end);
  return controller.signal;
}

/** Resolves when the signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
