/** Timers of one length, which end when the test says so. */
interface HeldTimers {
  /** The functions of a page that set and end timers. Timers of other lengths are those of the runtime. */
  readonly globals: object;
  /** Ends the timers that run. @returns how many they were */
  pass(): number;
  /** How many timers run. */
  count(): number;
}

export function holdTimers(length: number): HeldTimers {
  const held = new Set<() => void>();
  const { setTimeout, clearTimeout } = globalThis;
  return {
    globals: {
      setTimeout(run: () => void, milliseconds: number) {
        if (milliseconds !== length) return setTimeout(run, milliseconds);
        const timer = () => run();
        held.add(timer);
        return timer;
      },
      clearTimeout: (timer: number | (() => void)) =>
        typeof timer === "function" ? held.delete(timer) : clearTimeout(timer),
    },
    pass() {
      const due = [...held];
      held.clear();
      for (const run of due) run();
      return due.length;
    },
    count: () => held.size,
  };
}
