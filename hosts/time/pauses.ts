import { setTimeout } from "node:timers/promises";

/** How long synchronous work may keep other events waiting, in milliseconds. */
const MAX_WORK_MS = 5;

/** When the process last handled what had arrived. */
let since = performance.now();

/** The pause that was asked for last. */
let last: Promise<void> = Promise.resolve();

/**
 * Lets pending events run first, if that was a while ago: for work that consists of many short synchronous steps, in a process
 * that answers requests. Of all who work so, one goes on at a time: between two steps there is a pause.
 */
export async function pauseWork(): Promise<void> {
  if (performance.now() - since < MAX_WORK_MS) return;
  last = last.then(letOthersRun);
  await last;
  since = performance.now();
}

/**
 * Lets the process handle what has arrived. On Deno a request needs several turns of the event loop, and `setImmediate` waits
 * for one: with 20 ms of work in each, a request was answered after 340 ms.
 */
export async function letOthersRun(): Promise<void> {
  await setTimeout(0);
}
