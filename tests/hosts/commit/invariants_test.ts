/**
 * The invariants of the commit protocol that need several connections or a killed process, on a real PostgreSQL.
 */
import assert from "node:assert/strict";
import { type KyselyPlugin, sql } from "kysely";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import process from "node:process";
import type { BatchFlip, ObjectStore } from "../../../core/commit/mod.ts";
import { planCommit } from "../../../core/commit/mod.ts";
import { flipOnce } from "../../../hosts/commit/flip_batch.ts";
import { deliverNotifications } from "../../../hosts/notifications/mod.ts";
import { systemClock } from "../../../hosts/time/mod.ts";
import { sweepObjects } from "../../../hosts/sweep/mod.ts";
import { createBatchReader, createCommitStore, type Database } from "../../../hosts/postgres/mod.ts";
import { BATCH, makeSpec } from "../../core/commit/bundles.ts";
import { Engines, REQUEST, type Service } from "./service.ts";

const engines = new Engines();
Deno.test.afterAll(() => engines.close());

function testOnPostgres(sentence: string, run: (service: Service, other: Database) => Promise<void>): void {
  Deno.test(sentence, () =>
    engines.run("postgresql", async (service) => {
      await using other = await engines.open("postgresql");
      await run(service, other);
    }));
}

/** The locks in this database: `pg_locks` lists those of the whole server. */
const LOCKS = sql`(select pg_locks.* from pg_locks join pg_database on pg_database.oid = database
  where datname = current_database()) as locks`;

const OLD = { "001_a.tckb": "old a", "002_b.tckb": "old b" };
const NEW = { "001_a.tckb": "new a", "002_b.tckb": "new b", "003_c.tckb": "new c" };

testOnPostgres(
  "a reader on another connection sees the whole old batch until the flip, then the whole new one",
  async (service, other) => {
    const old = await service.commit(OLD);
    const gate = pauseFlip(other);
    const commit = service.commit(NEW, {}, { database: gate.database });
    await gate.reached;
    assert.deepEqual(await readIds(service), old.widgets.map(({ id }) => id));
    gate.open();
    const { widgets } = await commit;
    assert.deepEqual(await readIds(service), widgets.map(({ id }) => id));
  },
);

testOnPostgres(
  "of two concurrent commits of one batch, the last one wins entirely",
  async (service, other) => {
    for (const before of [null, OLD]) {
      if (before !== null) await service.commit(before);
      const gate = pauseFlip(other);
      const first = service.commit(OLD, {}, { database: gate.database });
      await gate.reached;
      const second = service.commit(NEW, { taskId: "task-2" });
      await waitForLock(service.database, second);
      gate.open();
      await first;
      const { widgets } = await second;
      assert.deepEqual(await readIds(service), widgets.map(({ id }) => id));
    }
  },
);

testOnPostgres(
  "concurrent commits of one user are serialised, and those of different users are not",
  async (service, other) => {
    const gate = pauseFlip(other);
    const first = service.commit(OLD, {}, { database: gate.database });
    await gate.reached;
    await service.commit(OLD, { userId: "another", taskId: "task-2" });
    gate.open();
    await first;
  },
);

testOnPostgres(
  "a sweep waits for a running flip, and deletes nothing that it references",
  async (service, other) => {
    await service.commit(OLD);
    await service.commit(NEW);
    await sql`update tombstones set not_before = clock_timestamp() - interval '1 second'`.execute(
      other.kysely,
    );
    const gate = pauseFlip(other);
    const back = service.commit(OLD, {}, { database: gate.database });
    await gate.reached;
    const sweep = sweepObjects(service.deps);
    gate.open();
    await Promise.all([back, sweep]);
    await assertReferencedKeysExist(service);
  },
);

testOnPostgres("commits and sweeps in any order never delete a referenced object", async (service, other) => {
  const objects = watchDeletions(service);
  const deps = { ...service.deps, objects, retention: 0 };
  const texts = ["a", "b", "c"];
  const work = Array.from({ length: 4 }, async (_, worker) => {
    const database = worker % 2 === 0 ? other : service.database;
    for (let round = 0; round < 6; round++) {
      const text = texts[(worker + round) % texts.length]!;
      const localDate = `2026-03-0${1 + (worker + round) % 2}`;
      await service.commit({ "001_x.tckb": text }, { localDate }, { ...deps, database });
      await sweepObjects({ ...deps, database });
    }
  });
  for (const outcome of await Promise.allSettled(work)) {
    if (outcome.status === "rejected") throw outcome.reason;
  }
  await sweepObjects(deps);
  await sql`update tombstones set deleting_until = clock_timestamp() - interval '1 second'`.execute(
    other.kysely,
  );
  await sweepObjects(deps);
  assert.deepEqual(await service.listKeys(), await service.listReferencedKeys());
});

