/**
 * How long requests join a running piece of work, in milliseconds. Work that takes longer may have stalled, so it is
 * begun again.
 */
const MAX_JOIN_MS = 2_000;

/** Runs a piece of work once for all who ask for the same key while it runs, unless it takes long. */
export function createCoalescer<Result>(
  maxJoinMs = MAX_JOIN_MS,
): (key: string, work: () => Promise<Result>) => Promise<Result> {
  const running = new Map<string, { promise: Promise<Result>; started: number }>();
  return (key, work) => {
    const known = running.get(key);
    const started = performance.now();
    if (known !== undefined && started - known.started < maxJoinMs) return known.promise;
    const promise = work().finally(() => {
      if (running.get(key)?.promise === promise) running.delete(key);
    });
    running.set(key, { promise, started });
    return promise;
  };
}
