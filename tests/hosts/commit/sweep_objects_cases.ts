import assert from "node:assert/strict";
import { sql } from "kysely";
import { utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type KeyFacts,
  type ObjectStore,
  planRecordedKey,
  type SweepStep,
} from "../../../core/commit/mod.ts";
import { bundleKey } from "../../../core/naming/mod.ts";
import type { ServiceDependencies, SweepOptions } from "../../../hosts/commit/mod.ts";
import { sweepObjects } from "../../../hosts/commit/mod.ts";
import { createCommitStore, type Database } from "../../../hosts/postgres/mod.ts";
import type { Service } from "./service.ts";

/** Sweeps, and gives the report with the steps themselves. */
export async function sweepCollecting(
  deps: ServiceDependencies,
  options: SweepOptions = {},
): Promise<{ dryRun: boolean; steps: SweepStep[]; deleted: number }> {
  const steps: SweepStep[] = [];
  const report = await sweepObjects(deps, { ...options, onStep: (step) => void steps.push(step) });
  assert.equal(report.steps, steps.length);
  return { ...report, steps };
}

/** What the sweeper does, on any engine. */
export const SWEEP_CASES: { [sentence: string]: (service: Service) => Promise<void> } = {
  "a sweep within the grace period deletes nothing": async ({ commit, deps, listKeys }) => {
    await commit({ "001_a.tckb": "a" });
    await commit({ "001_a.tckb": "b" });
    assert.deepEqual(await sweepCollecting(deps), { dryRun: false, steps: [], deleted: 0 });
    assert.equal((await listKeys()).length, 2);
  },

  "a dry run shows the very plan that a run executes, and executes nothing": async (service) => {
    const { deps, listKeys, listNamedKeys } = service;
    await leaveEveryKindOfWaste(service);
    const before = await listKeys();
    const swift = { ...deps, retention: 0 };
    const dry = await sweepCollecting(swift, { dryRun: true });
    assert.deepEqual(await listKeys(), before);
    const run = await sweepCollecting(swift);
    assert.deepEqual(run.steps, dry.steps);
    assert.deepEqual([dry.deleted, run.deleted], [0, run.steps.filter(isDeletion).length]);
    assert.deepEqual(
      new Set(run.steps.map(({ action }) => action)),
      new Set(["delete", "forget", "discard"]),
    );
    assert.deepEqual(await listKeys(), await listNamedKeys());
    assert.deepEqual(await sweepCollecting(swift), { dryRun: false, steps: [], deleted: 0 });
  },

  "a failed commit's objects vanish after its deadline and the grace period": async (
    { commit, deps, database, listKeys, listNamedKeys },
  ) => {
    await commit({ "001_a.tckb": "a" });
    await failCommit({ commit, deps });
    assert.equal((await listKeys()).length, 2);
    assert.deepEqual((await sweepCollecting(deps)).steps, [], "a commit before its deadline is left alone");
    await expireIntents(database);
    assert.deepEqual((await sweepCollecting(deps)).steps.map(({ action }) => action), ["bury", "bury"]);
    assert.equal((await listKeys()).length, 2);
    assert.deepEqual((await sweepCollecting(deps)).steps, []);
    await endGrace(database);
    await sweepCollecting(deps);
    assert.deepEqual(await listKeys(), await listNamedKeys());
  },

  "a tombstone on a key that a row names is forgotten, and the object stays": async (
    { commit, deps, database, reader },
  ) => {
    const { widgets: [widget] } = await commit({ "001_a.tckb": "a" });
    await bury(database, bundleKey("demo", widget!.hash));
    const { steps } = await sweepCollecting({ ...deps, retention: 0 });
    assert.deepEqual(steps.map(({ action }) => action), ["forget"]);
    assert.notEqual(await reader.findBundle("demo", widget!.hash), null);
  },

  "an object that nothing recorded is found by the listing once it is older than the grace period": async (
    { deps, objects, listKeys },
  ) => {
    const key = bundleKey("demo", "x".repeat(64));
    await objects.put(key, new Uint8Array(1));
    assert.deepEqual((await sweepCollecting(deps)).steps, []);
    const { steps, deleted } = await sweepCollecting({ ...deps, retention: 0 });
    assert.deepEqual([steps.map((step) => [step.action, step.key]), deleted], [[["delete", key]], 1]);
    assert.deepEqual(await listKeys(), []);
  },

  "objects that are not this service's are left alone": async ({ deps, objects, listKeys }) => {
    const foreign = ["other/file.txt", "widgets/demo/bundles/short.tckb", "widgets/demo/readme.txt"];
    for (const key of foreign) await objects.put(key, new Uint8Array(1));
    assert.deepEqual((await sweepCollecting({ ...deps, retention: 0 })).steps, []);
    assert.deepEqual(await listKeys(), foreign);
  },

  "a deletion that fails is logged and tried again after its lease": async (
    { commit, deps, database, listKeys, listNamedKeys, events },
  ) => {
    await commit({ "001_a.tckb": "a" });
    await commit({ "001_a.tckb": "b" });
    await endGrace(database);
    const broken: ObjectStore = { ...deps.objects, delete: () => Promise.reject(new Error("no answer")) };
    const failed = await sweepCollecting({ ...deps, objects: broken });
    assert.deepEqual([failed.steps.length, failed.deleted], [1, 0]);
    assert.deepEqual(events.map(({ event }) => event), ["sweep_deletion_failed"]);
    assert.deepEqual(
      (await sweepCollecting(deps)).steps,
      [],
      "the mark holds: the deletion may still happen",
    );
    await endLeases(database);
    assert.equal((await sweepCollecting(deps)).deleted, 1);
    assert.deepEqual(await listKeys(), await listNamedKeys());
  },

  "a deletion is not sent when the answer to its mark comes late": async (
    { commit, deps, database, listKeys, events },
  ) => {
    await commit({ "001_a.tckb": "a" });
    await commit({ "001_a.tckb": "b" });
    await endGrace(database);
    const before = await listKeys();
    const clock = { now: () => 0, sleep: () => Promise.resolve() };
    assert.equal((await sweepCollecting({ ...deps, clock })).deleted, 0);
    assert.deepEqual([await listKeys(), events.map(({ event }) => event)], [before, [
      "sweep_deletion_failed",
    ]]);
  },

  "a commit waits for the deletion of a key that it is about to write": async (
    { commit, deps, database, listKeys, listNamedKeys },
  ) => {
    await commit({ "001_a.tckb": "a" });
    await commit({ "001_a.tckb": "b" });
    await endGrace(database);
    const deleting = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const order: string[] = [];
    const slow: ObjectStore = {
      ...deps.objects,
      async delete(key, options) {
        deleting.resolve();
        await goOn.promise;
        await deps.objects.delete(key, options);
        order.push("deleted");
      },
      async put(key, bytes, options) {
        order.push("put");
        await deps.objects.put(key, bytes, options);
      },
    };
    const sweep = sweepCollecting({ ...deps, objects: slow });
    await deleting.promise;
    const clock = {
      now: () => 0,
      sleep: () => {
        order.push("waited");
        goOn.resolve();
        return sweep.then(() => {});
      },
    };
    await commit({ "001_a.tckb": "a" }, {}, { objects: slow, clock });
    assert.deepEqual(order, ["waited", "deleted", "put"]);
    const keys = await listKeys();
    for (const key of await listNamedKeys()) assert.ok(keys.includes(key), key);
  },

  "a sweep leaves alone what a commit took up after the sweep had planned to delete it": async (service) => {
    const { commit, deps, database } = service;
    await commit({ "001_a.tckb": "a" });
    const { tombstoned: [key] } = await commit({ "001_a.tckb": "b" });
    await endGrace(database);
    const store = createCommitStore(database);
    const [facts] = await store.listDueTombstones({ after: "", limit: 10 });
    const policy = { now: await store.readClock(), grace: 0 };
    assert.deepEqual([facts?.key, planRecordedKey(facts!, policy)?.action], [key, "delete"]);

    const intents = { commitId: crypto.randomUUID(), userId: "demo", keys: [key!], lifetime: 60_000 };
    assert.deepEqual(await store.recordIntents(intents), { recorded: true });
    const claim = {
      userId: "demo",
      key: key!,
      action: "delete",
      sweepId: crypto.randomUUID(),
      lease: 60_000,
      plan: (fresh: KeyFacts, now: number) => planRecordedKey(fresh, { ...policy, now }),
    } as const;
    assert.equal(await store.applySweepStep(claim), false);
    assert.deepEqual((await sweepCollecting({ ...deps, retention: 0 })).steps, []);
    await commit({ "001_a.tckb": "a" });
    assert.equal(await store.applySweepStep(claim), false);
  },
};

