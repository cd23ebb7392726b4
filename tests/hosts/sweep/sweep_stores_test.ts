import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type {
  CommitStore,
  KeyPageQuery,
  KeyState,
  ProtocolDependencies,
  SweepClaim,
} from "../../../core/commit/mod.ts";
import { quote } from "../../../core/errors/mod.ts";
import { bundleKey } from "../../../core/naming/mod.ts";
import { createMemoryObjectStore } from "../../conformance/memory_object_store.ts";
import { assertNothingOpen } from "../../terminal/files/open_descriptors.ts";
import { readSweepPlan } from "../../../hosts/sweep/mod.ts";
import { sweepAfterCommit, sweepStores } from "../../../hosts/sweep/sweep_objects.ts";

const NOW = 10_000_000;
const keyOf = (index: number) => bundleKey("ada", String(index).padStart(64, "a"));

/** Stores with so many objects whose tombstones are due, which record what is done. */
function createStores(count: number, changes: Partial<CommitStore> = {}) {
  const states = Array.from({ length: count }, (_, index): KeyState => ({
    key: keyOf(index),
    userId: "ada",
    referenced: false,
    intentDeadline: null,
    tombstone: { notBefore: NOW - 1, deletingUntil: null },
  })).sort((left, right) => left.key < right.key ? -1 : 1);
  const claims: SweepClaim[] = [];
  const finished: string[] = [];
  const queries: KeyPageQuery[] = [];
  const records = {
    readClock: () => Promise.resolve(NOW),
    listExpiredIntents: () => Promise.resolve([]),
    listDueTombstones: (query: KeyPageQuery) => {
      queries.push(query);
      return Promise.resolve(states.filter(({ key }) => key > query.after).slice(0, query.limit));
    },
    readKeyStates: (keys: readonly string[]) =>
      Promise.resolve(states.filter(({ key }) => keys.includes(key))),
    applySweepStep: (claim: SweepClaim) => {
      claims.push(claim);
      return Promise.resolve(claim.plan(states.find(({ key }) => key === claim.key)!, NOW) !== null);
    },
    finishDeletion: ({ key, sweepId }: { key: string; sweepId: string }) =>
      Promise.resolve(finished.push(`${key} ${sweepId}`) > 0),
    ...changes,
  } as unknown as CommitStore;
  const timers: { milliseconds: number; end: () => void }[] = [];
  const events: string[] = [];
  const objects = createMemoryObjectStore(() => NOW);
  const deps: ProtocolDependencies = {
    records,
    objects,
    clock: {
      now: () => NOW,
      sleep: (milliseconds) => new Promise((resolve) => void timers.push({ milliseconds, end: resolve })),
    },
    createId: () => "sweep",
    log: ({ event, level, message }) => void events.push(`${level} ${event} ${message}`),
  };
  return { deps, objects, claims, finished, queries, timers, events };
}

Deno.test("each deletion has a lease of one minute, and no more than half of it to be sent", async () => {
  const { deps, objects, claims, finished, timers } = createStores(1);
  await objects.put(keyOf(0), new Uint8Array(1));
  const report = await sweepStores(deps);
  assert.deepEqual(report, { dryRun: false, steps: 1, deleted: 1, failed: 0 });
  assert.deepEqual(claims.map(({ lease, sweepId, action, userId }) => [lease, sweepId, action, userId]), [
    [60_000, "sweep", "delete", "ada"],
  ]);
  assert.deepEqual(timers.map(({ milliseconds }) => milliseconds), [30_000]);
  assert.deepEqual(finished, [`${keyOf(0)} sweep`]);
  assert.equal(await objects.head(keyOf(0)), null);
});

Deno.test("a deletion whose mark was answered late is not sent, and the sweep continues", async () => {
  const { deps, objects, finished, timers, events } = createStores(2, {
    applySweepStep: async () => {
      timers.at(-1)!.end();
      await new Promise((resolve) => setTimeout(resolve));
      return true;
    },
  });
  for (const index of [0, 1]) await objects.put(keyOf(index), new Uint8Array(1));
  const strict = {
    ...objects,
    delete: (key: string, options: { signal?: AbortSignal } = {}) => {
      options.signal?.throwIfAborted();
      return objects.delete(key);
    },
  };
  const report = await sweepStores({ ...deps, objects: strict });
  assert.deepEqual([report.deleted, finished], [0, []]);
  assert.equal(
    events.filter((event) => /^warning sweep_deletion_failed .*no answer within 30000 ms/.test(event)).length,
    report.steps,
  );
});

Deno.test("an aborted sweep plans and executes no further step, and a dry run executes none", async () => {
  const { deps, claims } = createStores(3);
  const end = new AbortController();
  const steps: string[] = [];
  const onStep = ({ key }: { key: string }) => {
    steps.push(key);
    end.abort(new Error("stopped"));
  };
  await assert.rejects(() => sweepStores(deps, { signal: end.signal, onStep }), /stopped/);
  assert.deepEqual([steps.length, claims.length], [1, 1]);
  const dry = createStores(3);
  assert.deepEqual(await sweepStores(dry.deps, { dryRun: true }), {
    dryRun: true,
    steps: 3,
    deleted: 0,
    failed: 0,
  });
  assert.equal(dry.claims.length, 0);
});

