import { setTimeout } from "node:timers/promises";

/** Time, as the commit service sees it. What must be right by one clock for all goes by the database's. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Fulfils after so many milliseconds; rejects when the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    setTimeout(milliseconds, undefined, signal === undefined ? {} : { signal }),
};
