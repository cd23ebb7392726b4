import assert from "node:assert/strict";
import { sql } from "kysely";
import { deleteBatch, expireBatches } from "../../../hosts/sweep/mod.ts";
import { REQUEST, type Service } from "../commit/service.ts";

const DAY_MS = 86_400_000;

/** A day so many days before today, in UTC. */
function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}

export const DELETE_BATCH_CASES: { [sentence: string]: (service: Service) => Promise<void> } = {
  "a deleted batch has no rows, revisions, output or waiting notification, and keeps what another batch references":
    async (service) => {
      const { deps, database: { kysely }, reader } = service;
      const batch = { userId: "demo", localDate: REQUEST.localDate, kind: REQUEST.kind };
      await service.commit({ "001_a.tckb": "old" });
      const { widgets } = await service.commit({ "001_a.tckb": "own", "002_b.tckb": "shared" });
      await service.commit({ "001_b.tckb": "shared" }, { localDate: "2026-03-05" });
      const removed = await deleteBatch(deps, batch);
      assert.deepEqual([removed.widgets, removed.revisions, removed.tombstoned.length], [2, 2, 2]);
      assert.equal(await reader.readBatch("demo", REQUEST.localDate, REQUEST.kind), null);
      assert.equal((await reader.readBatch("demo", "2026-03-05", REQUEST.kind))?.widgets.length, 1);
      assert.ok(!removed.tombstoned.some((key) => key.includes(widgets[1]!.hash)));
      const { rows: [left] } = await sql<{ output: number; jobs: number; commits: number }>`select
      (select sum(jsonb_array_length(output_files))::int from worker_agent_tasks) as output,
      (select count(*)::int from tck_queue.job) as jobs, (select count(*)::int from commits) as commits`
        .execute(kysely);
      assert.deepEqual(left, { output: 1, jobs: 1, commits: 1 });
      await sql`update tombstones set not_before = clock_timestamp() - interval '1 second'`.execute(kysely);
      assert.deepEqual(await deleteBatch(deps, batch), { widgets: 0, revisions: 0, tombstoned: [] });
      assert.deepEqual(await service.listKeys(), await service.listReferencedKeys());
    },

  "batches older than they are kept are deleted, page after page, and the day of the limit is kept": async (
    service,
  ) => {
    const days = [500, 401, 400, 399, 1];
    for (const days_ of days) await service.commit({ "001_a.tckb": "a" }, { localDate: daysAgo(days_) });
    const old: string[] = [];
    const dryRun = {
      dryRun: true,
      onBatch: ({ localDate }: { localDate: string }) => Promise.resolve(void old.push(localDate)),
    };
    assert.equal(await expireBatches(service.deps, 400 * DAY_MS, dryRun), 2);
    assert.deepEqual(old, [500, 401].map(daysAgo));
    assert.equal(await expireBatches(service.deps, 400 * DAY_MS), 2);
    const { batches } = await service.reader.listBatches("demo", {
      after: null,
      limit: 10,
      direction: "older",
    });
    assert.deepEqual(batches.map(({ localDate }) => localDate), [1, 399, 400].map(daysAgo));
    assert.equal(await expireBatches(service.deps, 400 * DAY_MS), 0);
  },

  "a reader sees the whole batch or none of it while it is deleted": async (service) => {
    const { reader, deps } = service;
    const bundles = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`00${index + 1}_a.tckb`, `text ${index}`]),
    );
    await service.commit(bundles);
    const read = async () =>
      (await reader.readBatch("demo", REQUEST.localDate, REQUEST.kind))?.widgets.length ?? 0;
    const reads = Array.from({ length: 20 }, read);
    const removed = deleteBatch(deps, { userId: "demo", localDate: REQUEST.localDate, kind: REQUEST.kind });
    const counts = await Promise.all([...reads, ...Array.from({ length: 20 }, read)]);
    await removed;
    assert.deepEqual(
      [...new Set([...counts, await read()])].filter((count) => count !== 9 && count !== 0),
      [],
    );
    assert.equal(await read(), 0);
  },
};
