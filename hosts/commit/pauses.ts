import { setImmediate } from "node:timers/promises";

/** How long synchronous work may keep other events waiting, in milliseconds. */
const MAX_WORK_MS = 5;

/** Pauses in work that consists of many short synchronous steps. */
export class Pauses {
  #since = performance.now();

  /** Lets pending events run first, if the last pause was a while ago. */
  async pause(): Promise<void> {
    if (performance.now() - this.#since < MAX_WORK_MS) return;
    await setImmediate();
    this.#since = performance.now();
  }
}
