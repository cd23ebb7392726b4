import { setTimeout } from "node:timers/promises";

/** The clock of this process. Deadlines that several processes share are checked by the database's clock. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after so many milliseconds; rejects when the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    setTimeout(milliseconds, undefined, signal === undefined ? {} : { signal }),
};
