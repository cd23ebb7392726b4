/**
 * How tests wait. A test waits for an event, never for a time that is thought to be long enough: a busy machine takes
 * longer, a quiet one waits for nothing. `tests/check/waits.ts` finds timers elsewhere.
 *
 * @module
 */

/** How long a busy machine may take for what is done in a second on a quiet one. */
const PATIENCE_MS = 60_000;

/** How long to wait before it is asked again: a tenth of what was waited, since each question takes time of the processor. */
const [SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS] = [20, 100];

/**
 * Asks until it is so. For what sends no event: a process's end, a file, a row that another process writes.
 *
 * @param what what is waited for, for the error: `"the message is delivered"`
 * @throws Error when it is not so after `limitMs` (default: a minute)
 */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  limitMs: number = PATIENCE_MS,
): Promise<void> {
  const began = performance.now();
  while (!await isSo()) {
    const waited = performance.now() - began;
    if (waited > limitMs) throw new Error(`This did not come true in ${limitMs} ms: ${what}`);
    await pause(Math.max(SHORTEST_PAUSE_MS, Math.min(waited / 10, LONGEST_PAUSE_MS)));
  }
}

/**
 * Asks until there is a value, and returns it.
 *
 * @param what what is waited for, for the error: `"the first line of the log"`
 * @throws Error when there is none after `limitMs` (default: a minute)
 */
export async function untilFound<Value>(
  what: string,
  read: () => Value | null | Promise<Value | null>,
  limitMs: number = PATIENCE_MS,
): Promise<Value> {
  const found: Value[] = [];
  await until(what, async () => {
    const value = await read();
    if (value !== null) found.push(value);
    return value !== null;
  }, limitMs);
  return found[0]!;
}

/**
 * Waits for a promise that may never settle.
 *
 * @throws Error when it has not settled after `limitMs` (default: a minute)
 */
export async function within<Value>(
  what: string,
  promise: Promise<Value>,
  limitMs: number = PATIENCE_MS,
): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`This did not come in ${limitMs} ms: ${what}`)),
    limitMs,
  );
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Waits while something may *not* happen: only the time can show that. The test passes on a slow machine too, since what
 * would be wrong comes earlier or later but is never asserted to be there.
 *
 * @param why what may not happen meanwhile
 */
export async function whileNothingMay(why: string, milliseconds: number): Promise<void> {
  if (why === "") throw new Error("Say what may not happen");
  await pause(milliseconds);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
