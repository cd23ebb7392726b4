import assert from "node:assert/strict";
import { findTimers } from "./waits.ts";

Deno.test("a timer that only lets time pass is found", () => {
  for (
    const line of [
      "await new Promise((resolve) => setTimeout(resolve, 100));", // timer: the subject
      "await page.waitForTimeout(500);", // timer: the subject
      "await sleep(20);", // timer: the subject
      "await setTimeout(300);", // timer: the subject
      "while (!done) await delay(5);", // timer: the subject
      "for (;; await sleep(20)) look();", // timer: the subject
      "await systemClock.sleep(20);", // timer: the subject
    ]
  ) {
    assert.deepEqual(findTimers(`first();\n${line}`), [2], line);
  }
});

Deno.test("a timer with a reason, in a comment, of no length, or of a clock that the test moves is not found", () => {
  for (
    const text of [
      "// timer: the widget's own\nawait sleep(20);",
      "await sleep(20); // timer: the widget's own",
      "// It does not sleep(20).", // timer: the subject
      "await new Promise((resolve) => setTimeout(resolve));",
      "await new Promise((resolve) => setTimeout(resolve, 0));",
      "await clock.sleep(milliseconds, signal);",
      "await this.scheduler.clock(process).sleep(1_000);",
      "sleep(30_000_000);", // timer: the subject
      "await assert.rejects(() => systemClock.sleep(3_600_000, AbortSignal.abort()));",
      "/** A pause: `sleep(20)`. */", // timer: the subject
      "const timer = setTimeout(() => late.reject(new Error()), 20_000);",
    ]
  ) {
    assert.deepEqual(findTimers(text), [], text);
  }
});
