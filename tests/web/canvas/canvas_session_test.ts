import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { DailyHost, LoadError, type MountRequest, type WidgetInstance } from "@tck/kit/host";
import type { Batch } from "../../../core/feed/mod.ts";
import type { JsonObject } from "../../../core/manifest/mod.ts";
import { registerBundles } from "../../../web/canvas/session/bundle_registration.ts";
import { withGlobals } from "./page_globals.ts";
import {
  CanvasSession,
  type CanvasState,
  type ReadyCanvas,
} from "../../../web/canvas/session/canvas_session.ts";

// What a page has besides.
Object.assign(globalThis, {
  innerHeight: 900,
  requestAnimationFrame: (run: () => void) => setTimeout(run),
  reportError: () => {},
});

Deno.test("the canvas lists the batches, registers each hash once, mounts, and then shows the cards", async () => {
  const { session, calls, batch } = createSession();
  session.subscribe(() => calls.push(session.getState().phase));
  await session.load();
  assert.deepEqual(calls.slice(0, 8), [
    "loading",
    "list",
    `register ${A}`,
    `register ${B}`,
    "mount w_1",
    "mount w_2",
    "mount w_3",
    "ready",
  ]);
  const { batches, positions, instances, failed, retrySpecs } = ready(session.getState());
  assert.deepEqual(batches, [batch]);
  assert.deepEqual([...positions], [["0:0", "w_1"], ["0:1", "w_2"], ["0:2", "w_3"]]);
  assert.deepEqual([...instances.keys()], ["w_1", "w_2", "w_3"]);
  assert.deepEqual([...failed], []);
  assert.deepEqual(retrySpecs.get("w_2"), {
    manifestId: "second",
    hash: A,
    manifest: { id: "second" },
    widgetId: "w_2",
    position: { col: 0, row: 1 },
  });
});

Deno.test("the first cards are reported as painted, and then that all are; after a failure of the list, its message", async () => {
  const { session, painted } = createSession();
  await session.load();
  assert.deepEqual(painted, [false, true]);
  const failing = createSession(new Error("no list"));
  await failing.session.load();
  assert.deepEqual([failing.session.getState().phase, failing.painted], ["failed", [false]]);
});

Deno.test("a list that is loaded again replaces the one before, which changes nothing any more", async () => {
  const { session, calls } = createSession();
  const first = session.load();
  const second = session.load();
  await Promise.all([first, second]);
  assert.equal(ready(session.getState()).instances.size, 3);
  assert.equal(calls.filter((call) => call === "mount w_1").length, 1);
});

Deno.test("a list that fails after it was loaded again changes nothing", async () => {
  const lists = [Promise.withResolvers<Batch[]>(), Promise.withResolvers<Batch[]>()];
  let asked = 0;
  const { session, batch, painted } = createSession(() => lists[asked++]!.promise);
  const loads = [session.load(), session.load()];
  lists[1]!.resolve([batch]);
  await loads[1];
  lists[0]!.reject(new Error("no list"));
  await loads[0];
  assert.equal(ready(session.getState()).instances.size, 3);
  assert.deepEqual(painted, [false, true], "nothing is reported again");
});

Deno.test("a canvas that is ended while its list or its cards are loaded shows and reports nothing", async () => {
  const list = Promise.withResolvers<Batch[]>();
  const listing = createSession(() => list.promise);
  const loading = listing.session.load();
  listing.session.end();
  list.resolve([listing.batch]);
  await loading;
  assert.deepEqual([listing.calls, listing.painted], [["list"], []]);

  const mounting = Promise.withResolvers<void>();
  const { session, painted } = createSession(undefined, mounting.promise);
  const cards = session.load();
  await setImmediate();
  session.end();
  mounting.resolve();
  await cards;
  assert.deepEqual([session.getState().phase, painted], ["loading", []]);
});

Deno.test("a list without batches is ready, and the end of one listener is not that of another", async () => {
  const { session, painted } = createSession(() => Promise.resolve([]));
  const phases: string[] = [];
  const unsubscribe = session.subscribe(() => phases.push("ended"));
  session.subscribe(() => phases.push(session.getState().phase));
  unsubscribe();
  await session.load();
  assert.deepEqual([ready(session.getState()).positions.size, phases, painted], [0, ["loading", "ready"], [
    true,
  ]]);
});

Deno.test("the cards that are still in view are mounted before the others", async () => {
  const { session, calls } = createSession();
  await withGlobals({ innerHeight: 100 }, async () => {
    session.setInView("w_2", true);
    session.setInView("w_3", true);
    session.setInView("w_2", false);
    await session.load();
  });
  const mounted = calls.filter((call) => call.startsWith("mount"));
  assert.deepEqual(mounted, ["mount w_3", "mount w_1", "mount w_2"]);
});

