import assert from "node:assert/strict";
import { sql } from "kysely";
import { once } from "node:events";
import { mkdir, symlink } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Clock, CommitRequestedEvent, ObjectStore } from "../../../core/commit/mod.ts";
import type { CommitDependencies } from "../../../hosts/commit/mod.ts";
import {
  type CommitWorkerOptions,
  type CommitWorkerReport,
  enqueueCommit,
  locateWorkspace,
  openSharedWorkspaces,
  runCommitWorker,
} from "../../../hosts/commit_queue/mod.ts";
import type { Database } from "../../../hosts/postgres/mod.ts";
import { systemClock } from "../../../hosts/time/mod.ts";
import { within } from "../../waiting/mod.ts";
import { failingOn } from "../commit/commit_batch_cases.ts";
import { REQUEST, type Service } from "../commit/service.ts";

/** The behaviour of a commit worker, on any engine. */
export const WORKER_CASES: { [sentence: string]: (service: Service) => Promise<void> } = {
  "a request is committed once and leaves the queue": async (service) => {
    const { reader, database, events } = service;
    const { id } = await request(service, { "001_a.tckb": "a", "002_b.tckb": "b" });
    assert.deepEqual(await drain(service), { committed: 1, failed: 0 });
    const batch = await reader.readBatch("demo", "2026-03-04", "morning_brief");
    assert.equal(batch?.widgets.length, 2);
    const logged = events.find(({ event }) => event === "commit_request_committed");
    assert.deepEqual([logged?.requestId, logged?.batchId, logged?.widgetCount], [
      id,
      "20260304-morning-brief",
      2,
    ]);
    assert.deepEqual(await drain(service), { committed: 0, failed: 0 });
    assert.equal((await database.notifications.take(10)).length, 1);
  },

  "requests of one batch are committed in the order in which they were queued": async (service) => {
    const { reader, database } = service;
    await request(service, { "001_a.tckb": "old" });
    await request(service, { "001_a.tckb": "new", "002_b.tckb": "b" });
    const first = await database.commitRequests.take();
    assert.equal(await database.commitRequests.take(), null, "the second request is blocked by the first");
    await database.commitRequests.release(first!);
    assert.deepEqual(await drain(service), { committed: 2, failed: 0 });
    assert.equal((await reader.readBatch("demo", "2026-03-04", "morning_brief"))?.widgets.length, 2);
  },

  "a strict request fails on one invalid bundle, and another does not": async (service) => {
    const bundles = { "001_a.tckb": "a", "002_bad.tckb": new Uint8Array(9) };
    await request(service, bundles, { strict: true });
    assert.deepEqual(await drain(service), { committed: 0, failed: 1 });
    await request(service, bundles);
    assert.deepEqual(await drain(service), { committed: 1, failed: 0 });
  },

  "a permanent failure becomes a dead letter at once, and does not block the next request": async (
    service,
  ) => {
    const { database, events } = service;
    const { id } = await request(service, { "001_bad.tckb": new Uint8Array(9) });
    await request(service, { "001_a.tckb": "a" });
    assert.deepEqual(await drain(service), { committed: 1, failed: 1 });
    assert.ok(
      events.some(({ event, code }) =>
        event === "commit_request_refused" && code === "commit.no_valid_widget"
      ),
    );
    const [dead, ...more] = await database.commitRequests.listDead();
    assert.deepEqual([dead!.event["id"], dead!.attempts, more], [id, 1, []]);
    assert.match(dead!.reason, /none of its 1 bundles can be taken/);
    assert.equal(await database.commitRequests.replay(crypto.randomUUID()), false);
    assert.equal(await database.commitRequests.replay(id), true);
    assert.deepEqual(await database.commitRequests.listDead(), []);
    assert.deepEqual(await drain(service), { committed: 0, failed: 1 });
    assert.equal((await database.commitRequests.listDead()).length, 1);
  },

  "a transient failure is given back and retried, and becomes a dead letter after many attempts": async (
    service,
  ) => {
    const { database, deps, events } = service;
    const { id } = await request(service, { "001_a.tckb": "a" });
    const broken = { objects: failingOn(deps.objects, () => true) };
    assert.deepEqual(await drain(service, broken), { committed: 0, failed: 1 });
    assert.ok(
      events.some(({ event, code }) =>
        event === "commit_request_given_back" && code === "commit.write_failed"
      ),
    );
    assert.deepEqual(
      await drain(service),
      { committed: 0, failed: 0 },
      "the pause before the retry is not over",
    );
    await sql`update tck_queue.job set retry_limit = retry_count + 1, start_after = now() where state = 'retry'`
      .execute(database.kysely);
    assert.deepEqual(await drain(service, broken), { committed: 0, failed: 1 });
    const [dead] = await database.commitRequests.listDead();
    assert.deepEqual([dead!.event["id"], dead!.attempts], [id, 2]);
    assert.match(dead!.reason, /the disk is full/);
    await request(service, { "001_a.tckb": "b" });
    assert.deepEqual(
      await drain(service),
      { committed: 1, failed: 0 },
      "the dead letter does not block the next request",
    );
  },

  "after its lease has expired, a worker can neither flip nor settle, and another commits the request":
    async (
      service,
    ) => {
      const { database, events, objects } = service;
      await request(service, { "001_a.tckb": "a" });
      const slow: ObjectStore = {
        ...objects,
        async put(key, bytes, options) {
          await expireLease(database);
          assert.deepEqual(await drain(service), { committed: 1, failed: 0 });
          await objects.put(key, bytes, options);
        },
      };
      assert.deepEqual(await drain(service, { objects: slow }), { committed: 0, failed: 0 });
      assert.deepEqual(
        events.filter(({ event }) => event.startsWith("commit_request_")).map(({ event }) => event),
        ["commit_request_committed", "commit_request_lost"],
      );
      const commits = await database.kysely.selectFrom("commits").select("commit_id").execute();
      assert.equal(commits.length, 1);
      assert.equal((await database.notifications.take(10)).length, 1);
    },

  "a lease can be renewed until another worker has taken the request": async (service) => {
    const { database } = service;
    const { commitRequests: requests } = database;
    await request(service, { "001_a.tckb": "a" });
    const first = await requests.take();
    assert.equal(await requests.renew(first!), true);
    await expireLease(database);
    assert.equal(await requests.renew(first!), false);
    const second = await requests.take();
    assert.deepEqual([await requests.renew(first!), await requests.renew(second!)], [false, true]);
    await requests.giveBack(first!, "too late");
    await requests.release(first!);
    await requests.reject(first!, "too late");
    assert.equal(await requests.renew(second!), true, "a lost lease cannot settle the request");
    assert.deepEqual(await requests.listDead(), [], "a lost lease cannot make a dead letter");
  },

  "the lease of a request that is settled is not renewed any more": async (service) => {
    await request(service, { "001_a.tckb": "a" });
    await request(service, { "002_bad.tckb": new Uint8Array(9) });
    const renewalInterval = 3_600_000;
    const renewals: AbortSignal[] = [];
    const clock: Clock = {
      ...systemClock,
      sleep(milliseconds, signal) {
        if (milliseconds === renewalInterval) renewals.push(signal!);
        return systemClock.sleep(milliseconds, signal);
      },
    };
    const report = await drain(service, { clock }, { renewalInterval });
    assert.deepEqual(report, { committed: 1, failed: 1 });
    assert.deepEqual(renewals.map(({ aborted }) => aborted), [true, true]);
  },

  "a worker that has lost its lease aborts the commit": async (service) => {
    const { database, events, objects } = service;
    await request(service, { "001_a.tckb": "a" });
    const lost = {
      ...database,
      commitRequests: { ...database.commitRequests, renew: () => Promise.resolve(false) },
    };
    const waiting: ObjectStore = {
      ...objects,
      async put(_key, _bytes, options) {
        await untilAborted(options!.signal!);
        throw options!.signal!.reason;
      },
    };
    const changes = { objects: waiting, database: lost };
    const report = await drain(service, changes, { renewalInterval: 1 });
    assert.deepEqual(report, { committed: 0, failed: 0 });
    assert.ok(events.some(({ event, code }) => event === "commit_request_lost" && code === "commit.aborted"));
  },

  "a renewal without an answer counts as a lost lease": async (service) => {
    const { database, events, objects } = service;
    await request(service, { "001_a.tckb": "a" });
    const stalling: ObjectStore = {
      ...objects,
      put: (_key, _bytes, options) =>
        database.kysely.transaction().execute(async (transaction) => {
          await sql`select from tck_queue.job where state = 'active' for update`.execute(transaction);
          await untilAborted(options!.signal!);
          throw new Error("aborted");
        }),
    };
    const options = { renewalInterval: 1, queueTimeout: 2_000 };
    const report = await drain(service, { objects: stalling }, options);
    assert.deepEqual(report, { committed: 0, failed: 0 });
    assert.ok(events.some(({ event, code }) => event === "commit_request_lost" && code === "commit.aborted"));
  },

  "a queue that does not answer in time is a failure, not an empty queue": async (service) => {
    const { database } = service;
    const take = () => new Promise<null>(() => {});
    const silent = { ...database, commitRequests: { ...database.commitRequests, take } };
    await assert.rejects(() => drain(service, { database: silent }, { queueTimeout: 1 }), {
      message: "no answer within 1 ms",
    });
  },

  "a worker that is ended releases its request, which another worker takes at once": async (service) => {
    const { events, objects } = service;
    await request(service, { "001_a.tckb": "a" });
    const ending = new AbortController();
    const stopping: ObjectStore = {
      ...objects,
      put(key, bytes, options) {
        ending.abort();
        return objects.put(key, bytes, options);
      },
    };
    const report = await drain(service, { objects: stopping }, { signal: ending.signal });
    assert.deepEqual(report, { committed: 0, failed: 0 });
    assert.equal(events.at(-1)?.event, "commit_request_released");
    assert.deepEqual(await drain(service), { committed: 1, failed: 0 });
  },

  "a workspace outside the shared folder is rejected": async (service) => {
    const { database, folder, build } = service;
    const shared = await makeShared(service);
    const outside = await build({ "001_a.tckb": "a" });
    await symlink(outside, join(shared, "link"));
    const code = "workspace.outside";
    await assert.rejects(() => locateWorkspace(shared, outside), { code });
    await assert.rejects(() => locateWorkspace(shared, join(shared, "link")), { code });
    await assert.rejects(() => locateWorkspace(shared, shared), { code });
    await assert.rejects(() => locateWorkspace(shared, join(shared, "no")), { code: "commit.no_bundles" });
    await assert.rejects(() => openSharedWorkspaces(join(folder, "no")), { code });
    const { id } = await request(service, { "001_a.tckb": "a" });
    const locations = [`../${basename(outside)}`, "link", "none", "/etc", "a/../../b", "."];
    for (const location of locations) {
      await sql`update tck_queue.job set data = jsonb_set(data, '{data,workspace}', ${
        JSON.stringify(location)
      }::text::jsonb) where id = ${id}::uuid`.execute(database.kysely);
      assert.deepEqual(await drain(service), { committed: 0, failed: 1 }, location);
      assert.equal(await database.commitRequests.replay(id), true);
      await sql`update tck_queue.job set id = ${id}::uuid where data ->> 'id' = ${id}`.execute(
        database.kysely,
      );
    }
  },

  "an invalid event in the queue becomes a dead letter, whatever it is, and a large text a short one": async (
    { database, ...service },
  ) => {
    const unprintable = '{"toString":null,"valueOf":null}';
    const envelope = `{"specversion":"1.0","type":"tck.commit.requested.v1","id":${unprintable},"data":`;
    const events = `[{"type":"other"}, {}, null, [1,2], 5, ${envelope}{"userId":${unprintable}}}]`;
    await sql`
      insert into tck_queue.job (name, data, singleton_key, policy, dead_letter)
      select name, value, 'x' || place, policy, dead_letter
      from tck_queue.queue, (
        select value, ordinality as place from jsonb_array_elements(${events}::jsonb) with ordinality
        union all select to_jsonb(repeat('x', ${1 << 20})), 0
      ) as events
      where name = 'tck.commit.requested'`.execute(database.kysely);
    assert.deepEqual(await drain({ database, ...service }), { committed: 0, failed: 7 });
    const dead = await database.commitRequests.listDead();
    assert.equal(dead.length, 7);
    for (const { reason, event } of dead) {
      assert.match(
        reason,
        /it is not a CloudEvents 1.0 envelope of type|user of type object is not a user id/,
      );
      assert.ok(JSON.stringify(event).length < 2_000);
    }
  },
};

