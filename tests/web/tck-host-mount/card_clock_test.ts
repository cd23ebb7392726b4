import assert from "node:assert/strict";
import { createCardClock, formatAge, formatTimestamp } from "../../../web/tck-host-mount/relative_time.ts";

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

Deno.test("a time is written as the hour of today, the day of this year, or the date, in the card's time zone", () => {
  const now = Date.parse("2026-03-04T22:30:00Z");
  const format = (timestamp: string, locale: string, timeZone: string | undefined) =>
    formatTimestamp(timestamp, now, locale, timeZone).short.replaceAll("\u202f", " ");
  assert.equal(format("2026-03-04T05:00:00Z", "en", "UTC"), "5:00 AM");
  assert.equal(format("2026-03-04T05:00:00Z", "de", "UTC"), "05:00");
  // In Berlin it is half past eleven in the evening, and it was the day before.
  assert.equal(format("2026-03-03T22:30:00Z", "en", "Europe/Berlin"), "Mar 3");
  assert.equal(format("2026-03-03T23:30:00Z", "de", "Europe/Berlin"), "00:30");
  assert.equal(format("2025-12-31T12:00:00Z", "en", "UTC"), "Dec 31, 2025");
  assert.equal(format("2025-12-31T23:30:00Z", "de", "Europe/Berlin"), "1. Jan.");
  assert.match(formatTimestamp("2026-03-04T05:00:00Z", now, "de", "UTC").long, /^04\.03\.2026, 05:00$/);
});