Deno.test("the first cards fill the window, or the height that is given for one that is not that high yet", async () => {
  await withGlobals({ innerHeight: 0 }, async () => {
    const one = createSession();
    await one.session.load();
    assert.deepEqual(one.painted, [false, false, true]);
    const all = createSession(undefined, undefined, { height: 900 });
    await all.session.load();
    assert.deepEqual(all.painted, [false, true]);
  });
});

Deno.test("a widget that has thrown is unmounted, failed, loading during its retry, and mounted again", async () => {
  const { session, calls } = createSession();
  await session.load();
  session.failCard("w_2", new Error("no city"));
  assert.deepEqual([...ready(session.getState()).failed], [["w_2", new Error("no city")]]);
  assert.equal(calls.at(-1), "unmount w_2");
  const retry = session.retry("w_2");
  const { failed, instances } = ready(session.getState());
  assert.deepEqual([failed.has("w_2"), instances.has("w_2")], [false, false]);
  await retry;
  assert.ok(ready(session.getState()).instances.has("w_2"));
  assert.equal(calls.at(-1), "mount w_2");
});

Deno.test("when the network is back, the cards that could not be fetched are loaded again, once each, and no others", async () => {
  const { session, calls } = createSession();
  await session.load();
  const lost = LoadError.of("module.unavailable", "fetch", "/widget.mjs", "offline");
  session.failCard("w_2", new Error("no city"));
  const [once, often] = [[session.loadAgain], [
    session.loadAgain,
    session.loadAgain,
    () => session.retry("w_1"),
  ]];
  for (const attempts of [once!, often!]) {
    session.failCard("w_1", lost);
    session.failCard("w_3", lost);
    calls.length = 0;
    await Promise.all(attempts.map((attempt) => attempt()));
    assert.deepEqual(calls, ["mount w_1", "mount w_3"]);
  }
  assert.deepEqual([...ready(session.getState()).failed.keys()], ["w_2"]);
  await session.loadAgain();
  await session.retry("w_3");
  assert.equal(calls.length, 2, "a card that is shown is not loaded again");

  const failing = createSession(new Error("no list"));
  await failing.session.load();
  await failing.session.loadAgain();
  assert.deepEqual(failing.calls, ["list", "list"]);
});

Deno.test("a bundle is registered with the first valid manifest of its widgets", () => {
  const host = new DailyHost({ loader: () => Promise.resolve({}) });
  const manifests = [{}, { id: 7 }, createManifest("first"), createManifest("second")];
  registerBundles(
    host,
    manifests.map((manifest, row) => ({ id: `w_${row}`, manifest, bundle: { hash: A, size: 1 } })),
  );
  const folder = `/api/widgets/v1/${A}/`;
  const register = (id: string) =>
    host.register({
      hash: A,
      manifest: createManifest(id),
      bundleUrl: `${folder}widget.mjs`,
      cssUrl: `${folder}widget.css`,
      propertiesCssUrl: `${folder}widget.properties.css`,
    });
  assert.throws(() => register("second"), { code: "bundle.conflict" });
  register("first");
});

function createManifest(id: string): JsonObject {
  return { id, cardType: "feed", sizes: ["fill-auto"] };
}

const [A, B] = ["A".repeat(64), "B".repeat(64)];

/** A session of three widgets, the first two of one hash, on a host that records its calls. */
function createSession(
  load?: Error | (() => Promise<Batch[]>),
  mounting: Promise<void> = Promise.resolve(),
  further: { readonly height?: number } = {},
): { session: CanvasSession; calls: string[]; batch: Batch; painted: boolean[] } {
  const calls: string[] = [];
  const widget = (id: string, manifestId: string, hash: string) => ({
    id,
    manifest: { id: manifestId },
    bundle: { hash, size: 1 },
  });
  const batch: Batch = {
    batchId: "20260304-morning-brief",
    localDate: "2026-03-04",
    kind: "morning_brief",
    committedAt: "2026-03-04T05:00:00Z",
    widgets: [widget("w_1", "first", A), widget("w_2", "second", A), widget("w_3", "third", B)],
  };
  const host = {
    register: ({ hash }: { hash: string }) => void calls.push(`register ${hash}`),
    mountWidget: async ({ widgetId }: MountRequest) => {
      calls.push(`mount ${widgetId}`);
      await mounting;
      return { instanceId: widgetId } as WidgetInstance;
    },
    unmount: (id: string) => void calls.push(`unmount ${id}`),
  } as unknown as DailyHost;
  const loadBatches = () => {
    calls.push("list");
    if (typeof load === "function") return load();
    return load === undefined ? Promise.resolve([batch]) : Promise.reject(load);
  };
  const painted: boolean[] = [];
  const onPainted = (isComplete: boolean) => void painted.push(isComplete);
  return {
    session: new CanvasSession({
      host,
      loadBatches,
      signIn: () => true,
      onCard: () => {},
      onPainted,
      ...further,
    }),
    calls,
    batch,
    painted,
  };
}

function ready(state: CanvasState): ReadyCanvas {
  assert.equal(state.phase, "ready");
  return state as ReadyCanvas;
}
