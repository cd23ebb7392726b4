/** How often a frame is looked at, in milliseconds. */
const INTERVAL_MS = 500;

/** An answer that takes longer is late, and so is a timer of the page, in milliseconds. */
export const LATE_MS = 500;

/** A reader notices that nothing responds after this time, in milliseconds. */
const STALLED_MS = 2_000;

/** The most that a pause counts, in milliseconds, however long the machine slept. */
const LONGEST_MS = 8_000;

/** The share of its time in which a frame may be late for ever. */
const LATE_SHARE = 0.5;

/** How often a hidden page asks, and how long an answer may take then, in milliseconds. Browsers slow its timers down. */
const HIDDEN_MS = 30_000;

/** How long a frame has to answer when another one was lost, in milliseconds. */
const PROBE_MS = 1_000;

/** How much longer than its share a frame may be late, in milliseconds. A slow start takes less. */
const RESERVE_MS = 10_000;

interface HeartbeatDependencies {
  /** Sends a message that the frame answers. */
  readonly ping: () => void;
  /** How long an answer may take, in milliseconds. */
  readonly timeoutMs: number;
  /** Called when the frame has not answered for a while, and with false when it has. */
  readonly onStall: (isStalled: boolean) => void;
  /** Called once, when the frame does not respond. */
  readonly onLost: () => void;
}

/**
 * Watches whether a frame responds. It is lost when one answer takes too long, such as in an endless loop, and when it has
 * been late for too much of its time, such as by loops that each end in time. Where the browser runs the frame in the
 * page's own process, these delay the page's looks instead of the answers. A hidden page asks rarely: its frame may hold up
 * those of other pages, which share a process with it.
 */
export class Heartbeat {
  readonly #dependencies: HeartbeatDependencies;
  #timer: ReturnType<typeof setInterval> | undefined;
  #answer: PromiseWithResolvers<number> | null = null;
  #askedAt = 0;
  #lookedAt = 0;
  #isStalled = false;
  /** Whether an answer was late since the last look. */
  #wasLate = false;
  /** Whether the last look was late. */
  #isPageLate = false;
  /** How much longer than its share the frame has been late, in milliseconds. */
  #excess = 0;
  /** How often a hidden page has looked for an answer that is overdue. */
  #missed = 0;

  /** @param dependencies how to ask, and callbacks */
  constructor(dependencies: HeartbeatDependencies) {
    this.#dependencies = dependencies;
  }

  /** Begins to ask, when the frame has started. Without effect if it has already begun. */
  start(): void {
    if (this.#timer !== undefined) return;
    this.#lookedAt = performance.now();
    this.#timer = setInterval(() => this.#look(), INTERVAL_MS);
  }

  /** Resolves when the frame answers in time. */
  async responds(): Promise<void> {
    while (await this.#ask() > LATE_MS);
  }

  /** Whether the frame answers, now that another one was lost. A hidden page does not wait for it: nobody sees its frame. */
  async survives(): Promise<boolean> {
    if (document.hidden) return false;
    const late = Promise.withResolvers<false>();
    const timer = setTimeout(() => late.resolve(false), PROBE_MS);
    const answered = await Promise.race([this.#ask().then(() => true), late.promise]);
    clearTimeout(timer);
    return answered;
  }

  /** Takes an answer. Returns whether it came in time, and the page asked in time. */
  answer(): boolean {
    if (this.#answer === null) return !this.#isPageLate;
    const delay = performance.now() - this.#askedAt;
    const isLate = delay > LATE_MS;
    this.#wasLate ||= isLate;
    this.#setStalled(false);
    this.#answer.resolve(delay);
    this.#answer = null;
    return !isLate && !this.#isPageLate;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#setStalled(false);
  }

  /** Asks the frame, unless its answer is awaited already. Resolves with how long it takes, in milliseconds. */
  #ask(): Promise<number> {
    if (this.#answer === null) {
      this.#answer = Promise.withResolvers();
      this.#askedAt = performance.now();
      this.#missed = 0;
      this.#dependencies.ping();
    }
    return this.#answer.promise;
  }

  #look(): void {
    const now = performance.now();
    const elapsed = now - this.#lookedAt;
    this.#lookedAt = now;
    if (document.hidden) return this.#lookHidden(now);
    const awaited = this.#answer === null ? 0 : now - this.#askedAt;
    this.#isPageLate = elapsed > INTERVAL_MS + LATE_MS;
    this.#count(elapsed, this.#isPageLate || this.#wasLate || awaited > LATE_MS);
    this.#wasLate = false;
    // A page that was late, such as after the machine slept, has not had the time to read the answer.
    const isLost = this.#excess > RESERVE_MS || (awaited > this.#dependencies.timeoutMs && !this.#isPageLate);
    if (awaited > STALLED_MS) this.#setStalled(true);
    if (isLost) this.#lose();
    else void this.#ask();
  }

  #setStalled(isStalled: boolean): void {
    if (isStalled === this.#isStalled) return;
    this.#isStalled = isStalled;
    this.#dependencies.onStall(isStalled);
  }

  /** The first look after the machine slept may be before an answer is read. */
  #lookHidden(now: number): void {
    this.#setStalled(false);
    this.#wasLate = false;
    this.#isPageLate = false;
    if (now - this.#askedAt <= HIDDEN_MS) return;
    if (this.#answer === null) void this.#ask();
    else if (++this.#missed > 1) this.#lose();
  }

  #lose(): void {
    this.stop();
    this.#dependencies.onLost();
  }

  #count(elapsed: number, isLate: boolean): void {
    const time = Math.min(elapsed, LONGEST_MS);
    this.#excess = Math.max(0, this.#excess + (isLate ? time : 0) - time * LATE_SHARE);
  }
}
