import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { Heartbeat } from "../../../web/canvas/page/heartbeat.ts";
import { withGlobals } from "./page_globals.ts";

/** A heartbeat with a clock of the test's own, whose frame answers as the test says. */
async function withHeartbeat(
  run: (watched: {
    heartbeat: Heartbeat;
    document: { hidden: boolean };
    /** Lets time pass in which the page looks, every half second. */
    pass(ms: number): void;
    /** Lets time pass in which the page does not run. */
    sleep(ms: number): void;
    counts: { pings: number; lost: number; cleared: number };
    /** What was reported of stalls. */
    stalls: boolean[];
  }) => void | Promise<void>,
): Promise<void> {
  let [now, look, started] = [0, () => {}, 0];
  const counts = { pings: 0, lost: 0, cleared: 0 };
  const stalls: boolean[] = [];
  const document = { hidden: false };
  const globals = {
    document,
    setInterval: (
      run: () => void,
      interval: number,
    ) => (assert.equal(interval, 500), started++, look = run, 7),
    clearInterval: (timer: number) => timer === 7 && (counts.cleared++, look = () => {}),
    performance: { now: () => now },
  };
  const pass = (ms: number) => {
    for (let passed = 0; passed < ms; passed += 500) {
      now += 500;
      look();
    }
  };
  const sleep = (ms: number) => {
    now += ms;
    look();
  };
  await withGlobals(globals, async () => {
    const heartbeat = new Heartbeat({
      timeoutMs: 8_000,
      ping: () => counts.pings++,
      onStall: (isStalled) => stalls.push(isStalled),
      onLost: () => counts.lost++,
    });
    heartbeat.start();
    heartbeat.start();
    assert.equal(started, 1, "the second start has no effect");
    await run({ heartbeat, document, pass, sleep, counts, stalls });
  });
}

Deno.test("a frame that does not answer in eight seconds is lost once, and is asked one question at a time", async () => {
  await withHeartbeat(({ pass, counts }) => {
    pass(8_500);
    assert.deepEqual(counts, { pings: 1, lost: 0, cleared: 0 }, "exactly eight seconds are no loss");
    pass(20_000);
    assert.deepEqual(counts, { pings: 1, lost: 1, cleared: 1 });
  });
});

Deno.test("a frame that has not answered for two seconds stalls, until it answers or is lost", async () => {
  await withHeartbeat(({ heartbeat, pass, stalls }) => {
    pass(2_500);
    assert.deepEqual(stalls, [], "exactly two seconds");
    pass(1_000);
    assert.deepEqual(stalls, [true]);
    heartbeat.answer();
    pass(500);
    heartbeat.answer();
    assert.deepEqual(stalls, [true, false]);
    pass(20_000);
    assert.deepEqual(stalls, [true, false, true, false]);
  });
});

Deno.test("a frame that answers at once, or after a slow start of fifteen seconds, is never lost", async () => {
  await withHeartbeat(({ heartbeat, pass, counts }) => {
    const blockFor = (ms: number) => {
      pass(ms);
      heartbeat.answer();
    };
    for (const block of [6_000, 7_000, 2_000]) blockFor(block);
    pass(1_500);
    assert.equal(heartbeat.answer(), false, "late");
    pass(500);
    assert.equal(heartbeat.answer(), true, "in time");
    for (let second = 0; second < 3_600; second++) blockFor(500);
    for (const block of [6_000, 7_000, 2_000]) blockFor(block);
    assert.equal(counts.lost, 0);
  });
});

// claim: unresponsive-frame-is-replaced
Deno.test("a frame that is late for most of its time is lost, however short it is late each time", async () => {
  for (const [block, rest] of [[6_000, 500], [2_000, 500], [7_500, 2_500]] as const) {
    await withHeartbeat(({ heartbeat, pass, counts }) => {
      let elapsed = 0;
      for (; counts.lost === 0 && elapsed < 120_000; elapsed += block + rest) {
        pass(block);
        heartbeat.answer();
        for (let free = 0; free < rest; free += 500) {
          pass(500);
          heartbeat.answer();
        }
      }
      assert.equal(counts.lost, 1, `${block} ms`);
    });
  }
});

