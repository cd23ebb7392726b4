import assert from "node:assert/strict";
import { createCardClock, formatAge } from "../../../web/tck-host-mount/relative_time.ts";

Deno.test("all listeners of a clock share one timer, which stops with the last of them", () => {
  const timers = new Map<number, () => void>();
  const { setInterval, clearInterval } = globalThis;
  Object.assign(globalThis, {
    setInterval: (tick: () => void) => timers.set(timers.size + 1, tick).size,
    clearInterval: (timer: number) => timers.delete(timer),
  });
  try {
    const clock = createCardClock();
    const ticks = [0, 0];
    const [first, second] = ticks.map((_, index) => clock.subscribe(() => void ticks[index]!++));
    assert.equal(timers.size, 1);
    for (const tick of timers.values()) tick();
    assert.deepEqual(ticks, [1, 1]);
    first!();
    assert.equal(timers.size, 1);
    second!();
    assert.equal(timers.size, 0);
    second!();
    const end = clock.subscribe(() => void ticks[0]!++);
    assert.equal(timers.size, 1, "the clock does not start again");
    for (const tick of timers.values()) tick();
    assert.deepEqual(ticks, [2, 1]);
    end();
    assert.equal(timers.size, 0);
  } finally {
    Object.assign(globalThis, { setInterval, clearInterval });
  }
});

Deno.test("an age is written in the largest unit that fits, and not at all when a date says more", () => {
  const minute = 60_000;
  const cases = [
    [0, "now"],
    [-30_000, "now"],
    [minute, "1 minute ago"],
    [59 * minute, "59 minutes ago"],
    [60 * minute, "1 hour ago"],
    [24 * 60 * minute, "yesterday"],
    [7 * 24 * 60 * minute, null],
    [-2 * minute, null],
  ] as const;
  for (const [age, text] of cases) assert.equal(formatAge(age, "en"), text);
  assert.equal(formatAge(5 * minute, "ar"), "قبل 5 دقائق");
});
