import assert from "node:assert/strict";
import type { FeedView } from "../../../../preview/protocol.ts";
import { findCanvasView } from "../../../../preview/shell/state/canvas_view.ts";
import { readCompileFault } from "../../../../preview/shell/state/compile_fault.ts";
import { createStore, type Store } from "../../../../preview/shell/state/create_store.ts";
import {
  addLogEntry,
  addRendering,
  forgetLog,
  recordAction,
  recordManifest,
  recordSourceEdits,
} from "../../../../preview/shell/state/records.ts";
import { createShellState, type ShellState } from "../../../../preview/shell/state/shell_state.ts";
import {
  findState,
  readStateData,
  readWholeState,
  writeStateData,
} from "../../../../preview/shell/state/state_data.ts";

const PREFERENCES = { theme: "light", background: "grid", feedWidth: "medium", mount: "inline" } as const;

function openStore(search = ""): Store<ShellState> {
  return createStore(createShellState({ search, preferences: PREFERENCES }));
}

Deno.test("a listener is called after a change, not when nothing changes, and not after it has unsubscribed", () => {
  const store = createStore<{ a: number; b: number }>({ a: 1, b: NaN });
  const calls: string[] = [];
  const end = store.subscribe(() => {
    calls.push("first");
    end();
    store.subscribe(() => calls.push("third"));
  });
  store.subscribe(() => calls.push("second"));
  store.setState({ a: 1, b: NaN });
  assert.deepEqual(calls, []);
  store.setState({ a: 1, b: 2 });
  store.setState({ a: 3 });
  assert.deepEqual(calls, ["first", "second", "second", "third"]);
  assert.deepEqual(store.getState(), { a: 3, b: 2 });
});

Deno.test("the log keeps 200 messages of at most 4,000 characters, and counts equal ones in a row", () => {
  const store = openStore();
  const add = (text: string, time: number, level: "log" | "warn" = "log") =>
    addLogEntry(store, { level, text, stack: null, time });
  add("a".repeat(4_001), 1);
  add("a".repeat(4_002), 2);
  add("a".repeat(4_000), 3, "warn");
  add("a".repeat(4_000), 4);
  assert.deepEqual(
    store.getState().log.map(({ id, level, text, time, count }) => [id, level, text.length, time, count]),
    [
      [3, "log", 4_000, 4, 1],
      [2, "warn", 4_000, 3, 1],
      [1, "log", 4_000, 2, 2],
    ],
  );
  add("a", 5);
  add("a", 6);
  assert.deepEqual(store.getState().log.map(({ id, count }) => [id, count]), [[4, 2], [3, 1], [2, 1], [
    1,
    2,
  ]]);
  for (let number = 0; number < 200; number++) add(`${number}`, number);
  const { log } = store.getState();
  assert.deepEqual([log.length, log[0]!.text, log[0]!.id, log.at(-1)!.text], [200, "199", 204, "0"]);
  forgetLog(store);
  add("b", 7);
  forgetLog(store);
  const forgotten = store.getState();
  assert.deepEqual(forgotten.log, []);
  forgetLog(store);
  assert.equal(store.getState(), forgotten);
});

Deno.test("edits of sources are counted, and manifests of frames kept, by widget", () => {
  const store = openStore();
  recordSourceEdits(store, ["a", "b"]);
  recordSourceEdits(store, ["b", "c"]);
  assert.deepEqual([...store.getState().sourceEdits], [["a", 1], ["b", 2], ["c", 1]]);
  recordManifest(store, "a", { id: "a", cardType: "feed", sizes: ["2x2"] });
  recordManifest(store, "b", null);
  assert.deepEqual(
    [...store.getState().framedManifests].map(([name, manifest]) => [name, manifest?.id ?? null]),
    [["a", "a"], ["b", null]],
  );
});

