import assert from "node:assert/strict";
import { Burst } from "../../../preview/server/model/watching/burst.ts";
import { until, whileNothingMay } from "../../waiting/mod.ts";
import { withGlobals } from "../../web/canvas/page_globals.ts";

const TIMES = { quiet: 40, longest: 200 };

Deno.test("marks in quick succession are one call, after the quiet time", async () => {
  let calls = 0;
  const burst = new Burst(TIMES, () => calls++);
  for (let mark = 0; mark < 5; mark++) burst.mark();
  assert.equal(calls, 0);
  await whileNothingMay("another call follow", TIMES.quiet * 2);
  assert.equal(calls, 1);
});

Deno.test("marks that never pause are still one call per longest time", async () => {
  const started = performance.now();
  const calls: number[] = [];
  // However late a busy machine marks, no pause is as long as this quiet time.
  const times = { ...TIMES, quiet: 60_000 };
  const burst = new Burst(times, () => calls.push(performance.now() - started));
  const marks = setInterval(() => burst.mark(), 10);
  burst.mark();
  await until("the burst has ended", () => calls.length > 0);
  clearInterval(marks);
  burst.cancel();
  assert.equal(calls.length, 1);
  assert.ok(calls[0]! >= TIMES.longest - 5, `ended after ${calls[0]} ms`);
});

Deno.test("a burst that is flushed or cancelled is not called again", async () => {
  let calls = 0;
  const burst = new Burst(TIMES, () => calls++);
  burst.flush();
  burst.mark();
  burst.flush();
  burst.flush();
  burst.mark();
  burst.cancel();
  await whileNothingMay("another call follow", TIMES.quiet * 2);
  assert.equal(calls, 1);
});

Deno.test("each mark begins the quiet time again, and neither a call nor the end leaves a timer", async () => {
  const timers = new Map<number, { run: () => void; due: number }>();
  let [now, last, calls] = [0, 0, 0];
  const pass = (milliseconds: number) => {
    now += milliseconds;
    for (const [id, { run, due }] of timers) if (due <= now && timers.delete(id)) run();
  };
  const globals = {
    performance: { now: () => now },
    setTimeout: (run: () => void, delay: number) => (timers.set(++last, { run, due: now + delay }), last),
    clearTimeout: (id: number) => timers.delete(id),
  };
  await withGlobals(globals, () => {
    const burst = new Burst(TIMES, () => calls++);
    for (let mark = 0; mark < 3; mark++) {
      burst.mark();
      pass(TIMES.quiet - 1);
    }
    assert.deepEqual([calls, timers.size], [0, 1]);
    pass(1);
    assert.deepEqual([calls, timers.size], [1, 0]);
    for (const end of ["flush", "cancel"] as const) {
      burst.mark();
      burst[end]();
      assert.equal(timers.size, 0, end);
    }
    assert.equal(calls, 2);
  });
});
