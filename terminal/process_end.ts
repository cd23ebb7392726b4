import process from "node:process";

/** One Ctrl-C can arrive several times within this time: from the terminal, and from each program that forwards it. */
const REPEATED_SIGNAL_MS = 1000;

/** Why a process ends: the reason of the signal of {@linkcode watchProcessEnd}. */
export class ProcessEnd extends DOMException {
  /** The signal that the process got. */
  readonly processSignal: "SIGINT" | "SIGTERM";

  constructor(processSignal: ProcessEnd["processSignal"]) {
    super(`the process got ${processSignal}`, "AbortError");
    this.processSignal = processSignal;
  }
}

/**
 * Returns a signal that aborts on Ctrl-C or SIGTERM, with a {@linkcode ProcessEnd} as its reason. A second Ctrl-C at least a second later ends the process at once,
 * without closing anything.
 */
export function watchProcessEnd(): AbortSignal {
  const controller = new AbortController();
  let abortedAt = 0;
  const end = (name: ProcessEnd["processSignal"]) => {
    if (!controller.signal.aborted) {
      abortedAt = performance.now();
      controller.abort(new ProcessEnd(name));
    } else if (performance.now() - abortedAt > REPEATED_SIGNAL_MS) process.exit(130);
  };
  process.on("SIGINT", () => end("SIGINT"));
  process.on("SIGTERM", () => end("SIGTERM"));
  return controller.signal;
}

/** Resolves when the signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