testOnPostgres(
  "a commit whose intents have expired by the database's clock cannot flip",
  async (service, other) => {
    const old = await service.commit(OLD);
    const objects: ObjectStore = {
      ...service.objects,
      async put(key, bytes, options) {
        await service.objects.put(key, bytes, options);
        await sql`update object_intents set deadline = clock_timestamp() - interval '1 millisecond'`.execute(
          other.kysely,
        );
      },
    };
    await assert.rejects(() => service.commit(NEW, {}, { objects }), { code: "commit.deadline_exceeded" });
    assert.deepEqual(await readIds(service), old.widgets.map(({ id }) => id));
  },
);

testOnPostgres(
  "a commit whose intents a sweep has replaced by tombstones cannot flip",
  async (service, other) => {
    const replaceIntents = async () => {
      await sql`update object_intents set deadline = clock_timestamp() - interval '1 millisecond'`.execute(
        other.kysely,
      );
      await sweepObjects({ ...service.deps, database: other });
      await sql`update object_intents set deadline = clock_timestamp() + interval '1 hour'`.execute(
        other.kysely,
      );
    };
    let replaced: Promise<void> | undefined; // once: two objects are put side by side
    const objects: ObjectStore = {
      ...service.objects,
      async put(key, bytes, options) {
        await service.objects.put(key, bytes, options);
        await (replaced ??= replaceIntents());
      },
    };
    await assert.rejects(() => service.commit(OLD, {}, { objects }), { code: "commit.deadline_exceeded" });
  },
);

testOnPostgres("the outcome of a flip whose answer is lost is read by the commit's id", async (service) => {
  const store = createCommitStore(service.database);
  const flip = await prepareFlip(service);
  const lost = {
    ...store,
    flip: async () => {
      await store.flip(flip);
      throw new Error("the connection was lost");
    },
  };
  const committed = await flipOnce(lost, systemClock, flip);
  assert.deepEqual([committed.replaced, committed.tombstoned], [0, []]);
  assert.equal(committed.sweepDue, true, "whether a record is due is not known any more");
  const batch = await service.reader.readBatch("demo", BATCH.localDate, BATCH.kind);
  assert.equal(batch?.committedAt, committed.committedAt);
});

testOnPostgres(
  "the outcome of a commit is read only after its running flip has ended",
  async (service, other) => {
    const gate = pauseFlip(other);
    const flip = await prepareFlip(service);
    const flipping = createCommitStore(gate.database).flip(flip);
    await gate.reached;
    const reading = createCommitStore(service.database).readCommit(flip);
    const isWaiting = await waitForLock(service.database, reading);
    gate.open();
    assert.equal((await flipping).outcome, "committed");
    assert.ok(isWaiting, "the outcome was read before the flip had ended");
    assert.notEqual(await reading, null);
  },
);

testOnPostgres(
  "a key has an intent or a reference, even if a flip happens while its records are read",
  async (service, other) => {
    for (let count = 1; count <= 3; count++) {
      const flip = { ...await prepareFlip(service), localDate: `2026-04-0${count}` };
      let queries = 0;
      const plugin: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          if (++queries === count) {
            assert.equal((await createCommitStore(other).flip(flip)).outcome, "committed");
          }
          return result;
        },
      };
      const database = { ...service.database, kysely: service.database.kysely.withPlugin(plugin) };
      const [state] = await createCommitStore(database).readKeyStates(flip.intents);
      assert.ok(queries >= count, "the flip happened");
      assert.ok(state!.intentDeadline !== null || state!.referenced, `flip after query ${count}`);
      await sql`delete from widgets`.execute(other.kysely);
    }
  },
);

testOnPostgres(
  "a flip whose connection is lost before its commit changes nothing and fails",
  async (service, other) => {
    const gate = pauseFlip(service.database);
    const flip = await prepareFlip(service);
    const flipping = flipOnce(createCommitStore(gate.database), systemClock, flip);
    const failed = assert.rejects(flipping, { code: "commit.database_failed" });
    await gate.reached;
    await sql`select pg_terminate_backend(pid) from ${LOCKS} where locktype = 'advisory' and granted`.execute(
      other.kysely,
    );
    gate.open();
    await failed;
    assert.equal(
      await createBatchReader(other, service.objects).readBatch("demo", BATCH.localDate, BATCH.kind),
      null,
    );
    assert.deepEqual(await other.notifications.take(1), []);
  },
);

