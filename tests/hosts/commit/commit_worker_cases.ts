import assert from "node:assert/strict";
import { sql } from "kysely";
import { mkdir, symlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { CommitRequestedEvent, ObjectStore } from "../../../core/commit/mod.ts";
import {
  type CommitWorkerDependencies,
  type CommitWorkerReport,
  enqueueCommit,
  locateWorkspace,
  openSharedWorkspaces,
  runCommitWorker,
} from "../../../hosts/commit/mod.ts";
import type { Database } from "../../../hosts/postgres/mod.ts";
import { failingOn } from "./commit_batch_cases.ts";
import { REQUEST, type Service } from "./service.ts";

/** What a commit worker does, on any engine. */
export const WORKER_CASES: { [sentence: string]: (service: Service) => Promise<void> } = {
  "a request is committed once, and is gone": async (service) => {
    const { reader, database, events } = service;
    const { id } = await request(service, { "001_a.tckb": "a", "002_b.tckb": "b" });
    assert.deepEqual(await drain(service), { committed: 1, failed: 0 });
    const batch = await reader.readBatch("demo", "2026-03-04", "morning_brief");
    assert.equal(batch?.widgets.length, 2);
    const told = events.find(({ event }) => event === "commit_request_committed");
    assert.deepEqual([told?.requestId, told?.batchId, told?.widgetCount], [id, "20260304-morning-brief", 2]);
    assert.deepEqual(await drain(service), { committed: 0, failed: 0 });
    assert.equal((await database.queue.take(10)).length, 1);
  },

  "requests of one batch are committed in the order in which they were made": async (service) => {
    const { reader, database } = service;
    await request(service, { "001_a.tckb": "old" });
    await request(service, { "001_a.tckb": "new", "002_b.tckb": "b" });
    const first = await database.requests.take();
    assert.equal(await database.requests.take(), null, "the second waits for the first");
    await database.requests.release(first!);
    assert.deepEqual(await drain(service), { committed: 2, failed: 0 });
    assert.equal((await reader.readBatch("demo", "2026-03-04", "morning_brief"))?.widgets.length, 2);
  },

  "a strict request is strict": async (service) => {
    const bundles = { "001_a.tckb": "a", "002_bad.tckb": new Uint8Array(9) };
    await request(service, bundles, { strict: true });
    assert.deepEqual(await drain(service), { committed: 0, failed: 1 });
    await request(service, bundles);
    assert.deepEqual(await drain(service), { committed: 1, failed: 0 });
  },

  "what can never be done is a dead letter at once, and holds back nothing that follows": async (service) => {
    const { database, events } = service;
    const { id } = await request(service, { "001_bad.tckb": new Uint8Array(9) });
    await request(service, { "001_a.tckb": "a" });
    assert.deepEqual(await drain(service), { committed: 1, failed: 1 });
    assert.ok(
      events.some(({ event, code }) =>
        event === "commit_request_refused" && code === "commit.no_valid_widget"
      ),
    );
    const [dead, ...more] = await database.requests.listDead();
    assert.deepEqual([dead!.event["id"], dead!.attempts, more], [id, 1, []]);
    assert.match(dead!.reason, /none of its 1 bundles can be taken/);
    assert.equal(await database.requests.replay(crypto.randomUUID()), false);
    assert.equal(await database.requests.replay(id), true);
    assert.deepEqual(await database.requests.listDead(), []);
    assert.deepEqual(await drain(service), { committed: 0, failed: 1 });
    assert.equal((await database.requests.listDead()).length, 1);
  },

  "what fails for a while is given back, tried again later, and after many attempts a dead letter": async (
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
    assert.deepEqual(await drain(service), { committed: 0, failed: 0 }, "not before its pause is over");
    await sql`update tck_queue.job set retry_limit = retry_count + 1, start_after = now() where state = 'retry'`
      .execute(database.kysely);
    assert.deepEqual(await drain(service, broken), { committed: 0, failed: 1 });
    const [dead] = await database.requests.listDead();
    assert.deepEqual([dead!.event["id"], dead!.attempts], [id, 2]);
    assert.match(dead!.reason, /the disk is full/);
    await request(service, { "001_a.tckb": "b" });
    assert.deepEqual(await drain(service), { committed: 1, failed: 0 }, "it holds back nothing that follows");
  },

  "a request that is not renewed is another worker's, and the first can neither flip nor settle": async (
    service,
  ) => {
    const { database, events, objects } = service;
    await request(service, { "001_a.tckb": "a" });
    const slow: ObjectStore = {
      ...objects,
      async put(key, bytes, options) {
        await takeAway(database);
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
    assert.equal((await database.queue.take(10)).length, 1);
  },

  "a hold is renewed until another worker has taken the request": async (service) => {
    const { database: { requests, ...database } } = service;
    await request(service, { "001_a.tckb": "a" });
    const first = await requests.take();
    assert.equal(await requests.renew(first!), true);
    await takeAway({ ...database, requests });
    assert.equal(await requests.renew(first!), false);
    const second = await requests.take();
    assert.deepEqual([await requests.renew(first!), await requests.renew(second!)], [false, true]);
    await requests.giveBack(first!, "too late");
    await requests.release(first!);
    await requests.refuse(first!, "too late");
    assert.equal(await requests.renew(second!), true, "who lost the request can settle nothing");
  },

  "a worker that finds out that it lost its request gives the commit up": async (service) => {
    const { database, events, objects } = service;
    await request(service, { "001_a.tckb": "a" });
    const lost = { ...database, requests: { ...database.requests, renew: () => Promise.resolve(false) } };
    const waiting: ObjectStore = {
      ...objects,
      async put(_key, _bytes, options) {
        while (!options!.signal!.aborted) await sleep(1);
        throw options!.signal!.reason;
      },
    };
    const report = await drain(service, { objects: waiting, database: lost, renewalInterval: 1 });
    assert.deepEqual(report, { committed: 0, failed: 0 });
    assert.ok(events.some(({ event, code }) => event === "commit_request_lost" && code === "commit.aborted"));
  },

  "a renewal that gets no answer counts as a lost hold": async (service) => {
    const { database, events, objects } = service;
    await request(service, { "001_a.tckb": "a" });
    const stalling: ObjectStore = {
      ...objects,
      put: (_key, _bytes, options) =>
        database.kysely.transaction().execute(async (transaction) => {
          await sql`select from tck_queue.job where state = 'active' for update`.execute(transaction);
          for (let tick = 0; tick < 20_000 && !options!.signal!.aborted; tick++) await sleep(1);
          throw new Error("given up");
        }),
    };
    const report = await drain(service, { objects: stalling, renewalInterval: 1, queueTimeout: 2_000 });
    assert.deepEqual(report, { committed: 0, failed: 0 });
    assert.ok(events.some(({ event, code }) => event === "commit_request_lost" && code === "commit.aborted"));
  },

  "a queue that gives no request in time is a failure, not an empty queue": async (service) => {
    const { database } = service;
    const take = () => new Promise<null>(() => {});
    const silent = { ...database, requests: { ...database.requests, take } };
    await assert.rejects(() => drain(service, { database: silent, queueTimeout: 1 }), {
      message: "no answer within 1 ms",
    });
  },

  "a worker that is ended releases its request, which another takes up at once": async (service) => {
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
    const report = await drain(service, { objects: stopping }, ending.signal);
    assert.deepEqual(report, { committed: 0, failed: 0 });
    assert.equal(events.at(-1)?.event, "commit_request_released");
    assert.deepEqual(await drain(service), { committed: 1, failed: 0 });
  },

  "a workspace is never outside of the folder that all share": async (service) => {
    const { database, folder, build } = service;
    const shared = await makeShared(service);
    const outside = await build({ "001_a.tckb": "a" });
    await symlink(outside, join(shared, "link"));
    const code = "commit.outside_workspaces";
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
      assert.equal(await database.requests.replay(id), true);
      await sql`update tck_queue.job set id = ${id}::uuid where data ->> 'id' = ${id}`.execute(
        database.kysely,
      );
    }
  },

  "whatever else stands in the queue is a dead letter": async ({ database, ...service }) => {
    await sql`
      insert into tck_queue.job (name, data, singleton_key, policy, dead_letter)
      select name, value, 'x' || value::text, policy, dead_letter
      from tck_queue.queue, jsonb_array_elements('[{"type":"other"}, {}, null]') as value
      where name = 'tck.commit.requested'`.execute(database.kysely);
    assert.deepEqual(await drain({ database, ...service }), { committed: 0, failed: 3 });
    const dead = await database.requests.listDead();
    assert.equal(dead.length, 3);
    for (const { reason } of dead) assert.match(reason, /it is no CloudEvents 1.0 envelope of type/);
  },
};

/** Queues the commit of a new workspace. */
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
  changes: Partial<CommitWorkerDependencies> = {},
  signal = new AbortController().signal,
): Promise<CommitWorkerReport> {
  const deps = { ...service.deps, workspaces: await makeShared(service), ...changes };
  return await runCommitWorker(deps, { drain: true, signal });
}

/** As if its worker had been silent for long: the next one to ask takes it over. */
async function takeAway({ kysely, requests }: Database): Promise<void> {
  await sql`update tck_queue.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`
    .execute(kysely);
  await sql`update tck_queue.queue set monitor_claim_on = null, monitor_on = null`.execute(kysely);
  assert.equal(await requests.take(), null, "it counts as lost, and is due after a pause");
  await sql`update tck_queue.job set start_after = now() where state = 'retry'`.execute(kysely);
}
