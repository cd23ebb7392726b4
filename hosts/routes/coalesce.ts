/** Runs a piece of work once for all who ask for the same key while it runs. */
export function createCoalescer<Result>(): (key: string, work: () => Promise<Result>) => Promise<Result> {
  const running = new Map<string, Promise<Result>>();
  return (key, work) => {
    const known = running.get(key);
    if (known !== undefined) return known;
    const promise = work().finally(() => running.delete(key));
    running.set(key, promise);
    return promise;
  };
}
