import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { openPreviewModel, ServerActivity } from "../../../preview/server/model/mod.ts";
import { Project } from "./project.ts";

Deno.test.sanitizer({ ops: true, resources: true });

const NEVER = new AbortController().signal;
const SOURCE = `export const manifest = { id: "hello", cardType: "feed", sizes: ["fill-auto"] };
export default function Hello() { return <p>Hello</p>; }
`;

/** A clock that the test moves. */
class TestClock {
  #now = 1_000;
  #pauses: { until: number; end: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#pauses.push({ until: this.#now + milliseconds, end: resolve });
    signal.addEventListener("abort", () => resolve());
    return promise;
  }

  /** Moves the time, and lets those whose pause is over go on. */
  async pass(milliseconds: number): Promise<void> {
    await setImmediate();
    this.#now += milliseconds;
    const over = this.#pauses.filter(({ until }) => until <= this.#now);
    this.#pauses = this.#pauses.filter((pause) => !over.includes(pause));
    for (const { end } of over) end();
    await setImmediate();
  }
}

/** Waits until the server is idle. */
function watchIdle(activity: ServerActivity, signal = NEVER): { isIdle: boolean } {
  const state = { isIdle: false };
  void activity.idle(signal).then(() => state.isIdle = true);
  return state;
}

Deno.test("a server is not idle before its first page, however long nothing has come", async () => {
  const clock = new TestClock();
  const activity = new ServerActivity(clock);
  const wait = watchIdle(activity);
  await clock.pass(60_000);
  assert.equal(wait.isIdle, false);
  activity.recordPage();
  await clock.pass(399);
  assert.equal(wait.isIdle, false);
  await clock.pass(1);
  assert.equal(wait.isIdle, true);
});

Deno.test("each request postpones the time at which a server is idle, before the wait and during it", async () => {
  const clock = new TestClock();
  const activity = new ServerActivity(clock);
  activity.recordPage();
  await clock.pass(300);
  activity.record();
  await clock.pass(300);
  const wait = watchIdle(activity);
  await clock.pass(99);
  assert.equal(wait.isIdle, false);
  activity.record();
  await clock.pass(399);
  assert.equal(wait.isIdle, false);
  await clock.pass(1);
  assert.equal(wait.isIdle, true);
  await activity.idle(NEVER); // Nothing has come since.
});

Deno.test("a wait for an idle server ends when it is aborted, before the first page and after it", async () => {
  const clock = new TestClock();
  const activity = new ServerActivity(clock);
  const closed = new AbortController();
  const idle = activity.idle(closed.signal);
  closed.abort();
  await idle;
  activity.recordPage();
  await activity.idle(closed.signal);
  const later = new AbortController();
  const second = watchIdle(activity, later.signal);
  await clock.pass(1);
  assert.equal(second.isIdle, false);
  later.abort();
  await clock.pass(0);
  assert.equal(second.isIdle, true);
});

Deno.test({
  name: "a model checks its widgets when the server is idle after a page, and closes while it waits for one",
  sanitizeResources: false, // The code that a check loads keeps a port for the lifetime of the process.
  fn: async () => {
    await using project = await Project.create({
      "widgets/001_hello/widget.tck.tsx": SOURCE,
      "node_modules/.keep": "",
    });
    const unused = await openPreviewModel({ projectDirectory: project.path, activity: new ServerActivity() });
    await unused.close();
    assert.equal(unused.widgets[0]!.diagnostics, null);
    const activity = new ServerActivity();
    const model = await openPreviewModel({ projectDirectory: project.path, activity });
    const checked = Promise.withResolvers<void>();
    model.subscribe(({ type }) => type === "widgets" && checked.resolve());
    activity.recordPage();
    await checked.promise;
    assert.deepEqual(model.widgets[0]!.diagnostics, []);
    await model.close();
  },
});