testOnPostgres(
  "after a commit is killed, readers see the old batch, and its objects are deleted after the grace period",
  async (service, other) => {
    const old = await service.commit(OLD);
    for (const failpoint of ["after the first put", "in the flip"]) {
      await killCommit(await service.build(NEW), service.folder, failpoint);
      assert.deepEqual(await readIds(service), old.widgets.map(({ id }) => id), failpoint);
      await assertReferencedKeysExist(service);
      assert.ok((await service.listKeys()).length > 2, "the killed commit has written objects");
      await sql`update object_intents set deadline = clock_timestamp() - interval '1 second'`.execute(
        other.kysely,
      );
      await sweepObjects({ ...service.deps, retention: 0 });
      assert.deepEqual(await service.listKeys(), await service.listReferencedKeys(), failpoint);
    }
  },
);

testOnPostgres(
  "a commit that is killed after its flip is visible, and its notification is delivered",
  async (service, other) => {
    await service.commit(OLD);
    await other.notifications.take(10);
    await killCommit(await service.build(NEW), service.folder, "after the flip");
    assert.equal((await readIds(service))?.length, 3);
    const subjects: string[] = [];
    const sink = (event: { subject: string }) => Promise.resolve(void subjects.push(event.subject));
    await deliverNotifications({ database: other, clock: systemClock, log: () => {}, sink });
    assert.deepEqual(subjects, ["20260304-morning-brief"]);
  },
);

testOnPostgres("the retry of a killed commit has the result of an undisturbed commit", async (service) => {
  const directory = await service.build(NEW);
  await killCommit(directory, service.folder, "in the flip");
  const retried = await service.commit(NEW);
  const keys = await service.listKeys();
  assert.deepEqual([retried.replaced, keys], [0, await service.listReferencedKeys()]);
  await sql`update object_intents set deadline = clock_timestamp() - interval '1 second'`.execute(
    service.database.kysely,
  );
  await sweepObjects({ ...service.deps, retention: 0 });
  assert.deepEqual(await service.listKeys(), keys);
});

/** A database whose next flip pauses after its changes and before its transaction commits. */
function pauseFlip(database: Database): { database: Database; reached: Promise<void>; open: () => void } {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  const enqueue: Database["notifications"]["enqueue"] = async (transaction, event) => {
    await database.notifications.enqueue(transaction, event);
    reached.resolve();
    await opened.promise;
    await sql`select 1`.execute(transaction);
  };
  return {
    database: { ...database, notifications: { ...database.notifications, enqueue } },
    reached: reached.promise,
    open: opened.resolve,
  };
}

/** Waits until a transaction waits for a user's lock; false if the work has ended before. */
async function waitForLock({ kysely }: Database, work: Promise<unknown>): Promise<boolean> {
  let over = false;
  const end = () => over = true;
  work.then(end, end);
  while (!over) {
    const { rows } = await sql`select from ${LOCKS} where locktype = 'advisory' and not granted`.execute(
      kysely,
    );
    if (rows.length > 0) return true;
  }
  return false;
}

async function readIds({ reader }: Service): Promise<string[] | undefined> {
  const batch = await reader.readBatch(REQUEST.userId, REQUEST.localDate, REQUEST.kind);
  return batch?.widgets.map(({ id }) => id);
}

async function assertReferencedKeysExist(service: Service): Promise<void> {
  const keys = new Set(await service.listKeys());
  for (const key of await service.listReferencedKeys()) assert.ok(keys.has(key), key);
}

/** The service's store, which checks before and after each deletion that no row references the key. */
function watchDeletions(service: Service): ObjectStore {
  return {
    ...service.objects,
    async delete(key, options) {
      assert.ok(!(await service.listReferencedKeys()).includes(key), key);
      await service.objects.delete(key, options);
      assert.ok(!(await service.listReferencedKeys()).includes(key), key);
    },
  };
}

async function prepareFlip(service: Service): Promise<BatchFlip> {
  const plan = planCommit(BATCH, [makeSpec(1)], new Set());
  const commit = { commitId: crypto.randomUUID(), userId: BATCH.userId };
  await createCommitStore(service.database).recordIntents({
    ...commit,
    keys: plan.intents,
    lifetime: 60_000,
  });
  const { rows, intents } = plan;
  return {
    ...BATCH,
    ...commit,
    taskId: "task-1",
    rows,
    intents,
    grace: 1_000,
    appUrl: "https://app.example",
  };
}

/** Commits in a process of its own, which kills itself at the failpoint. */
async function killCommit(directory: string, folder: string, failpoint: string): Promise<void> {
  const program = fileURLToPath(new URL("./killed_commit.ts", import.meta.url));
  const child = spawn(process.execPath, [
    "run",
    "-A",
    program,
    await engines.url(),
    folder,
    directory,
    failpoint,
  ], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code, signal] = await once(child, "exit");
  assert.deepEqual([code, signal], [null, "SIGKILL"]);
}
