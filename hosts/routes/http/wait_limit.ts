import type { Caller } from "./request_trace.ts";

/**
 * Limits the time that is spent waiting for another service, over several waits. The time between them, in which a slow
 * client reads, does not count.
 */
export class WaitLimit {
  readonly #controller = new AbortController();
  #left: number;

  /** @param milliseconds how long all waits may take together */
  constructor(milliseconds: number) {
    this.#left = milliseconds;
  }

  /** A limit that also ends when the client of the request that is being answered leaves. */
  static ofCaller(milliseconds: number, caller: Caller | undefined): WaitLimit {
    const limit = new WaitLimit(milliseconds);
    const client = caller?.request.signal;
    if (client?.aborted) limit.abort(client.reason);
    client?.addEventListener("abort", () => limit.abort(client.reason), { once: true, signal: limit.signal });
    return limit;
  }

  /** Aborts when the time is over, or by {@linkcode WaitLimit.abort}. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Ends the current wait and every later one. */
  abort(reason: unknown): void {
    this.#controller.abort(reason);
  }

  /** Waits for a promise; rejects with the reason of the abort when the limit is reached before. */
  async wait<T>(promise: Promise<T>): Promise<T> {
    const { signal } = this;
    if (signal.aborted) {
      // Nobody waits for what it becomes: a rejection would end the process.
      promise.catch(() => {});
      throw signal.reason;
    }
    const started = performance.now();
    const aborted = Promise.withResolvers<never>();
    const onAbort = () => aborted.reject(signal.reason);
    signal.addEventListener("abort", onAbort);
    const timer = setTimeout(
      () => this.abort(new DOMException("No answer in time", "TimeoutError")),
      this.#left,
    );
    try {
      return await Promise.race([promise, aborted.promise]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      this.#left = Math.max(0, this.#left - (performance.now() - started));
    }
  }
}
