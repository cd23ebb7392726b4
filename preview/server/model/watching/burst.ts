/** How long a burst waits, in milliseconds. */
interface BurstTimes {
  /** Without a further mark. */
  readonly quiet: number;
  /** After its first mark, however many follow. */
  readonly longest: number;
}

/** Makes one call out of many marks in quick succession. */
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

  /** Ends the burst now; does nothing outside a burst. */
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
