import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";

/** The server is idle after this time without a request or an edit. */
const IDLE_MS = 400;

/** The time, and pauses that an abort ends. */
interface ActivityClock {
  now(): number;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

const SYSTEM_CLOCK: ActivityClock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }).catch(() => {}),
};

/** Whether the server has work that checks in the background would slow down. */
export class ServerActivity {
  readonly #firstPage = Promise.withResolvers<void>();
  readonly #clock: ActivityClock;
  #last: number;

  constructor(clock: ActivityClock = SYSTEM_CLOCK) {
    this.#clock = clock;
    this.#last = clock.now();
  }

  /** Records that a request or an edit has come. */
  record(): void {
    this.#last = this.#clock.now();
  }

  /** Records that a page has loaded the shell. It paints its first widget, which a check before would delay. */
  recordPage(): void {
    this.record();
    this.#firstPage.resolve();
  }

  /** Waits until a page has been loaded and nothing has come for a while, or until the wait is aborted. */
  async idle(signal: AbortSignal): Promise<void> {
    await this.#pageLoaded(signal);
    for (;;) {
      const rest = this.#last + IDLE_MS - this.#clock.now();
      if (rest <= 0 || signal.aborted) return;
      await this.#clock.sleep(rest, signal);
    }
  }

  async #pageLoaded(signal: AbortSignal): Promise<void> {
    const ended = new AbortController();
    const aborted = new Promise<void>((resolve) =>
      signal.addEventListener("abort", () => resolve(), { signal: ended.signal })
    );
    if (!signal.aborted) await Promise.race([this.#firstPage.promise, aborted]);
    ended.abort();
  }
}
