/** How often a frame is asked whether it responds, in milliseconds. */
const INTERVAL_MS = 2000;

/** How long it may take to answer, in milliseconds. */
const TIMEOUT_MS = 8000;

/**
 * Notices a frame that does not respond, such as one in an endless loop. A hidden page does not ask, since browsers slow
 * its timers down.
 */
export class Heartbeat {
  readonly #ping: () => void;
  readonly #onLost: () => void;
  #timer: ReturnType<typeof setInterval> | undefined;
  #answer: PromiseWithResolvers<void> | null = null;
  #askedAt = 0;

  /**
   * @param ping sends a message that the frame answers
   * @param onLost called once, when no answer has come
   */
  constructor(ping: () => void, onLost: () => void) {
    this.#ping = ping;
    this.#onLost = onLost;
  }

  /** Begins to ask, when the frame has started. Without effect if it has already begun. */
  start(): void {
    this.#timer ??= setInterval(() => this.#check(), INTERVAL_MS);
  }

  #check(): void {
    if (document.hidden) this.answer();
    else if (this.#answer === null) void this.ask();
    else if (performance.now() - this.#askedAt > TIMEOUT_MS) {
      this.stop();
      this.#onLost();
    }
  }

  /** Asks the frame. Resolves when it answers. */
  ask(): Promise<void> {
    if (this.#answer === null) {
      this.#answer = Promise.withResolvers();
      this.#askedAt = performance.now();
      this.#ping();
    }
    return this.#answer.promise;
  }

  /** Takes an answer. */
  answer(): void {
    this.#answer?.resolve();
    this.#answer = null;
  }

  /** Stops asking. */
  stop(): void {
    clearInterval(this.#timer);
  }
}