/** Queues a request for a new workspace. */
async function request(
  service: Service,
  bundles: Parameters<Service["build"]>[0],
  changes: { strict?: boolean } = {},
): Promise<CommitRequestedEvent> {
  const shared = await makeShared(service);
  const workspace = await locateWorkspace(shared, await service.build(bundles, shared));
  return await enqueueCommit(service.deps, { ...REQUEST, workspace, strict: false, ...changes }, "/test");
}

async function makeShared({ folder }: Service): Promise<string> {
  await mkdir(join(folder, "shared"), { recursive: true });
  return await openSharedWorkspaces(join(folder, "shared"));
}

async function drain(
  service: Service,
  changes: Partial<CommitDependencies> = {},
  options: Partial<CommitWorkerOptions> = {},
): Promise<CommitWorkerReport> {
  const workspaces = await makeShared(service);
  const { signal } = new AbortController();
  return await runCommitWorker({ ...service.deps, ...changes }, {
    workspaces,
    actor: "commit-worker:test",
    drain: true,
    signal,
    ...options,
  });
}

/** Expires the lease of the running attempt, so that the next worker can take the request. */
async function expireLease({ kysely, commitRequests }: Database): Promise<void> {
  await sql`update tck_queue.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`
    .execute(kysely);
  await sql`update tck_queue.queue set monitor_claim_on = null, monitor_on = null`.execute(kysely);
  assert.equal(
    await commitRequests.take(),
    null,
    "the lease has expired, and the request is due after a pause",
  );
  await sql`update tck_queue.job set start_after = now() where state = 'retry'`.execute(kysely);
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await within("the commit is aborted", once(signal, "abort"));
}
