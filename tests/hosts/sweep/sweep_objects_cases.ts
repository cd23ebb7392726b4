import assert from "node:assert/strict";
import { sql } from "kysely";
import { mkdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type KeyState,
  type ObjectStore,
  planRecordedKey,
  type SweepStep,
} from "../../../core/commit/mod.ts";
import { bundleKey, formatUserFolder } from "../../../core/naming/mod.ts";
import { createCommitStore, type Database, type ServiceDependencies } from "../../../hosts/postgres/mod.ts";
import type { SweepOptions } from "../../../hosts/sweep/mod.ts";
import { listMissingObjects, sweepObjects } from "../../../hosts/sweep/mod.ts";
import { makeBundle } from "../../core/commit/bundles.ts";
import type { Service } from "../commit/service.ts";

/** Sweeps, and returns the report with the list of steps. */
export async function sweepCollecting(
  deps: ServiceDependencies,
  options: SweepOptions = {},
): Promise<{ dryRun: boolean; steps: SweepStep[]; deleted: number; failed: number }> {
  const steps: SweepStep[] = [];
  const report = await sweepObjects(deps, { ...options, onStep: (step) => void steps.push(step) });
  assert.equal(report.steps, steps.length);
  return { ...report, steps };
}

/** The behaviour of a sweep, on any engine. */
export const SWEEP_CASES: { [sentence: string]: (service: Service) => Promise<void> } = {
  "a sweep within the grace period deletes nothing": async ({ commit, deps, listKeys }) => {
    await commit({ "001_a.tckb": "a" });
    await commit({ "001_a.tckb": "b" });
    assert.deepEqual(await sweepCollecting(deps), { dryRun: false, steps: [], deleted: 0, failed: 0 });
    assert.equal((await listKeys()).length, 2);
  },

  "a dry run reports the steps that a sweep executes, and executes none": async (service) => {
    const { deps, listKeys, listReferencedKeys } = service;
    await makeEveryKindOfWaste(service);
    const before = await listKeys();
    const noGrace = { ...deps, retention: 0 };
    const dry = await sweepCollecting(noGrace, { dryRun: true });
    assert.deepEqual(await listKeys(), before);
    const run = await sweepCollecting(noGrace);
    assert.deepEqual(run.steps, dry.steps);
    assert.deepEqual([dry.deleted, run.deleted], [0, run.steps.filter(isDeletion).length]);
    assert.deepEqual(
      new Set(run.steps.map(({ action }) => action)),
      new Set(["delete", "untrack", "discard"]),
    );
    assert.deepEqual(await listKeys(), await listReferencedKeys());
    assert.deepEqual(await sweepCollecting(noGrace), { dryRun: false, steps: [], deleted: 0, failed: 0 });
  },

  "a put that was interrupted a moment ago may still be running, and is not discarded": async (
    { deps, folder, objects },
  ) => {
    await objects.put(bundleKey("demo", "A".repeat(64)), new Uint8Array());
    await writeFile(join(folder, "objects", `.${crypto.randomUUID()}.tmp`), "half");
    await sweepObjects({ ...deps, retention: 0 });
    assert.equal((await Array.fromAsync(objects.listInterruptedPuts())).length, 1);
  },

  "a sweep goes through all pages of the records": async ({ deps, database }) => {
    const tombstones = Array.from({ length: 201 }, (_, index) => ({
      key: bundleKey("demo", String(index).padStart(64, "A")),
      user_id: "demo",
      not_before: new Date(0),
      deleting_by: null,
      deleting_until: null,
    }));
    await database.kysely.insertInto("tombstones").values(tombstones).execute();
    assert.equal((await sweepObjects(deps, { dryRun: true })).steps, tombstones.length);
  },

  "every row whose object is missing is listed, with its batch, and nothing is changed": async (service) => {
    const { commit, deps, objects, listReferencedKeys } = service;
    const { widgets: [, second] } = await commit({ "001_a.tckb": "a", "002_b.tckb": "b" });
    await commit({ "001_b.tckb": "b" }, { localDate: "2026-03-05" });
    const other = await commit({ "001_a.tckb": "a" }, { userId: "a/b", taskId: "task-2" });
    await commit({ "001_a.tckb": "a" }, { userId: "complete", taskId: "task-3" });
    assert.deepEqual(await Array.fromAsync(listMissingObjects(deps)), []);
    const referenced = await listReferencedKeys();
    const keys = [bundleKey("a/b", other.widgets[0]!.hash), bundleKey("demo", second!.hash)];
    for (const key of keys) await objects.delete(key);
    const missing = await Array.fromAsync(listMissingObjects(deps));
    assert.deepEqual(missing.toSorted((left, right) => left.batchId < right.batchId ? -1 : 1), [
      { key: keys[0], userId: "a/b", batchId: "20260304-morning-brief" },
      { key: keys[1], userId: "demo", batchId: "20260304-morning-brief" },
      { key: keys[1], userId: "demo", batchId: "20260305-morning-brief" },
    ]);
    assert.deepEqual(await listReferencedKeys(), referenced);
  },

  "a user whose objects cannot be listed is named, and what the next one lacks is listed": async (
    { commit, deps, objects },
  ) => {
    await commit({ "001_a.tckb": "a" }, { userId: "ada" });
    const { widgets: [widget] } = await commit({ "001_a.tckb": "a" }, { userId: "bob" });
    const key = bundleKey("bob", widget!.hash);
    await objects.delete(key);
    const list: ObjectStore["list"] = async function* (prefix, options) {
      if (prefix === formatUserFolder("ada")) throw new Error("permission denied");
      yield* objects.list(prefix, options);
    };
    const stores = { ...deps, objects: { ...objects, list } };
    const unreadable: string[] = [];
    const missing = listMissingObjects(stores, (userId) => void unreadable.push(userId));
    assert.deepEqual((await Array.fromAsync(missing)).map(({ key }) => key), [key]);
    assert.deepEqual(unreadable, ["ada"]);
    await assert.rejects(Array.fromAsync(listMissingObjects(stores)), /permission denied/);
  },

  "a missing manifest and a missing source of a row are listed": async (
    { commit, deps, build, database, objects },
  ) => {
    const large = await makeBundle("a", { defaultState: { text: "x".repeat(33_000) } });
    const directory = await build({ "001_a.tckb": large });
    await mkdir(join(directory, "widget-batch/widgets/001_a"), { recursive: true });
    await writeFile(join(directory, "widget-batch/widgets/001_a/widget.tck.tsx"), "source");
    await commit({}, { directory });
    const row = await database.kysely.selectFrom("widgets")
      .select(["manifest_object_key", "source_object_key"]).executeTakeFirstOrThrow();
    const keys = [row.manifest_object_key!, row.source_object_key!];
    for (const key of keys) await objects.delete(key);
    const missing = await Array.fromAsync(listMissingObjects(deps));
    assert.deepEqual(missing.map(({ key }) => key).sort(), keys.sort());
  },

  "of several commits that are about to write a key, the last deadline protects it": async ({ database }) => {
    const store = createCommitStore(database);
    const key = bundleKey("demo", "K".repeat(64));
    for (const lifetime of [600_000, 1]) {
      await store.recordIntents({ commitId: crypto.randomUUID(), userId: "demo", keys: [key], lifetime });
    }
    const [state] = await store.readKeyStates([key]);
    assert.ok(state!.intentDeadline! > await store.readClock() + 500_000);
  },

  "an object that is replaced while the missing ones are looked for is not listed": async (service) => {
    const { commit, deps, objects } = service;
    await commit({ "001_a.tckb": "a" });
    const list = async function* (prefix: string) {
      await commit({ "001_a.tckb": "b" }, {}, { retention: 0 });
      yield* objects.list(prefix);
    };
    assert.deepEqual(
      await Array.fromAsync(listMissingObjects({ ...deps, objects: { ...objects, list } })),
      [],
    );
  },

  "a failed commit's objects are deleted after its deadline and the grace period": async (
    { commit, deps, database, listKeys, listReferencedKeys },
  ) => {
    await commit({ "001_a.tckb": "a" });
    await failCommit({ commit, deps });
    assert.equal((await listKeys()).length, 2);
    assert.deepEqual(
      (await sweepCollecting(deps)).steps,
      [],
      "before its deadline, a commit may still be running",
    );
    await expireIntents(database);
    assert.deepEqual((await sweepCollecting(deps)).steps.map(({ action }) => action), [
      "tombstone",
      "tombstone",
    ]);
    assert.equal((await listKeys()).length, 2);
    assert.deepEqual((await sweepCollecting(deps)).steps, []);
    await endGrace(database);
    await sweepCollecting(deps);
    assert.deepEqual(await listKeys(), await listReferencedKeys());
  },

  "a tombstone of a key that a row references is removed, and its object is kept": async (
    { commit, deps, database, reader },
  ) => {
    const { widgets: [widget] } = await commit({ "001_a.tckb": "a" });
    await addTombstone(database, bundleKey("demo", widget!.hash));
    const { steps } = await sweepCollecting({ ...deps, retention: 0 });
    assert.deepEqual(steps.map(({ action }) => action), ["untrack"]);
    assert.notEqual(await reader.findBundle("demo", widget!.hash), null);
  },

  "an object without a record is found by the listing once it is older than the grace period": async (
    { deps, objects, listKeys },
  ) => {
    const key = bundleKey("demo", "x".repeat(64));
    await objects.put(key, new Uint8Array(1));
    assert.deepEqual((await sweepCollecting(deps)).steps, []);
    const { steps, deleted } = await sweepCollecting({ ...deps, retention: 0 });
    assert.deepEqual([steps.map((step) => [step.action, step.key]), deleted], [[["delete", key]], 1]);
    assert.deepEqual(await listKeys(), []);
  },

  "objects of other programs are not deleted": async ({ deps, objects, listKeys }) => {
    const foreign = ["other/file.txt", "widgets/demo/bundles/short.tckb", "widgets/demo/readme.txt"];
    for (const key of foreign) await objects.put(key, new Uint8Array(1));
    assert.deepEqual((await sweepCollecting({ ...deps, retention: 0 })).steps, []);
    assert.deepEqual(await listKeys(), foreign);
  },

  "a deletion that fails is logged and retried after its lease": async (
    { commit, deps, database, listKeys, listReferencedKeys, events },
  ) => {
    await commit({ "001_a.tckb": "a" });
    await commit({ "001_a.tckb": "b" });
    await endGrace(database);
    const broken: ObjectStore = { ...deps.objects, delete: () => Promise.reject(new Error("no answer")) };
    const failed = await sweepCollecting({ ...deps, objects: broken });
    assert.deepEqual([failed.steps.length, failed.deleted, failed.failed], [1, 0, 1]);
    assert.deepEqual(events.map(({ event }) => event), ["sweep_deletion_failed"]);
    assert.deepEqual(
      (await sweepCollecting(deps)).steps,
      [],
      "the mark is still valid, since the deletion may still take effect",
    );
    await endLeases(database);
    assert.equal((await sweepCollecting(deps)).deleted, 1);
    assert.deepEqual(await listKeys(), await listReferencedKeys());
  },

  "what cannot be read in the object store is counted and logged, and the sweep goes on": async (
    { commit, deps, database, listKeys, listReferencedKeys, events },
  ) => {
    await commit({ "001_a.tckb": "a" });
    await commit({ "001_a.tckb": "b" });
    await endGrace(database);
    const list: ObjectStore["list"] = async function* (prefix, options) {
      options!.onUnreadable!("widgets/b/", new Error("permission denied"));
      yield* deps.objects.list(prefix, options);
    };
    const swept = await sweepCollecting({ ...deps, objects: { ...deps.objects, list } });
    assert.deepEqual([swept.deleted, swept.failed], [1, 1]);
    assert.deepEqual(events.map(({ event }) => event), ["sweep_unreadable"]);
    assert.deepEqual(await listKeys(), await listReferencedKeys());
  },

  "a deletion is not sent if the answer to its mark is late": async (
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
    { commit, deps, database, listKeys, listReferencedKeys },
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
    for (const key of await listReferencedKeys()) assert.ok(keys.includes(key), key);
  },

  "a sweep does not delete a key whose intent was recorded after the sweep had planned its deletion": async (
    service,
  ) => {
    const { commit, deps, database } = service;
    await commit({ "001_a.tckb": "a" });
    const { tombstoned: [key] } = await commit({ "001_a.tckb": "b" });
    await endGrace(database);
    const store = createCommitStore(database);
    const [state] = await store.listDueTombstones({ after: "", limit: 10 });
    const policy = { now: await store.readClock(), grace: 0 };
    assert.deepEqual([state?.key, planRecordedKey(state!, policy)?.action], [key, "delete"]);

    const intents = { commitId: crypto.randomUUID(), userId: "demo", keys: [key!], lifetime: 60_000 };
    assert.deepEqual(await store.recordIntents(intents), { recorded: true });
    const claim = {
      userId: "demo",
      key: key!,
      action: "delete",
      sweepId: crypto.randomUUID(),
      lease: 60_000,
      plan: (current: KeyState, now: number) => planRecordedKey(current, { ...policy, now }),
    } as const;
    assert.equal(await store.applySweepStep(claim), false);
    assert.deepEqual((await sweepCollecting({ ...deps, retention: 0 })).steps, []);
    await commit({ "001_a.tckb": "a" });
    assert.equal(await store.applySweepStep(claim), false);
  },

  "a sweep whose lease has expired cannot finish the deletion of a key that a commit has taken": async (
    { commit, database },
  ) => {
    await commit({ "001_a.tckb": "a" });
    const { tombstoned: [key] } = await commit({ "001_a.tckb": "b" });
    await endGrace(database);
    const store = createCommitStore(database);
    const readTombstone = () => database.kysely.selectFrom("tombstones").selectAll().executeTakeFirst();
    const deletion = { userId: "demo", key: key!, sweepId: crypto.randomUUID() };
    const plan = () => ({ action: "delete", key: key!, reason: "" } as const);
    assert.equal(await store.applySweepStep({ ...deletion, action: "delete", lease: 60_000, plan }), true);
    assert.equal((await readTombstone())?.deleting_by, deletion.sweepId);
    await endLeases(database);
    const intents = { commitId: crypto.randomUUID(), userId: "demo", keys: [key!], lifetime: 60_000 };
    assert.deepEqual(await store.recordIntents(intents), { recorded: true });
    assert.equal(await store.finishDeletion(deletion), false);
    const kept = await readTombstone();
    assert.deepEqual([kept?.key, kept?.deleting_by, kept?.deleting_until], [key, null, null]);
  },

  "a finished deletion removes only the tombstone of its key and sweep": async ({ database }) => {
    const store = createCommitStore(database);
    const keys = ["a", "b"].map((letter) => bundleKey("demo", letter.repeat(64)));
    const sweepIds = keys.map(() => crypto.randomUUID());
    for (const [index, key] of keys.entries()) {
      await addTombstone(database, key);
      const plan = () => ({ action: "delete", key, reason: "" } as const);
      const claim = { userId: "demo", key, sweepId: sweepIds[index]!, lease: 60_000, plan };
      assert.equal(await store.applySweepStep({ ...claim, action: "delete" }), true);
    }
    assert.equal(await store.finishDeletion({ userId: "demo", key: keys[0]!, sweepId: sweepIds[1]! }), false);
    assert.equal((await store.readKeyStates(keys)).filter(({ tombstone }) => tombstone !== null).length, 2);
    assert.equal(await store.finishDeletion({ userId: "demo", key: keys[0]!, sweepId: sweepIds[0]! }), true);
    const states = await store.readKeyStates(keys);
    assert.deepEqual(states.map(({ tombstone }) => tombstone === null), [true, false]);
  },

  "a sweep of one user lists no other user's keys": async ({ database }) => {
    const store = createCommitStore(database);
    const users = ["dem", "demo", "demo0", "demz", "zoe"];
    const [due, intended] = ["a", "b"].map((letter) =>
      users.map((user) => bundleKey(user, letter.repeat(64)))
    );
    for (const [index, userId] of users.entries()) {
      const commitId = crypto.randomUUID();
      await store.recordIntents({ commitId, userId, keys: [intended![index]!], lifetime: -1_000 });
      await sql`insert into tombstones values (${due![
        index
      ]!}, ${userId}, clock_timestamp() - interval '1 second')`
        .execute(database.kysely);
    }
    for (const [index, userId] of users.entries()) {
      const query = { after: "", limit: 10, userId };
      assert.deepEqual((await store.listDueTombstones(query)).map(({ key }) => key), [due![index]]);
      assert.deepEqual((await store.listExpiredIntents(query)).map(({ key }) => key), [intended![index]]);
    }
    const all = await store.listDueTombstones({ after: "", limit: 10 });
    assert.deepEqual(all.map(({ key }) => key), due!.toSorted());
  },
};

