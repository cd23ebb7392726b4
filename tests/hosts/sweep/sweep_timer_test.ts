import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import type { LogEvent } from "../../../core/commit/mod.ts";
import { startSweepTimer } from "../../../hosts/sweep/mod.ts";

Deno.test("a sweep runs at once and then every hour, a failure is logged, and none runs after the end", async () => {
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
            signal!.addEventListener("abort", () => reject(signal!.reason));
          });
        },
      },
      log: (event: LogEvent) => void events.push(event),
    } as unknown as Parameters<typeof startSweepTimer>[0],
  );
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await setImmediate();
  };
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
