/**
 * The invariants of the commit protocol that need several connections, or a process that dies, on real PostgreSQL.
 */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import process from "node:process";
import type { BatchFlip, ObjectStore } from "../../../core/commit/mod.ts";
import { planCommit } from "../../../core/commit/mod.ts";
import { flipOnce } from "../../../hosts/commit/flip_once.ts";
import { deliverNotifications, sweepObjects, systemClock } from "../../../hosts/commit/mod.ts";
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
    const gate = holdFlip(other);
    const commit = service.commit(NEW, {}, { database: gate.database });
    await gate.reached;
    assert.deepEqual(await readIds(service), old.widgets.map(({ id }) => id));
    gate.open();
    const { widgets } = await commit;
    assert.deepEqual(await readIds(service), widgets.map(({ id }) => id));
  },
);

testOnPostgres("of two commits of one batch at once, one wins whole: the last", async (service, other) => {
  for (const before of [null, OLD]) {
    if (before !== null) await service.commit(before);
    const gate = holdFlip(other);
    const first = service.commit(OLD, {}, { database: gate.database });
    await gate.reached;
    const second = service.commit(NEW, { taskId: "task-2" });
    await waitForLock(service.database, second);
    gate.open();
    await first;
    const { widgets } = await second;
    assert.deepEqual(await readIds(service), widgets.map(({ id }) => id));
  }
});

testOnPostgres(
  "commits of one user wait for each other, and those of another do not",
  async (service, other) => {
    const gate = holdFlip(other);
    const first = service.commit(OLD, {}, { database: gate.database });
    await gate.reached;
    await service.commit(OLD, { userId: "another", taskId: "task-2" });
    gate.open();
    await first;
  },
);

testOnPostgres(
  "a sweep waits for a flip that is under way, and deletes nothing that it names",
  async (service, other) => {
    await service.commit(OLD);
    await service.commit(NEW);
    await sql`update tombstones set not_before = clock_timestamp() - interval '1 second'`.execute(
      other.kysely,
    );
    const gate = holdFlip(other);
    const back = service.commit(OLD, {}, { database: gate.database });
    await gate.reached;
    const sweep = sweepObjects(service.deps);
    gate.open();
    await Promise.all([back, sweep]);
    await assertNamedKeysExist(service);
  },
);

testOnPostgres("commits and sweeps in any order never delete what a row names", async (service, other) => {
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
  assert.deepEqual(await service.listKeys(), await service.listNamedKeys());
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

testOnPostgres("a commit whose intents a sweep has buried cannot flip", async (service, other) => {
  const objects: ObjectStore = {
    ...service.objects,
    async put(key, bytes, options) {
      await service.objects.put(key, bytes, options);
      await sql`update object_intents set deadline = clock_timestamp() - interval '1 millisecond'`.execute(
        other.kysely,
      );
      await sweepObjects({ ...service.deps, database: other });
      await sql`update object_intents set deadline = clock_timestamp() + interval '1 hour'`.execute(
        other.kysely,
      );
    },
  };
  await assert.rejects(() => service.commit(OLD, {}, { objects }), { code: "commit.deadline_exceeded" });
});

testOnPostgres("a flip whose answer is lost is found by its commit's id", async (service) => {
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
  const batch = await service.reader.readBatch("demo", BATCH.localDate, BATCH.kind);
  assert.equal(batch?.committedAt, committed.committedAt);
});

testOnPostgres(
  "a flip whose connection dies in the middle changed nothing, and says so",
  async (service, other) => {
    const gate = holdFlip(service.database);
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
    assert.deepEqual(await other.queue.take(1), []);
  },
);

testOnPostgres(
  "a commit that is killed leaves the old batch; after the grace period its objects are gone",
  async (service, other) => {
    const old = await service.commit(OLD);
    for (const failpoint of ["after the first put", "in the flip"]) {
      await killCommit(await service.build(NEW), service.folder, failpoint);
      assert.deepEqual(await readIds(service), old.widgets.map(({ id }) => id), failpoint);
      await assertNamedKeysExist(service);
      assert.ok((await service.listKeys()).length > 2, "it did write something");
      await sql`update object_intents set deadline = clock_timestamp() - interval '1 second'`.execute(
        other.kysely,
      );
      await sweepObjects({ ...service.deps, retention: 0 });
      assert.deepEqual(await service.listKeys(), await service.listNamedKeys(), failpoint);
    }
  },
);

testOnPostgres(
  "a commit that is killed after the flip has flipped, and its notification is delivered",
  async (service, other) => {
    await service.commit(OLD);
    await other.queue.take(10);
    await killCommit(await service.build(NEW), service.folder, "after the flip");
    assert.equal((await readIds(service))?.length, 3);
    const subjects: string[] = [];
    const sink = (event: { subject: string }) => Promise.resolve(void subjects.push(event.subject));
    await deliverNotifications({ database: other, clock: systemClock, log: () => {}, sink });
    assert.deepEqual(subjects, ["20260304-morning-brief"]);
  },
);

testOnPostgres("the retry of a killed commit gives what it would have given", async (service) => {
  const directory = await service.build(NEW);
  await killCommit(directory, service.folder, "in the flip");
  const retried = await service.commit(NEW);
  const keys = await service.listKeys();
  assert.deepEqual([retried.replaced, keys], [0, await service.listNamedKeys()]);
  await sql`update object_intents set deadline = clock_timestamp() - interval '1 second'`.execute(
    service.database.kysely,
  );
  await sweepObjects({ ...service.deps, retention: 0 });
  assert.deepEqual(await service.listKeys(), keys);
});

/** A database whose next flip stops just before its transaction commits, with all its changes made. */
function holdFlip(database: Database): { database: Database; reached: Promise<void>; open: () => void } {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  const enqueue: Database["queue"]["enqueue"] = async (transaction, event) => {
    await database.queue.enqueue(transaction, event);
    reached.resolve();
    await opened.promise;
    await sql`select 1`.execute(transaction);
  };
  return {
    database: { ...database, queue: { ...database.queue, enqueue } },
    reached: reached.promise,
    open: opened.resolve,
  };
}

/** Waits until someone waits for a user's lock, or the work that should is over. */
async function waitForLock({ kysely }: Database, work: Promise<unknown>): Promise<void> {
  let over = false;
  const end = () => over = true;
  work.then(end, end);
  while (!over) {
    const { rows } = await sql`select from ${LOCKS} where locktype = 'advisory' and not granted`.execute(
      kysely,
    );
    if (rows.length > 0) return;
  }
}

async function readIds({ reader }: Service): Promise<string[] | undefined> {
  const batch = await reader.readBatch(REQUEST.userId, REQUEST.localDate, REQUEST.kind);
  return batch?.widgets.map(({ id }) => id);
}

async function assertNamedKeysExist(service: Service): Promise<void> {
  const keys = new Set(await service.listKeys());
  for (const key of await service.listNamedKeys()) assert.ok(keys.has(key), key);
}

/** The service's store, which checks before and after each deletion that no row names the key. */
function watchDeletions(service: Service): ObjectStore {
  return {
    ...service.objects,
    async delete(key, options) {
      assert.ok(!(await service.listNamedKeys()).includes(key), key);
      await service.objects.delete(key, options);
      assert.ok(!(await service.listNamedKeys()).includes(key), key);
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
