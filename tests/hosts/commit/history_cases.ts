import assert from "node:assert/strict";
import { sql } from "kysely";
import { type CommitReport, rollbackBatch } from "../../../hosts/commit/mod.ts";
import { sweepObjects } from "../../../hosts/sweep/mod.ts";
import { listRevisions } from "../../../hosts/postgres/mod.ts";
import { REQUEST, type Service } from "./service.ts";

const OLD = { "001_a.tckb": "old a", "002_b.tckb": "b" };
const NEW = { "001_a.tckb": "new a", "002_b.tckb": "b", "003_c.tckb": "c" };

/** The revisions of a user's batches, on any engine. */
export const HISTORY_CASES: { [sentence: string]: (service: Service) => Promise<void> } = {
  "the history lists each revision with its task, its time, what it replaced, and whether it is current":
    async (
      { commit, database },
    ) => {
      const old = await commit(OLD);
      const recent = await commit(NEW, { taskId: "task-2" });
      await commit(OLD, { kind: "evening_brief" });
      const query = { userId: "demo", localDate: REQUEST.localDate, kind: REQUEST.kind, limit: 10 };
      const { revisions: [second, first, ...more] } = (await listRevisions(database, query))!;
      assert.deepEqual(more, []);
      assert.deepEqual(first, {
        revision: old.commitId,
        ...REQUEST,
        committedAt: old.committedAt,
        widgetCount: 2,
        replaced: null,
        current: false,
      });
      assert.deepEqual(
        [second!.revision, second!.taskId, second!.widgetCount, second!.replaced, second!.current],
        [recent.commitId, "task-2", 3, old.commitId, true],
      );
      const { revisions, next } = (await listRevisions(database, { userId: "demo", limit: 3 }))!;
      assert.deepEqual([revisions.length, revisions[0]!.kind, next], [3, "evening_brief", null]);
      const another = await listRevisions(database, { userId: "another", limit: 10 });
      assert.deepEqual(another, { revisions: [], next: null });
    },

  "pages of the history have each revision once, also those of one instant and while a commit is added":
    async (
      { commit, database },
    ) => {
      const added: string[] = [];
      for (let index = 0; index < 5; index++) {
        added.unshift((await commit({ "001_a.tckb": `${index}` })).commitId);
      }
      await database.kysely.updateTable("commits").set({ committed_at: new Date("2026-01-01T00:00:00Z") })
        .where("commit_id", "in", added.slice(1, 4)).execute();
      await database.kysely.updateTable("commits").set({ committed_at: new Date("2025-01-01T00:00:00Z") })
        .where("commit_id", "=", added[4]!).execute();
      const pages: string[][] = [];
      let before: string | undefined;
      do {
        const page = (await listRevisions(database, { userId: "demo", before, limit: 2 }))!;
        pages.push(page.revisions.map(({ revision }) => revision));
        before = page.next ?? undefined;
        if (pages.length === 1) await commit(NEW);
      } while (before !== undefined);
      assert.deepEqual(pages.map(({ length }) => length), [2, 2, 1]);
      assert.deepEqual(pages.flat().toSorted(), added.toSorted());
      assert.equal(await listRevisions(database, { userId: "another", before: added[0]!, limit: 2 }), null);
    },

  "a rollback commits the revision's rows again, as a new revision": async (service) => {
    const { commit, deps, database } = service;
    const old = await commit(OLD);
    const before = await readRows(service);
    const recent = await commit(NEW);
    const report = await rollbackBatch(deps, { userId: "demo", revision: old.commitId });
    assert.deepEqual([report.widgets, report.replaced, report.written], [old.widgets, 3, []]);
    assert.deepEqual(await readRows(service), before);
    const { revisions: [current] } = (await listRevisions(database, { userId: "demo", limit: 1 }))!;
    assert.deepEqual([current!.revision, current!.replaced], [report.commitId, recent.commitId]);
    assert.equal((await database.notifications.take(10)).length, 3);
    const forward = await rollbackBatch(deps, { userId: "demo", revision: recent.commitId });
    assert.deepEqual(forward.widgets, recent.widgets);
  },

  "a rollback to a revision with two widgets of one bundle restores both": async (
    { commit, deps, reader },
  ) => {
    const old = await commit({ "001_a.tckb": "same", "002_b.tckb": "same" });
    await commit(NEW);
    await rollbackBatch(deps, { userId: "demo", revision: old.commitId });
    const batch = await reader.readBatch("demo", REQUEST.localDate, REQUEST.kind);
    assert.deepEqual(batch?.widgets.map(({ id }) => id), old.widgets.map(({ id }) => id));
    assert.equal(new Set(batch?.widgets.map(({ bundle }) => bundle.hash)).size, 1);
  },

  "a sweep does not delete what a rollback references": async (service) => {
    const { commit, deps, database, listKeys, listReferencedKeys } = service;
    const { commitId } = await commit(OLD);
    await commit(NEW);
    await rollbackBatch(deps, { userId: "demo", revision: commitId });
    await sql`update tombstones set not_before = clock_timestamp() - interval '1 second'`.execute(
      database.kysely,
    );
    await sweepObjects({ ...deps, retention: 0 });
    assert.deepEqual(await listKeys(), await listReferencedKeys());
  },

  "a rollback to a revision whose object is gone is rejected, and changes nothing": async (service) => {
    const { commit, deps, database } = service;
    const old = await commit(OLD);
    await commit(NEW);
    const before = await readRows(service);
    await sql`update tombstones set not_before = clock_timestamp() - interval '1 second'`.execute(
      database.kysely,
    );
    await sweepObjects(deps);
    await assert.rejects(() => rollbackBatch(deps, { userId: "demo", revision: old.commitId }), {
      code: "commit.revision_expired",
      message: /^Cannot roll back to ".*": its object ".*" is gone, so nothing was changed$/,
    });
    assert.deepEqual(await readRows(service), before);
  },

  "a revision's rows are removed after it has been replaced for the grace period": async (
    { commit, deps, database },
  ) => {
    const old = await commit(OLD);
    await commit(NEW);
    await sql`update commits set committed_at = committed_at - interval '2 days'`.execute(database.kysely);
    await commit(OLD);
    await assert.rejects(() => rollbackBatch(deps, { userId: "demo", revision: old.commitId }), {
      code: "commit.revision_expired",
      message: /its rows are no longer kept/,
    });
  },

  "a rollback to an unknown revision is rejected": async ({ commit, deps }) => {
    const { commitId }: CommitReport = await commit(OLD);
    const wrong = [{ userId: "another", revision: commitId }, { userId: "demo", revision: "latest" }, {
      userId: "demo",
      revision: crypto.randomUUID(),
    }];
    for (const request of wrong) {
      await assert.rejects(() => rollbackBatch(deps, request), { code: "commit.unknown_revision" });
    }
  },
};

/** The batch's rows without the columns that differ between commits of the same rows. */
async function readRows({ database }: Service): Promise<unknown[]> {
  const rows = await database.kysely.selectFrom("widgets").selectAll().orderBy("position").execute();
  return rows.map(({ commit_id: _id, committed_at: _at, ...row }) => row);
}
