import assert from "node:assert/strict";
import { limitTime, startTimeLimit, systemClock } from "../../../hosts/time/mod.ts";

Deno.test.sanitizer({ ops: true, resources: true });

Deno.test("a time limit aborts with its time in the reason, and not after it was disposed of", async () => {
  const limit = startTimeLimit(systemClock, 1);
  const aborted = Promise.withResolvers<void>();
  limit.signal.addEventListener("abort", () => aborted.resolve());
  await aborted.promise;
  assert.equal(limit.signal.reason.message, "no answer within 1 ms");
  let signal;
  {
    using disposed = startTimeLimit(systemClock, 3_600_000);
    signal = disposed.signal;
  }
  assert.equal(signal.aborted, false);
});

Deno.test("a promise within the limit keeps its outcome and leaves no timer, a late one is rejected", async () => {
  assert.equal(await limitTime(systemClock, 3_600_000, () => Promise.resolve("in time")), "in time");
  await assert.rejects(
    () => limitTime(systemClock, 3_600_000, () => Promise.reject(new Error("failed"))),
    /failed/,
  );
  let given: AbortSignal | undefined;
  const stalled = (signal: AbortSignal) => {
    given = signal;
    return new Promise<never>(() => {});
  };
  await assert.rejects(() => limitTime(systemClock, 1, stalled), /no answer within 1 ms/);
  assert.equal(given?.aborted, true);
});

Deno.test("the machine's clock sleeps for the time, and not on after an abort", async () => {
  const woken: number[] = [];
  await Promise.all([20, 1].map((time) => systemClock.sleep(time).then(() => woken.push(time))));
  assert.deepEqual(woken, [1, 20]);
  await assert.rejects(() => systemClock.sleep(3_600_000, AbortSignal.abort()), { name: "AbortError" });
});