Deno.test("a frame that stops the page again and again is lost, and a machine that slept loses none", async () => {
  await withHeartbeat(({ heartbeat, sleep, pass, counts }) => {
    for (let night = 0; night < 3; night++) {
      sleep(30_000_000);
      heartbeat.answer();
      pass(500);
      heartbeat.answer();
      for (let second = 0; second < 120; second++) {
        pass(500);
        heartbeat.answer();
      }
    }
    assert.equal(counts.lost, 0);
    for (let block = 0; block < 6; block++) {
      sleep(6_000);
      assert.equal(heartbeat.answer(), false, "the page asked too late");
    }
    assert.equal(counts.lost, 1);
  });
});

Deno.test("a hidden page asks every half minute, and loses a frame that has not answered when it looks twice more", async () => {
  await withHeartbeat(({ heartbeat, document, pass, sleep, counts }) => {
    pass(500);
    heartbeat.answer();
    document.hidden = true;
    for (let minute = 1; minute <= 10; minute++) {
      sleep(60_000);
      assert.equal(counts.pings, 1 + minute);
      heartbeat.answer();
    }
    sleep(60_000);
    // The machine sleeps before the answer is read.
    sleep(30_000_000);
    heartbeat.answer();
    pass(29_000);
    assert.deepEqual([counts.pings, counts.lost], [13, 0], "asked when it looks, and half a minute later");
    pass(2_000);
    assert.deepEqual([counts.pings, counts.lost], [13, 0]);
    pass(500);
    assert.equal(counts.lost, 1);
  });
});

Deno.test("whether a frame responds is known by an answer in time", async () => {
  await withHeartbeat(async ({ heartbeat, pass, counts }) => {
    pass(500);
    heartbeat.answer();
    let responds = false;
    const asked = heartbeat.responds().then(() => responds = true);
    pass(2_000);
    heartbeat.answer();
    await setImmediate();
    assert.deepEqual([counts.pings, responds], [3, false], "it is asked again after a late answer");
    heartbeat.answer();
    await asked;
  });
});

Deno.test("when another frame was lost, one that answers within a second survives, and one of a hidden page does not", async () => {
  await withHeartbeat(async ({ heartbeat, document, counts }) => {
    const timers: { run: () => void; delay: number }[] = [];
    const globals = {
      setTimeout: (run: () => void, delay: number) => timers.push({ run, delay }),
      clearTimeout: (timer: number) => void (timers[timer - 1]!.run = () => {}),
    };
    await withGlobals(globals, async () => {
      const answered = heartbeat.survives();
      heartbeat.answer();
      const late = [await answered, heartbeat.survives()] as const;
      timers[1]!.run();
      assert.deepEqual([late[0], await late[1], counts.pings], [true, false, 2]);
      assert.deepEqual(timers.map(({ delay }) => delay), [1_000, 1_000]);
      document.hidden = true;
      assert.deepEqual([await heartbeat.survives(), counts.pings], [false, 2]);
    });
  });
});

Deno.test("what was late before a page was hidden, or not answered, does not count when it is shown again", async () => {
  await withHeartbeat(({ heartbeat, document, pass, sleep, counts }) => {
    const hide = (ms: number) => {
      document.hidden = true;
      pass(ms);
      document.hidden = false;
    };
    pass(500);
    hide(3_000);
    pass(500);
    assert.equal(counts.lost, 0, "a question that was not answered");
    heartbeat.answer();
    for (let time = 0; time < 60; time++) {
      pass(500);
      sleep(600);
      heartbeat.answer();
      hide(500);
      pass(500);
      heartbeat.answer();
    }
    assert.equal(counts.lost, 0, "an answer that was late");
    sleep(2_000);
    hide(500);
    assert.equal(heartbeat.answer(), true, "a page that was late");
  });
});
