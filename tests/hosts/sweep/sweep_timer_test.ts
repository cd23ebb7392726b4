import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import type { LogEvent } from "../../../core/commit/mod.ts";
import { startSweepTimer } from "../../../hosts/sweep/mod.ts";

/** A timer whose sweeps fail, since there is no database, beside other tasks. */
function startTimer(...others: readonly ((signal: AbortSignal) => Promise<unknown>)[]) {
  const slept: number[] = [];
  const events: LogEvent[] = [];
  let wake = () => {};
  const timer = startSweepTimer(
    {
      database: {}, // Each sweep fails at its first statement.
      retention: 1,
      createId: () => "id",
      clock: {
        now: () => 0,
        sleep: (milliseconds: number, signal?: AbortSignal) => {
          slept.push(milliseconds);
          return new Promise<void>((resolve, reject) => {
            wake = resolve;
            if (signal!.aborted) reject(signal!.reason);
            signal!.addEventListener("abort", () => reject(signal!.reason));
          });
        },
      },
      log: (event: LogEvent) => void events.push(event),
    } as unknown as Parameters<typeof startSweepTimer>[0],
    ...others,
  );
  return { timer, slept, events, wake: () => wake() };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await setImmediate();
}

Deno.test("a sweep runs at once and then every hour, a failure is logged, and none runs after the end", async () => {
  const { timer, slept, events, wake } = startTimer();
  await settle();
  assert.deepEqual([slept, events.length], [[3_600_000], 1]);
  assert.deepEqual([events[0]!.event, events[0]!.level], ["sweep_failed", "warning"]);
  wake();
  await settle();
  assert.deepEqual([slept.length, events.length], [2, 2]);
  await timer.stop();
  await settle();
  assert.deepEqual([slept.length, events.length], [2, 2]);
});

Deno.test("a task beside the sweep that fails is logged, keeps no other from running, and runs again after an hour", async () => {
  const calls: string[] = [];
  const { timer, events, wake } = startTimer(
    () => Promise.reject(new Error(`failed ${calls.push("first")} times`)),
    (signal) => Promise.resolve(calls.push(`second ${signal.aborted}`)),
  );
  await settle();
  wake();
  await settle();
  await timer.stop();
  assert.deepEqual(calls, ["first", "second false", "first", "second false"]);
  const messages = events.map(({ message }) => message).filter((message) => message.includes("failed"));
  assert.deepEqual(messages, ["Cannot sweep: failed 1 times", "Cannot sweep: failed 3 times"]);
});

Deno.test("a task that the end stops is no failure", async () => {
  const { timer, events } = startTimer((signal) =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
  );
  await settle();
  const before = events.length;
  await timer.stop();
  assert.deepEqual([before, events.length], [1, 1]);
});