Deno.test("each interrupted put is discarded, and one that cannot be ends the sweep", async () => {
  const { deps, objects } = createStores(0);
  const discarded: string[] = [];
  const interrupted = {
    ...objects,
    async *listInterruptedPuts() {
      for (const token of ["one", "two", "three"]) yield { token, size: 1, modifiedAt: NOW - 864_000_000 };
    },
    async discardInterruptedPut(token: string) {
      await setImmediate();
      if (token === "three") throw new Error("no permission");
      discarded.push(token);
    },
  };
  await assert.rejects(sweepStores({ ...deps, objects: interrupted }), /no permission/);
  assert.deepEqual(discarded, ["one", "two"]);
});

Deno.test("the records are read in pages of 200 until one is not full", async () => {
  for (const [count, pages] of [[199, 1], [200, 2], [201, 2]] as const) {
    const { deps, queries, claims } = createStores(count);
    await sweepStores(deps);
    assert.deepEqual(queries.map(({ limit }) => limit), Array(pages).fill(200));
    assert.deepEqual([queries[0]!.after, new Set(claims.map(({ key }) => key)).size], ["", count]);
  }
});

Deno.test("the objects of several pages are each planned once", async () => {
  const readKeyStates = (keys: readonly string[]) =>
    Promise.resolve(keys.map((key): KeyState => ({
      key,
      userId: "ada",
      referenced: false,
      intentDeadline: null,
      tombstone: null,
    })));
  const { deps, objects } = createStores(0, { readKeyStates });
  const keys = Array.from({ length: 401 }, (_, index) => keyOf(index)).sort();
  for (const key of keys) await objects.put(key, new Uint8Array());
  const planned: string[] = [];
  await sweepStores({ ...deps, retention: 0 }, { dryRun: true, onStep: ({ key }) => void planned.push(key) });
  assert.deepEqual(planned, keys);
});

Deno.test("the sweep after a commit concerns its user only, and its failure is logged and nothing else", async () => {
  const { deps, queries, events } = createStores(1);
  await sweepAfterCommit(deps, "ada");
  assert.deepEqual(queries.map(({ userId }) => userId), ["ada"]);
  assert.deepEqual(events, []);
  const failing = createStores(0, { readClock: () => Promise.reject(new Error("no connection")) });
  await sweepAfterCommit(failing.deps, "ada");
  assert.deepEqual(failing.events, ["warning sweep_failed Cannot sweep after the commit: no connection"]);
});

Deno.test("a plan with a step of an invalid field is rejected, however it is formatted", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tck-plan-"));
  const path = join(folder, "plan.json");
  const step = { action: "tombstone", key: "k", reason: "r", notBefore: 1 };
  const read = async (steps: unknown[], indent?: number) => {
    await writeFile(path, JSON.stringify({ dryRun: true, steps }, null, indent));
    return await Array.fromAsync(await readSweepPlan(path));
  };
  try {
    assert.deepEqual(await read([step]), [step]);
    assert.deepEqual(await read([], 1), []);
    for (
      const changes of [{ action: "burn" }, { key: 7 }, { reason: null }, { notBefore: "1" }, {
        notBefore: null,
      }]
    ) {
      for (const indent of [undefined, 2]) {
        await assert.rejects(() => read([step, { ...step, ...changes }], indent), {
          code: "sweep.invalid_plan",
        });
      }
    }
    for (const other of [null, "k", []]) {
      await assert.rejects(() => read([other]), { code: "sweep.invalid_plan" });
    }
    // As the command prints it, and longer than what is read of a file at once.
    const steps = Array.from({ length: 10_000 }, () => `${JSON.stringify(step)},\n`);
    await writeFile(path, `{"steps":[\n{},\n${steps.join("")}]}\n`);
    await assert.rejects(async () => await Array.fromAsync(await readSweepPlan(path)), {
      code: "sweep.invalid_plan",
    });
    await setImmediate();
    assertNothingOpen(folder);
    // Of one that another program has formatted, the first line is read, and then the whole.
    const many = Array.from({ length: 5_000 }, () => step);
    assert.deepEqual(await read(many, 1), many);
    await setImmediate();
    assertNothingOpen(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
});

Deno.test("a deletion that ends without its mark is an error with its key, also when a widget lost its object", async () => {
  for (const isLost of [false, true]) {
    const { deps, objects, events } = createStores(1, {
      finishDeletion: () => Promise.resolve(false),
      ...isLost && {
        readKeyStates: (keys) =>
          Promise.resolve(
            keys.map((key) => ({
              key,
              userId: "demo",
              referenced: true,
              intentDeadline: null,
              tombstone: null,
            })),
          ),
      },
    });
    await objects.put(keyOf(0), new Uint8Array(1));
    await sweepStores(deps);
    const end = isLost
      ? "; a widget references the object, which is missing: commit or roll back its batch again"
      : "";
    assert.deepEqual(events, [
      `error sweep_deletion_overtaken The deletion of object ${quote(keyOf(0))} ended without its mark${end}`,
    ]);
  }
});
