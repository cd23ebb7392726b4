import assert from "node:assert/strict";
import { sql } from "kysely";
import { type CommitReport, RevisionError, rollbackBatch } from "../../../hosts/commit/mod.ts";
import { enqueueCommit, runCommitWorker } from "../../../hosts/commit_queue/mod.ts";
import { underUserLock } from "../../../hosts/postgres/user_lock.ts";
import { until } from "../../waiting/mod.ts";
import { Engines, REQUEST, type Service } from "./service.ts";

const engines = new Engines();
Deno.test.afterAll(() => engines.close());

const UNKNOWN = crypto.randomUUID();

/** Everything that readers and the agent see, without what a failed commit leaves for sweeps. */
async function view({ database, reader }: Service): Promise<unknown> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from tck_queue.job`.execute(
    database.kysely,
  );
  const commits = await database.kysely.selectFrom("commits").select("commit_id").orderBy("commit_id")
    .execute();
  return [await reader.readBatch("demo", REQUEST.localDate, REQUEST.kind), rows, commits];
}

/** A commit that must fail by its precondition. */
async function rejectsOther(
  service: Service,
  commit: Promise<CommitReport>,
  present: string | null,
): Promise<void> {
  commit.catch(() => {}); // It may fail before the view is there.
  const before = await view(service);
  await assert.rejects(commit, (error) => {
    assert.ok(error instanceof RevisionError);
    assert.deepEqual([error.code, error.present], ["commit.other_revision", present]);
    assert.match(
      error.message,
      present === null ? /it does not exist/ : new RegExp(`its revision is ${present}`),
    );
    return true;
  });
  assert.deepEqual(await view(service), before);
}

const CASES: { [sentence: string]: (service: Service) => Promise<void> } = {
  "a commit replaces only the revision that it names, or a batch that does not exist": async (service) => {
    const { commit, deps } = service;
    await rejectsOther(service, commit({ "001_a.tckb": "a" }, { replaces: UNKNOWN }), null);
    const first = await commit({ "001_a.tckb": "a" }, { replaces: null });
    await rejectsOther(service, commit({ "001_a.tckb": "b" }, { replaces: null }), first.commitId);
    const second = await commit({ "001_a.tckb": "b" }, { replaces: first.commitId });
    await rejectsOther(
      service,
      commit({ "001_a.tckb": "late" }, { replaces: first.commitId }),
      second.commitId,
    );
    // Another batch of the user is not meant.
    await commit({ "001_a.tckb": "c" }, { kind: "diary", replaces: null });
    const back = { userId: "demo", revision: first.commitId };
    await rejectsOther(service, rollbackBatch(deps, { ...back, replaces: first.commitId }), second.commitId);
    await rollbackBatch(deps, { ...back, replaces: second.commitId });
    await commit({ "001_a.tckb": "d" });
    await assert.rejects(commit({ "001_a.tckb": "e" }, { replaces: "the last" }), {
      code: "commit.invalid_request",
      message: 'Cannot commit: revision "the last" is not a UUID',
    });
  },

  "of two commits that replace the same revision one is committed": async (service) => {
    const { commitId } = await service.commit({ "001_a.tckb": "a" });
    const results = await Promise.allSettled(
      ["b", "c"].map((text) => service.commit({ "001_a.tckb": text }, { replaces: commitId })),
    );
    const codes = results.map((result) => result.status === "rejected" ? result.reason.code : "committed");
    assert.deepEqual(codes.toSorted(), ["commit.other_revision", "committed"]);
  },

  "a commit whose caller leaves while its flip waits for the lock changes nothing": async (service) => {
    const { database: { kysely } } = service;
    await service.commit({ "001_a.tckb": "a" });
    const leaving = new AbortController();
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    // The lock is taken when the objects are being written, between the intents and the flip.
    const objects = {
      ...service.objects,
      async put(...args: Parameters<typeof service.objects.put>) {
        void underUserLock(kysely, "demo", async () => {
          locked.resolve();
          await held.promise;
        });
        await locked.promise;
        await service.objects.put(...args);
      },
    };
    const before = await view(service);
    const commit = service.commit({ "001_a.tckb": "b" }, { signal: leaving.signal }, { objects });
    const outcome = assert.rejects(commit, { code: "commit.aborted" });
    await until("the flip waits for the lock", async () => {
      const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(kysely);
      return rows.length > 0;
    });
    leaving.abort();
    held.resolve();
    await outcome;
    assert.deepEqual(await view(service), before);
  },

  "a queued commit whose lease has expired does not flip, also when nobody has taken the request": async (
    service,
  ) => {
    const { deps, database, folder } = service;
    await enqueueCommit(deps, { ...REQUEST, workspace: "w", strict: false }, "/test");
    const request = (await database.commitRequests.take())!;
    const expire = (ago: string) =>
      sql`update tck_queue.job set heartbeat_on = clock_timestamp() - ${ago}::interval where id = ${request.jobId}::uuid`
        .execute(database.kysely);
    await expire("31 seconds");
    const before = await view(service);
    await assert.rejects(service.commit({ "001_a.tckb": "a" }, { request }), { code: "commit.request_lost" });
    assert.deepEqual(await view(service), before);
    await expire("10 seconds");
    await service.commit({ "001_a.tckb": "a" }, { request });
    assert.equal(await database.commitRequests.take(), null);
    assert.ok(folder);
  },

  "a queued commit that names another revision is a dead letter, and the next one is committed": async (
    service,
  ) => {
    const { deps, database } = service;
    const [, workspace] = /([^/]+)$/.exec(await service.build({ "001_a.tckb": "a" }))!;
    const request = { ...REQUEST, workspace: workspace!, strict: false };
    await enqueueCommit(deps, { ...request, replaces: UNKNOWN }, "/test");
    await enqueueCommit(deps, { ...request, replaces: null }, "/test");
    const ended = new AbortController().signal;
    const options = { workspaces: service.folder, actor: "test", drain: true, signal: ended };
    assert.deepEqual(await runCommitWorker(deps, options), { committed: 1, failed: 1 });
    const [dead] = await database.commitRequests.listDead();
    assert.match(dead!.reason, /it does not exist, not /);
    await assert.rejects(enqueueCommit(deps, { ...request, replaces: "x" }, "/test"), {
      message: 'Cannot queue the commit: revision "x" is not a UUID',
    });
  },
};

for (const [sentence, run] of Object.entries(CASES)) {
  Deno.test(sentence, () => engines.run("postgresql", run));
}