function isDeletion({ action }: { action: string }): boolean {
  return action === "delete" || action === "discard";
}

/** A replaced object, a failed commit's, one that nothing recorded, an interrupted put, a tombstone on a named key. */
async function leaveEveryKindOfWaste(service: Service): Promise<void> {
  const { commit, database, objects, folder } = service;
  await commit({ "001_a.tckb": "a", "002_b.tckb": "b" });
  const { widgets } = await commit({ "001_a.tckb": "a2", "002_b.tckb": "b" });
  await failCommit(service);
  await expireIntents(database);
  await endGrace(database);
  await bury(database, bundleKey("demo", widgets[1]!.hash));
  await objects.put(bundleKey("nobody", "y".repeat(64)), new Uint8Array(1));
  await writeFile(join(folder, "objects", `.${crypto.randomUUID()}.new`), "of a put that is running");
  const interrupted = join(folder, "objects", `.${crypto.randomUUID()}.new`);
  await writeFile(interrupted, "half");
  await utimes(interrupted, 0, 0);
}

/** A commit that writes one object, and fails at the other after that. */
async function failCommit({ commit, deps }: Pick<Service, "commit" | "deps">): Promise<void> {
  const written = Promise.withResolvers<void>();
  let puts = 0;
  const objects: ObjectStore = {
    ...deps.objects,
    async put(key, bytes, options) {
      if (++puts === 1) {
        await deps.objects.put(key, bytes, options);
        return written.resolve();
      }
      await written.promise;
      throw new Error("the disk is full");
    },
  };
  const bundles = { "001_c.tckb": "c", "002_d.tckb": "d" };
  await assert.rejects(() => commit(bundles, {}, { objects }), { code: "commit.write_failed" });
}

async function expireIntents({ kysely }: Database): Promise<void> {
  await sql`update object_intents set deadline = clock_timestamp() - interval '1 second'`.execute(kysely);
}

async function endGrace({ kysely }: Database): Promise<void> {
  await sql`update tombstones set not_before = clock_timestamp() - interval '1 second'`.execute(kysely);
}

async function endLeases({ kysely }: Database): Promise<void> {
  await sql`update tombstones set deleting_until = clock_timestamp() - interval '1 second'`.execute(kysely);
}

async function bury({ kysely }: Database, key: string): Promise<void> {
  await sql`insert into tombstones values (${key}, 'demo', clock_timestamp() - interval '1 second')`.execute(
    kysely,
  );
}