Deno.test("the renderings of a card are counted from its mount, with the times of the last 20 updates", () => {
  const store = openStore();
  addRendering(store, "a", "update", 3);
  addRendering(store, "b", "mount", 4);
  assert.deepEqual(store.getState().renderings.get("a"), { mountMs: 3, updates: 0, lastUpdatesMs: [] });
  for (let time = 1; time <= 21; time++) {
    addRendering(store, "a", time % 2 ? "update" : "nested-update", time);
  }
  assert.deepEqual(store.getState().renderings.get("a"), {
    mountMs: 3,
    updates: 21,
    lastUpdatesMs: Array.from({ length: 20 }, (_, index) => 21 - index),
  });
  addRendering(store, "a", "mount", 7);
  assert.deepEqual(store.getState().renderings.get("a"), { mountMs: 7, updates: 0, lastUpdatesMs: [] });
  assert.equal(store.getState().renderings.get("b")!.mountMs, 4);
});

Deno.test("the last 50 actions that fired are kept, the last one first", () => {
  const store = openStore();
  for (let time = 1; time <= 51; time++) recordAction(store, { time, card: "a", payload: {} });
  const times = store.getState().firedActions.map(({ time }) => time);
  assert.deepEqual([times.length, times[0], times.at(-1)], [50, 51, 2]);
});

Deno.test("the open view is the one in the URL, or the first of the tab, and none when there is no such one", () => {
  const view = (id: string): FeedView => ({ id, label: id, bundleIds: [] });
  const find = (search: string) => {
    const store = openStore(search);
    const { server } = store.getState();
    store.setState({ server: { ...server, feeds: [view("a"), view("b")], grids: [view("c")] } });
    return findCanvasView(store.getState())?.id ?? null;
  };
  assert.deepEqual(
    ["", "?canvasView=b", "?canvasView=c", "?canvasTab=grid", "?canvasTab=grid&canvasView=c"].map(find),
    ["a", "b", null, "c", "c"],
  );
  assert.equal(findCanvasView(openStore().getState()), null);
});

Deno.test("a compile error has its place from Vite, or from the first frame of the message, and no colours", () => {
  assert.deepEqual(
    readCompileFault({
      id: "/a/widget.tsx?t=1\n2",
      message: "\u001b[31mno\u001b[0m",
      loc: { line: 3, column: 0 },
    }),
    { file: "/a/widget.tsx", line: 3, column: 1, message: "no" },
  );
  const message = "no\n   ╭─[ widgets/a.tsx:7:9 ]\n   ╭─[ b.tsx:1:2 ]";
  assert.deepEqual(readCompileFault({ message }), { file: null, line: 7, column: 9, message });
  const long = readCompileFault({ message: "m".repeat(4_001) });
  assert.deepEqual([long.line, long.column, long.message.length], [null, null, 4_000]);
});

Deno.test("the changes of a state are written to the address and read from it, up to 6,000 characters", () => {
  const base = { city: "Kyoto", days: [1, 2], toString: 1 };
  assert.equal(writeStateData(base, { ...base }), null);
  assert.equal(writeStateData(base, { ...base, days: [1, 3], wind: null }), '{"days":[1,3],"wind":null}');
  assert.equal(writeStateData({}, { toString: 1 }), '{"toString":1}');
  assert.equal(writeStateData({ at: [0] }, { at: [-0] }), '{"at":[-0]}');
  assert.deepEqual(readStateData('{"days":[1]}'), { days: [1] });
  for (const text of ["", "[1]", "null", "7", "{"]) assert.equal(readStateData(text), null, text);
  const longest = "a".repeat(6_000 - '{"a":""}'.length);
  assert.equal(writeStateData({}, { a: longest })!.length, 6_000);
  assert.throws(() => writeStateData({}, { a: `${longest}a` }), RangeError);
});

Deno.test("a whole state is an object with every key of its base, and a named state is one of the manifest's own", () => {
  assert.deepEqual(readWholeState('{"a":1,"b":2}', { a: 0 }), { a: 1, b: 2 });
  assert.throws(() => readWholeState("{", {}), SyntaxError);
  for (const text of ["null", "[]", "1"]) assert.throws(() => readWholeState(text, {}), /is not an object/);
  assert.throws(() => readWholeState('{"b":1}', { b: 1, toString: 2 }), /"toString" is missing/);
  const manifest = { defaultState: { a: 1 }, states: { empty: {} } } as unknown as Parameters<
    typeof findState
  >[0];
  assert.deepEqual(
    [findState(manifest, null), findState(manifest, "toString"), findState(manifest, "empty")],
    [
      { a: 1 },
      { a: 1 },
      {},
    ],
  );
});
