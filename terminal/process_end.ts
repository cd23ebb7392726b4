import process from "node:process";

/** One Ctrl-C arrives more than once, from the terminal and from each program that passes it on, within so many milliseconds. */
const ECHO_TIME = 1000;

/**
 * An abort signal for the end of the process by Ctrl-C or SIGTERM. A second Ctrl-C, a second or more later, does not wait
 * for what is being closed.
 */
export function watchProcessEnd(): AbortSignal {
  const controller = new AbortController();
  let abortedAt = 0;
  const end = () => {
    if (!controller.signal.aborted) {
      abortedAt = performance.now();
      controller.abort();
    } else if (performance.now() - abortedAt > ECHO_TIME) process.exit(130);
  };
  process.on("SIGINT", end);
  process.on("SIGTERM", end);
  return controller.signal;
}

/** Fulfils when the signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((fulfil) => signal.addEventListener("abort", () => fulfil(), { once: true }));
}
