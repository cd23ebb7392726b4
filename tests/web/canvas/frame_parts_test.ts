import assert from "node:assert/strict";
import { reportContentHeight } from "../../../web/canvas/frame/content_height.ts";
import { loadBatch, loadNewestBatch } from "../../../web/canvas/batches.ts";
import { batchCalls } from "../../../web/canvas/frame/batch_calls.ts";
import { withGlobals } from "./page_globals.ts";

Deno.test("the height of the content is reported in whole pixels, and growth by the frame's own height is ended", async () => {
  const page = { height: 10.2, width: 300, inner: 0, now: 0 };
  const late = new Map<number, () => void>();
  let timers = 0;
  let [observe, draw] = [() => {}, () => {}];
  const change = () => {
    observe();
    draw();
  };
  await withGlobals({
    document: { body: { getBoundingClientRect: () => ({ height: page.height }) } },
    performance: { now: () => page.now },
    innerWidth: 300,
    innerHeight: 0,
    requestAnimationFrame: (run: () => void) => (draw = run, 1),
    cancelAnimationFrame: () => {},
    setTimeout: (run: () => void, delay: number) => {
      if (delay < 100) run();
      if (delay === 400) late.set(++timers, run);
      return timers;
    },
    clearTimeout: (timer: number) => void late.delete(timer),
    ResizeObserver: class {
      constructor(run: () => void) {
        observe = run;
      }
      observe() {}
    },
  }, () => {
    const heights: number[] = [];
    const { expectGrowth } = reportContentHeight((height) => {
      heights.push(height);
      Object.assign(globalThis, { innerHeight: height });
    });
    change();
    assert.deepEqual(heights, [11], "an equal height is not reported again");
    const grow = (pause: number, count: number) => {
      for (let step = 0; step < count; step++) {
        page.now += pause;
        page.height = globalThis.innerHeight + 10;
        change();
      }
    };
    grow(399, 9);
    assert.deepEqual([heights.length, heights.at(-1), page.height], [9, 91, 101], "eight steps");
    const quiet = () => {
      for (const [timer, run] of [...late]) {
        late.delete(timer);
        page.now += 400;
        run();
      }
    };
    quiet();
    assert.deepEqual([heights.length, heights.at(-1)], [10, 101], "what was kept, once nothing follows");
    grow(399, 20);
    quiet();
    assert.equal(heights.length, 10, "a loop has gone on");
    expectGrowth();
    page.height = 300;
    change();
    assert.equal(heights.pop(), 300, "a card was mounted");
    heights.pop();
    Object.assign(globalThis, { innerWidth: 400, innerHeight: 1_000 });
    grow(1, 1);
    assert.equal(heights.length, 10, "a new width begins again");
    grow(399, 8);
    grow(400, 8);
    assert.equal(heights.length, 26, "a pause begins again");
    page.now += 1;
    page.height = 5;
    change();
    assert.equal(heights.at(-1), 5);
    const loop = (count: number) => {
      for (let step = 0; step < count; step++) {
        Object.assign(globalThis, { innerHeight: page.height });
        page.now += 1;
        page.height += 10;
        change();
      }
      return heights.length;
    };
    const reported = loop(12);
    assert.equal(loop(1), reported);
    expectGrowth();
    assert.equal(loop(1), reported + 1, "a card was mounted meanwhile");
  });
});

Deno.test("the batches of a page are loaded, or there is a code that says why not", async () => {
  const urls: string[] = [];
  let answer = (): Promise<Response> => Promise.resolve(Response.json({ batches: [], nextCursor: null }));
  const navigator = { onLine: true };
  const fetch = (url: string, { signal }: RequestInit) => {
    assert.ok(signal instanceof AbortSignal);
    urls.push(url);
    return answer();
  };
  const batch = (localDate: string, committedAt: string, batchId = "20260304-morning-brief") => {
    return { batchId, localDate, kind: "morning_brief", committedAt, widgets: [] };
  };
  await withGlobals({ fetch, navigator }, async () => {
    assert.deepEqual(await loadNewestBatch(), []);
    assert.deepEqual(await loadNewestBatch(true), []);
    const [newest, mock] = urls.splice(0);
    assert.equal(mock, `${newest}&mock=true`);
    const batches = [
      batch("2026-03-04", "2026-03-04T05:00:00Z"),
      batch("2026-03-04", "2026-03-04T06:00:00Z", "20260304-evening-brief"),
      batch("2026-03-03", "2026-03-05T06:00:00Z", "20260303-morning-brief"),
    ];
    answer = () => Promise.resolve(Response.json({ batches, nextCursor: null }));
    assert.deepEqual((await loadNewestBatch()).map(({ batchId }) => batchId), ["20260304-evening-brief"]);
    assert.deepEqual(await loadBatch("20260304-morning-brief"), [batches[0]]);
    await assert.rejects(loadBatch("20260305-morning-brief"), { code: "not_found" });
    const asked = urls.length;
    await assert.rejects(loadBatch("none"), { code: "not_found" });
    assert.equal(urls.length, asked, "what is no batch is not asked for");
    const failures: [answer: () => Promise<Response>, code: string][] = [
      [() => Promise.resolve(new Response(null, { status: 401 })), "unauthenticated"],
      [() => Promise.resolve(new Response(null, { status: 403 })), "unavailable"],
      [() => Promise.resolve(new Response(null, { status: 503 })), "unavailable"],
      [() => Promise.resolve(new Response("<html>")), "unavailable"],
      [() => Promise.resolve(Response.json(null)), "unavailable"],
      [() => Promise.resolve(Response.json({ batches: [{}] })), "unavailable"],
      [() => Promise.reject(new TypeError("no")), "unavailable"],
    ];
    for (const [failing, code] of failures) {
      answer = failing;
      await assert.rejects(loadNewestBatch(), { code });
    }
    navigator.onLine = false;
    await assert.rejects(loadNewestBatch(), { code: "offline" });
  });
});

Deno.test("many calls run a function at the next frame, then 50 ms later, and without frames after 100 ms", async () => {
  const frames = new Map<number, () => void>();
  const timers = new Map<number, { run: () => void; delay: number }>();
  let [id, now, runs] = [0, 0, 0];
  const globals = {
    performance: { now: () => now },
    requestAnimationFrame: (run: () => void) => (frames.set(++id, run), id),
    cancelAnimationFrame: (frame: number) => void frames.delete(frame),
    setTimeout: (run: () => void, delay: number) => (timers.set(++id, { run, delay }), id),
    clearTimeout: (timer: number) => void timers.delete(timer),
  };
  await withGlobals(globals, () => {
    const call = batchCalls(() => runs++);
    const only = <Value>(values: Map<number, Value>) => {
      assert.equal(values.size, 1);
      const [[key, value]] = values as unknown as [[number, Value]];
      values.delete(key);
      return value;
    };
    call();
    call();
    assert.deepEqual([runs, frames.size, [...timers.values()].map(({ delay }) => delay)], [0, 1, [100]]);
    only(frames)();
    assert.deepEqual([runs, timers.size], [1, 0]);
    now = 20;
    call();
    call();
    const pause = only(timers);
    assert.deepEqual([pause.delay, frames.size], [30, 0]);
    pause.run();
    const hidden = only(timers);
    hidden.run();
    assert.deepEqual([runs, frames.size], [2, 0]);
    now = 70;
    call();
    assert.deepEqual([frames.size, timers.size], [1, 1], "after 50 ms at the next frame");
  });
});
