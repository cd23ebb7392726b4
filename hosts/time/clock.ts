import { setTimeout } from "node:timers/promises";
import type { Clock } from "../../core/commit/mod.ts";

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    setTimeout(milliseconds, undefined, signal === undefined ? {} : { signal }),
};
