import assert from "node:assert/strict";
import { DailyHost, type MountRequest, type WidgetInstance } from "@tck/kit/host";
import type { Batch } from "../../../core/feed/mod.ts";
import type { JsonObject } from "../../../core/manifest/mod.ts";
import { registerBundles } from "../../../web/canvas/bundle_registration.ts";
import { CanvasSession, type CanvasState, type ReadyCanvas } from "../../../web/canvas/canvas_session.ts";

Deno.test("the canvas lists the batches, registers each hash once, mounts, and then shows the cards", async () => {
  const { session, calls, batch } = createSession();
  session.subscribe(() => calls.push(session.getState().phase));
  await session.load();
  assert.deepEqual(calls.slice(0, 8), [
    "loading",
    "list",
    `register ${A}`,
    `register ${B}`,
    "ready",
    "mount w_1",
    "mount w_2",
    "mount w_3",
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

Deno.test("cards that are mounted may be shown later, together with others, but the last one not", async () => {
  const { session } = createSession();
  const changes: [mounted: number, mayWait: boolean][] = [];
  session.subscribe((mayWait) => {
    const state = session.getState();
    if (state.phase === "ready") changes.push([state.instances.size, mayWait]);
  });
  await session.load();
  assert.deepEqual(changes, [[0, false], [1, true], [2, true], [3, false]]);
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
function createSession(): { session: CanvasSession; calls: string[]; batch: Batch } {
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
    mountWidget: ({ widgetId }: MountRequest) => {
      calls.push(`mount ${widgetId}`);
      return Promise.resolve({ instanceId: widgetId } as WidgetInstance);
    },
    unmount: (id: string) => void calls.push(`unmount ${id}`),
  } as unknown as DailyHost;
  const loadBatches = () => {
    calls.push("list");
    return Promise.resolve([batch]);
  };
  return {
    session: new CanvasSession({ host, loadBatches, signIn: () => true, onCard: () => {} }),
    calls,
    batch,
  };
}

function ready(state: CanvasState): ReadyCanvas {
  assert.equal(state.phase, "ready");
  return state as ReadyCanvas;
}
