/** How often a frame is asked, in milliseconds. */
const INTERVAL_MS = 1_000;

/** How many answers may be missing in a row: before the first one, since the page has to be loaded, and then. */
const MAX_MISSING = { first: 30, next: 5 };

/** That many missing answers are no delay of a message any more. */
const LATE = 2;

interface FrameWatchDependencies {
  /** Sends a message that the frame answers. */
  readonly ping: () => void;
  /** Called when the frame does not respond, and with false when it does again. */
  readonly onStall: (isStalled: boolean) => void;
  /** Called when the frame does not respond and a source was edited since. */
  readonly onReplace: () => void;
}

/**
 * Watches whether a frame responds. A hidden page does not ask, since browsers slow its timers down; nor does time pass
 * for the frame while the page itself is late.
 */
export class FrameWatch {
  readonly #dependencies: FrameWatchDependencies;
  #timer: ReturnType<typeof setInterval> | undefined;
  #missing = 0;
  #allowed = MAX_MISSING.first;
  #isStalled = false;
  #wasEdited = false;

  /** @param dependencies how to ask, and callbacks */
  constructor(dependencies: FrameWatchDependencies) {
    this.#dependencies = dependencies;
  }

  /** Starts asking whether the frame responds. */
  start(): void {
    this.#timer = setInterval(() => this.#ask(), INTERVAL_MS);
  }

  answer(): void {
    this.#missing = 0;
    this.#allowed = MAX_MISSING.next;
    this.#wasEdited = false;
    if (this.#isStalled) this.#setStalled(false);
  }

  /** Takes an edit of a source. The one that stops the frame comes while it still answers. */
  edited(): void {
    if (this.#missing < LATE) return;
    this.#wasEdited = true;
    if (this.#isStalled) this.#dependencies.onReplace();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #ask(): void {
    if (document.hidden) return;
    this.#dependencies.ping();
    this.#missing++;
    if (this.#missing <= this.#allowed || this.#isStalled) return;
    this.#setStalled(true);
    if (this.#wasEdited) this.#dependencies.onReplace();
  }

  #setStalled(isStalled: boolean): void {
    this.#isStalled = isStalled;
    this.#dependencies.onStall(isStalled);
  }
}
