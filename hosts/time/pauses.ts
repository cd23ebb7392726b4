import { setTimeout } from "node:timers/promises";

/** How long synchronous work may keep other events waiting, in milliseconds. */
const MAX_WORK_MS = 5;

/** When the process last handled what had arrived. */
let since = performance.now();

/** The turn of the step that was announced last. */
let last: Promise<void> = Promise.resolve();

/** How long a turn is waited for, in milliseconds: on workerd, that of a request whose client has left does not end. */
const PATIENCE_MS = 1_000;

/**
 * Lets pending events run first, if that was a while ago: for work that consists of many short synchronous steps, in a process
 * that answers requests. Of all who work so, one goes on at a time.
 */
export function pauseWork(): Promise<void> {
  if (performance.now() - since < MAX_WORK_MS) return Promise.resolve();
  last = takeTurn(last);
  return last;
}

/** Waits for the step before, which may have taken long. */
async function takeTurn(before: Promise<void>): Promise<void> {
  const late = new AbortController();
  const patience = setTimeout(PATIENCE_MS, undefined, { signal: late.signal }).catch(() => {});
  await Promise.race([before, patience]);
  late.abort();
  if (performance.now() - since < MAX_WORK_MS) return;
  await letOthersRun();
  since = performance.now();
}

/**
 * Lets the process handle what has arrived. On Deno a request needs several turns of the event loop, of which `setImmediate`
 * waits for one and a timer for a few: with one timer after each 5 ms of a thousand bundles, a request waited for 430 ms, with
 * two for 90.
 */
export async function letOthersRun(): Promise<void> {
  await setTimeout(0);
  await setTimeout(0);
}
