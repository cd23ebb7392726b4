/** The machine's clock, time limits that run on a clock, and pauses and turns of work that others wait for. */
export { FairTurns } from "./fair_turns.ts";
export { letOthersRun, pauseWork } from "./pauses.ts";
import { setTimeout } from "node:timers/promises";
import type { Clock } from "../../core/commit/mod.ts";

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    setTimeout(milliseconds, undefined, signal === undefined ? {} : { signal }),
};

/**
 * Whether something of a time is at most so old, by a clock that may go back: what is in the future then is of no known age.
 * All in milliseconds.
 */
export function isYounger(since: number, age: number, now: number): boolean {
  return since <= now && now < since + age;
}

/** A signal that aborts after a time limit, unless it is disposed of before. */
interface TimeLimit extends Disposable {
  readonly signal: AbortSignal;
}

/** Starts a time limit, after which the signal aborts with a `TimeoutError`. */
export function startTimeLimit(clock: Clock, milliseconds: number): TimeLimit {
  const [limit, ended] = [new AbortController(), new AbortController()];
  clock.sleep(milliseconds, ended.signal).then(
    () => limit.abort(new DOMException(`no answer within ${milliseconds} ms`, "TimeoutError")),
    () => {},
  );
  return { signal: limit.signal, [Symbol.dispose]: () => ended.abort() };
}

/**
 * Rejects after the time limit, unless the work settles before. The signal aborts then; work that ignores it
 * continues.
 */
export async function limitTime<Result>(
  clock: Clock,
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  using limit = startTimeLimit(clock, milliseconds);
  const late = new Promise<never>((_, reject) => {
    limit.signal.addEventListener("abort", () => reject(limit.signal.reason));
  });
  return await Promise.race([work(limit.signal), late]);
}
