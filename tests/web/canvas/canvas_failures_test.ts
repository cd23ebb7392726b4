import assert from "node:assert/strict";
import { DailyHost, type MountRequest, type WidgetInstance } from "@tck/kit/host";
import type { Batch } from "../../../core/feed/mod.ts";
import { BatchesError } from "../../../web/canvas/batches.ts";
import type { CardEvent } from "../../../web/canvas/card_events.ts";
import { CanvasSession } from "../../../web/canvas/session/canvas_session.ts";
import { LoadError } from "../../../web/tck-host/errors.ts";

const BATCH = {
  batchId: "20260304-diary",
  localDate: "2026-03-04",
  kind: "diary",
  committedAt: "2026-03-04T05:00:00Z",
  widgets: ["w_1", "w_2"].map((id) => ({ id, manifest: { id }, bundle: { hash: "A".repeat(64), size: 1 } })),
} as unknown as Batch;

// What a page has besides.
Object.assign(globalThis, { innerHeight: 900, requestAnimationFrame: (run: () => void) => setTimeout(run) });

/** A session whose list and mounts the test decides, without the errors that the page reports. */
async function withSession(
  options: { list?: () => Promise<Batch[]>; mount?: (id: string) => unknown; mayGoToSignIn?: boolean },
  run: (
    session: CanvasSession,
    seen: { events: CardEvent[]; signIns: () => number; reported: unknown[] },
  ) => Promise<void>,
): Promise<void> {
  const events: CardEvent[] = [];
  const reported: unknown[] = [];
  let signIns = 0;
  const host = {
    register() {},
    unmount() {},
    mountWidget: ({ widgetId }: MountRequest) =>
      Promise.resolve().then(() => options.mount?.(widgetId!)).then(() =>
        ({ instanceId: widgetId }) as WidgetInstance
      ),
  } as unknown as DailyHost;
  const session = new CanvasSession({
    host,
    loadBatches: options.list ?? (() => Promise.resolve([BATCH])),
    signIn: () => (signIns++, options.mayGoToSignIn ?? true),
    onCard: (event) => void events.push(event),
  });
  const { reportError } = globalThis;
  globalThis.reportError = (error) => void reported.push(error);
  try {
    await run(session, { events, signIns: () => signIns, reported });
  } finally {
    globalThis.reportError = reportError;
  }
}

const failing = (code: "unauthenticated" | "offline") => () => Promise.reject(new BatchesError(code, "no"));

Deno.test("a list that needs a sign-in leads to it, or is a failure if the reader has just come from there", async () => {
  await withSession({ list: failing("unauthenticated") }, async (session, { signIns, reported }) => {
    await session.load();
    assert.deepEqual([session.getState().phase, signIns(), reported], ["loading", 1, []]);
  });
  await withSession(
    { list: failing("unauthenticated"), mayGoToSignIn: false },
    async (session, { reported }) => {
      await session.load();
      assert.deepEqual(session.getState(), { phase: "failed", reason: "unauthenticated" });
      assert.equal(reported.length, 1);
    },
  );
});

Deno.test("a list that failed is loaded again on request, one that is there is not, and no other failure leads to the sign-in", async () => {
  const lists = [
    failing("offline"),
    () => Promise.reject(new TypeError("odd")),
    () => Promise.resolve([BATCH]),
  ];
  await withSession({ list: () => lists.shift()!() }, async (session, { signIns }) => {
    const phases: string[] = [];
    const stop = session.subscribe(() => phases.push(session.getState().phase));
    await session.load();
    assert.deepEqual(session.getState(), { phase: "failed", reason: "offline" });
    await session.loadAgain();
    assert.deepEqual(session.getState(), { phase: "failed", reason: "unavailable" });
    await session.loadAgain();
    assert.equal(session.getState().phase, "ready");
    stop();
    const before = phases.length;
    const state = session.getState();
    await session.loadAgain();
    assert.equal(session.getState(), state);
    session.failCard("w_1", new Error("no city"));
    assert.notEqual(session.getState(), state, "each state is a new object");
    assert.deepEqual([phases.length, signIns(), lists.length], [before, 0, 0]);
    assert.deepEqual(phases.slice(0, 5), ["loading", "failed", "loading", "failed", "loading"]);
  });
});

Deno.test("a card that could not be fetched is loaded again when the connection is back, and no other one is", async () => {
  const mounts: string[] = [];
  const failures = [new LoadError("module.unavailable", "fetch", "no network"), new TypeError("broken")];
  const mount = (id: string) => {
    mounts.push(id);
    const failure = failures.shift();
    if (failure) throw failure;
  };
  await withSession({ mount }, async (session) => {
    await session.loadAgain();
    await session.load();
    assert.deepEqual(mounts.splice(0), ["w_1", "w_2"]);
    await Promise.all([session.loadAgain(), session.loadAgain()]);
    assert.deepEqual(mounts, ["w_1"]);
    const state = session.getState();
    assert.ok(state.phase === "ready");
    assert.deepEqual([[...state.failed.keys()], [...state.instances.keys()]], [["w_2"], ["w_1"]]);
  });
});

Deno.test("each card that is mounted or fails is reported once, and only a failed one is tried again", async () => {
  let fails = true;
  const mounts: string[] = [];
  const mount = (id: string) => {
    mounts.push(id);
    if (id === "w_1" && fails) throw new TypeError("broken");
  };
  await withSession({ mount }, async (session, { events, reported }) => {
    await session.retry("w_1");
    await session.load();
    assert.deepEqual(events.toSorted((left, right) => left.widgetId < right.widgetId ? -1 : 1), [
      { widgetId: "w_1", state: "failed", failure: "render" },
      { widgetId: "w_2", state: "mounted", failure: null },
    ]);
    assert.deepEqual(reported.map(String), ["TypeError: broken"]);
    const state = session.getState();
    assert.ok(state.phase === "ready");
    assert.deepEqual([[...state.failed.keys()], [...state.instances.keys()]], [["w_1"], ["w_2"]]);
    fails = false;
    await session.retry("w_2");
    await session.retry("w_1");
    await session.retry("w_1");
    assert.deepEqual(mounts, ["w_1", "w_2", "w_1"]);
    assert.deepEqual(events.slice(2), [{ widgetId: "w_1", state: "mounted", failure: null }]);
    session.failCard("w_2", new Error("late"));
    assert.deepEqual(events.at(-1), { widgetId: "w_2", state: "failed", failure: "render" });
    const failed = session.getState();
    assert.ok(failed.phase === "ready");
    assert.deepEqual([[...failed.failed.keys()], [...failed.instances.keys()]], [["w_2"], ["w_1"]]);
  });
});
