interface Timer {
  due: number;
  repeat: number | null;
  run: () => void;
}

const { now } = Date;

/** Timers that the process around a realm drives: what a widget leaves running ends with its realm. */
export class Timers {
  readonly #timers = new Map<number, Timer>();
  #last = 0;

  /** What a page has of timers. */
  readonly globals = {
    setTimeout: (callback: unknown, delay?: unknown, ...values: unknown[]) =>
      this.#set(callback, delay, false, values),
    setInterval: (callback: unknown, delay?: unknown, ...values: unknown[]) =>
      this.#set(callback, delay, true, values),
    clearTimeout: (id?: unknown) => this.#clear(id),
    clearInterval: (id?: unknown) => this.#clear(id),
  };

  /** Milliseconds until the next timer is due, or -1 when there is none. */
  delay(): number {
    const next = this.#next();
    return next ? Math.max(0, next[1].due - now()) : -1;
  }

  /** Runs the next timer, due or not. */
  fire(): void {
    const next = this.#next();
    if (!next) return;
    const [id, timer] = next;
    if (timer.repeat === null) this.#timers.delete(id);
    else timer.due = now() + timer.repeat;
    timer.run();
  }

  #set(callback: unknown, delay: unknown, repeats: boolean, values: unknown[]): number {
    if (typeof callback !== "function") throw new TypeError("a timer's callback is not a function");
    const milliseconds = Math.max(1, Number(delay) || 0);
    this.#timers.set(++this.#last, {
      due: now() + milliseconds,
      repeat: repeats ? milliseconds : null,
      run: () => callback(...values),
    });
    return this.#last;
  }

  #clear(id: unknown): void {
    this.#timers.delete(Number(id));
  }

  #next(): [number, Timer] | null {
    let next: [number, Timer] | null = null;
    for (const entry of this.#timers) if (!next || entry[1].due < next[1].due) next = entry;
    return next;
  }
}
