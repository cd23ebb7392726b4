import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import type { CommitPlan, LogEvent, ObjectStore, PlannedPut } from "../../../core/commit/mod.ts";
import { writeObjects } from "../../../hosts/commit/write_objects.ts";

const BYTES = Uint8Array.of(1, 2);

function createPut(type: PlannedPut["type"], key: string, spec: object = {}): PlannedPut {
  const all = {
    name: "001_a",
    fileName: "001_a.tckb",
    bundleSize: 2,
    manifestBytes: BYTES,
    stylesCovered: true,
  };
  return { type, key, spec: { ...all, ...spec } } as unknown as PlannedPut;
}

/** Writes puts to a store whose answers the test gives. */
async function write(
  puts: readonly PlannedPut[],
  store: Partial<ObjectStore> = {},
  { load = () => Promise.resolve(BYTES), signal = new AbortController().signal }: {
    load?: (put: PlannedPut) => Promise<Uint8Array | null>;
    signal?: AbortSignal;
  } = {},
) {
  const events: LogEvent[] = [];
  const progress: [number, number][] = [];
  const written = await writeObjects({ puts } as CommitPlan, {
    load,
    onWritten: (done, total) => void progress.push([done, total]),
  }, {
    objects: { put: () => Promise.resolve(), get: () => Promise.resolve(null), ...store } as ObjectStore,
    log: (event) => void events.push(event),
    signal,
  }).then((keys) => [...keys], (error) => error);
  return { written, events, progress };
}

Deno.test("the keys that were written are returned, a source that is not there or fails is left out", async () => {
  const puts = ["b", "missing", "failing"].map((key) => createPut(key === "b" ? "bundle" : "source", key));
  const { written, events, progress } = await write(puts, {
    put: (key) => key === "failing" ? Promise.reject(new Error("no room")) : Promise.resolve(),
  }, { load: ({ key }) => Promise.resolve(key === "missing" ? null : BYTES) });
  assert.deepEqual(written, ["b"]);
  assert.deepEqual(events.map(({ event, level, key }) => [event, level, key]), [
    ["source_not_stored", "warning", "failing"],
  ]);
  assert.match(events[0]!.message, /it could not be written: no room/);
  assert.deepEqual(progress.toSorted(), [[1, 3], [2, 3], [3, 3]]);
});

Deno.test("a bundle or manifest that cannot be written fails the commit, when all puts have ended", async () => {
  for (const type of ["bundle", "manifest"] as const) {
    const slow = Promise.withResolvers<void>();
    const signals: AbortSignal[] = [];
    let isSlowDone = false;
    const writing = write([createPut(type, "failing"), createPut(type, "slow")], {
      put: (key, _, options) => {
        signals.push(options!.signal!);
        if (key === "failing") return Promise.reject(new Error("no room"));
        return slow.promise.then(() => void (isSlowDone = true));
      },
    });
    for (let turn = 0; turn < 3; turn++) await setImmediate();
    assert.deepEqual(signals.map(({ aborted }) => aborted), [true, true], "the other puts are aborted");
    slow.resolve();
    const { written, events } = await writing;
    assert.equal(written.code, "commit.write_failed");
    assert.equal(written.message, 'Cannot write object "failing": no room');
    assert.deepEqual([isSlowDone, events], [true, []]);
  }
});

Deno.test("after an abort nothing further is written, and no source is reported", async () => {
  const end = new AbortController();
  const keys: string[] = [];
  const { written, events } = await write(
    Array.from({ length: 100 }, (_, index) => createPut("source", `s${index}`)),
    {
      put: (key) => {
        keys.push(key);
        end.abort(new Error("stopped"));
        return keys.length === 1 ? Promise.reject(new Error("aborted")) : Promise.resolve();
      },
    },
    { signal: end.signal },
  );
  assert.deepEqual([written.code, events], ["commit.aborted", []]);
  assert.ok(keys.length < 100, `${keys.length} puts`);
});

Deno.test("at most 48 objects and 16 MiB are written at the same time", async () => {
  for (const [size, most] of [[2, 48], [4 * 1024 * 1024, 4], [20 * 1024 * 1024, 1]] as const) {
    let [running, highest] = [0, 0];
    const { written } = await write(
      Array.from({ length: 100 }, (_, index) => createPut("bundle", `b${index}`, { bundleSize: size })),
      {
        async put() {
          highest = Math.max(highest, ++running);
          await setImmediate();
          running--;
        },
      },
    );
    assert.deepEqual([written.length, highest], [100, most]);
  }
});

Deno.test("another bundle at the key is reported where its stylesheets are not covered", async () => {
  const cases: [stored: Uint8Array | null, stylesCovered: boolean, events: number][] = [
    [Uint8Array.of(1, 3), false, 1],
    [Uint8Array.of(1, 3), true, 0],
    [BYTES, false, 0],
    [null, false, 0],
  ];
  for (const [stored, stylesCovered, count] of cases) {
    const { written, events } = await write([createPut("bundle", "b", { stylesCovered })], {
      get: () => Promise.resolve(stored),
    });
    assert.deepEqual([written, events.map(({ event }) => event)], [
      ["b"],
      Array(count).fill("bundle_css_collision"),
    ]);
  }
  const { written, events } = await write([createPut("bundle", "b", { stylesCovered: false })], {
    get: () => Promise.reject(new Error("no connection")),
  });
  assert.deepEqual([written, events], [["b"], []]);
});
