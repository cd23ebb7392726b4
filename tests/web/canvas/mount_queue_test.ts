import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { MountQueue } from "../../../web/canvas/mount_queue.ts";

/** A queue of cards that the test finishes, on timers that the test ends. */
function createQueue() {
  const started: string[] = [];
  const finish = new Map<string, () => void>();
  const queue = new MountQueue((widgetId) => {
    started.push(widgetId);
    return new Promise((resolve) => finish.set(widgetId, resolve));
  });
  const end = async (...widgetIds: string[]) => {
    for (const widgetId of widgetIds) finish.get(widgetId)!();
    await setImmediate();
  };
  return { queue, started, end };
}

const names = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `w${from + index}`);

Deno.test("six cards are mounted at the same time, those in view first, and the others in their order", async () => {
  const { queue, started, end } = createQueue();
  queue.setInView("w7", true);
  queue.setInView("w9", true);
  queue.setInView("w9", false);
  let isDone = false;
  const done = queue.replace(names(10)).then(() => isDone = true);
  assert.deepEqual(started, ["w7", "w0", "w1", "w2", "w3", "w4"]);
  queue.setInView("w8", true);
  await end("w2");
  await end("w7");
  assert.deepEqual(started.slice(6), ["w8", "w5"]);
  await end("w0", "w1", "w3", "w4", "w5");
  assert.deepEqual(started.slice(8), ["w6", "w9"]);
  assert.equal(isDone, false);
  await end("w6", "w8", "w9");
  await done;
});

Deno.test("cards that replace others drop those that wait, and share the turns with those that are being mounted", async () => {
  const { queue, started, end } = createQueue();
  void queue.replace(names(8));
  const done = queue.replace(names(3, 20));
  assert.equal(started.length, 6);
  await end("w0", "w1", "w2", "w3", "w4", "w5");
  assert.deepEqual(started.slice(6), names(3, 20));
  await end(...names(3, 20));
  await done;
});

Deno.test("a card that takes longer than two seconds gives its turn to the next, and only once", async () => {
  const { setTimeout, clearTimeout } = globalThis;
  const timers = new Map<number, () => void>();
  const delays: number[] = [];
  globalThis.setTimeout = ((run: () => void, delay: number) => {
    delays.push(delay);
    timers.set(delays.length, run);
    return delays.length;
  }) as unknown as typeof setTimeout;
  globalThis.clearTimeout = ((timer: number) => void timers.delete(timer)) as typeof clearTimeout;
  try {
    const { queue, started, end } = createQueue();
    const done = queue.replace(names(20));
    assert.deepEqual(delays, Array(6).fill(2_000));
    timers.get(1)!();
    timers.get(2)!();
    await setImmediate();
    assert.deepEqual(started.slice(6), ["w6", "w7"]);
    await end("w0", "w1");
    assert.equal(started.length, 8, "the turns of the slow cards are given once");
    await end("w2");
    assert.deepEqual([started.length, timers.has(3)], [9, false]);
    while (started.length < 20) await end(...started);
    await end(...started);
    await done;
  } finally {
    Object.assign(globalThis, { setTimeout, clearTimeout });
  }
});
