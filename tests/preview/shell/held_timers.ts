/** Timers of one length, which end when the test says so; all others are those of the runtime. */
export function holdTimers(length: number) {
  const held = new Set<() => void>();
  const { setTimeout, clearTimeout } = globalThis;
  return {
    /** The functions of a page that set and end timers. */
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
    /** Ends the timers that run. @returns how many they were */
    pass(): number {
      const due = [...held];
      held.clear();
      for (const run of due) run();
      return due.length;
    },
    count: () => held.size,
  };
}
