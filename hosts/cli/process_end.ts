import process from "node:process";

/**
 * An abort signal for the end of the process by Ctrl-C or SIGTERM. A second Ctrl-C does not wait.
 *
 * @returns the signal, and what gives the process its usual handling back
 */
export function watchProcessEnd(): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const end = () => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
  };
  process.on("SIGINT", end);
  process.on("SIGTERM", end);
  return {
    signal: controller.signal,
    release() {
      process.off("SIGINT", end);
      process.off("SIGTERM", end);
    },
  };
}

/** Fulfils when the signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((fulfil) => signal.addEventListener("abort", () => fulfil(), { once: true }));
}