function isDeletion({ action }: { action: string }): boolean {
  return action === "delete" || action === "discard";
}

/** A replaced object, those of a failed commit, one without a record, an interrupted put, a tombstone of a referenced key. */
async function makeEveryKindOfWaste(service: Service): Promise<void> {
  const { commit, database, objects, folder } = service;
  await commit({ "001_a.tckb": "a", "002_b.tckb": "b" });
  const { widgets } = await commit({ "001_a.tckb": "a2", "002_b.tckb": "b" });
  await failCommit(service);
  await expireIntents(database);
  await endGrace(database);
  await addTombstone(database, bundleKey("demo", widgets[1]!.hash));
  await objects.put(bundleKey("nobody", "y".repeat(64)), new Uint8Array(1));
  await writeFile(join(folder, "objects", `.${crypto.randomUUID()}.tmp`), "of a running put");
  const interrupted = join(folder, "objects", `.${crypto.randomUUID()}.tmp`);
  await writeFile(interrupted, "half");
  await utimes(interrupted, 0, 0);
}

/** A commit that writes one object and then fails to write the other. */
export async function failCommit({ commit, deps }: Pick<Service, "commit" | "deps">): Promise<void> {
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

/** Ends the time in which the failed commits could still have flipped. */
export async function expireIntents({ kysely }: Database): Promise<void> {
  await sql`update object_intents set deadline = clock_timestamp() - interval '1 second'`.execute(kysely);
}

async function endGrace({ kysely }: Database): Promise<void> {
  await sql`update tombstones set not_before = clock_timestamp() - interval '1 second'`.execute(kysely);
}

async function endLeases({ kysely }: Database): Promise<void> {
  await sql`update tombstones set deleting_until = clock_timestamp() - interval '1 second'`.execute(kysely);
}

async function addTombstone({ kysely }: Database, key: string): Promise<void> {
  await sql`insert into tombstones values (${key}, 'demo', clock_timestamp() - interval '1 second')`.execute(
    kysely,
  );
}
