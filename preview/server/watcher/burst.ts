/** How long a burst waits, in milliseconds. */
export interface BurstTimes {
  /** Without a further mark, until it is over. */
  readonly quiet: number;
  /** Since its first mark, however many follow. */
  readonly longest: number;
}

/** Makes one call of many marks that come close together. */
export class Burst {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #began: number | undefined;

  constructor(private readonly times: BurstTimes, private readonly run: () => void) {}

  mark(): void {
    const now = performance.now();
    this.#began ??= now;
    const longest = Math.max(0, this.#began + this.times.longest - now);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), Math.min(this.times.quiet, longest));
  }

  /** Ends a burst now; does nothing outside of one. */
  flush(): void {
    if (this.#began === undefined) return;
    this.cancel();
    this.run();
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#began = undefined;
  }
}
