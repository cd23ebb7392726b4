import assert from "node:assert/strict";
import type { BatchPage, BatchPosition } from "../../../core/feed/batch.ts";
import { bundleKey } from "../../../core/naming/mod.ts";
import type { Service } from "../commit/service.ts";

/** The behaviour of the batch reader, on any engine. */
export const READER_CASES: { [sentence: string]: (service: Service) => Promise<void> } = {
  "a user without batches has an empty list, and no batch, widget or bundle": async ({ reader }) => {
    const query = { limit: 20, direction: "older", after: null } as const;
    assert.deepEqual(await reader.listBatches("demo", query), { batches: [], next: null });
    assert.equal(await reader.readBatch("demo", "2026-03-04", "diary"), null);
    assert.equal(await reader.readWidget("demo", "w_aaaaaaaaaaaaaaaaaaaaaaaaaa"), null);
    assert.equal(await reader.findBundle("demo", "A".repeat(64)), null);
  },

  "a user cannot see another user's batches": async ({ commit, reader }) => {
    const { widgets: [widget] } = await commit({ "001_a.tckb": "a" });
    assert.notEqual(await reader.readWidget("demo", widget!.id), null);
    assert.notEqual(await reader.findBundle("demo", widget!.hash), null);
    const query = { limit: 20, direction: "older", after: null } as const;
    assert.deepEqual((await reader.listBatches("demo2", query)).batches, []);
    assert.equal(await reader.readBatch("demo2", "2026-03-04", "morning_brief"), null);
    assert.equal(await reader.readWidget("demo2", widget!.id), null);
    assert.equal(await reader.findBundle("demo2", widget!.hash), null);
  },

  "the list is ordered by day, then time of commit, then kind, and can be paged in both directions": async (
    service,
  ) => {
    await commitSeveral(service);
    const all = await readPages(service, "older", 100);
    const ids = all[0]!.batches.map(({ batchId }) => batchId);
    assert.deepEqual(ids, [
      "20260306-diary",
      "20260305-welcome",
      "20260304-evening-brief",
      "20260304-diary",
      "20260304-morning-brief",
    ]);
    for (const limit of [1, 2, 3, 5]) {
      const older = await readPages(service, "older", limit);
      assert.deepEqual(older.flatMap(({ batches }) => batches), all[0]!.batches);
      assert.ok(older.every(({ batches }, index) => batches.length === limit || index === older.length - 1));
      const newer = await readPages(service, "newer", limit);
      assert.deepEqual(newer.toReversed().flatMap(({ batches }) => batches), all[0]!.batches);
    }
  },

  "batches of the same millisecond are ordered by kind": async (service) => {
    await commitSeveral(service);
    const { kysely } = service.database;
    await kysely.updateTable("widgets").set({ committed_at: new Date(1_750_000_000_123) }).execute();
    const expected = ["20260304-diary", "20260304-evening-brief", "20260304-morning-brief"];
    for (const limit of [1, 2, 100]) {
      const older = (await readPages(service, "older", limit)).flatMap(({ batches }) => batches);
      assert.deepEqual(older.slice(2).map(({ batchId }) => batchId), expected);
      assert.equal(older[0]?.committedAt, "2025-06-15T15:06:40.123Z");
      const newer = (await readPages(service, "newer", limit)).toReversed().flatMap(({ batches }) => batches);
      assert.deepEqual(newer, older);
    }
  },

  "the list has the widgets in NNN order, like the single batch": async ({ commit, reader }) => {
    await commit({ "010_c.tckb": "c", "002_b.tckb": "b", "001_a.tckb": "a" });
    const { batches: [listed] } = await reader.listBatches("demo", {
      limit: 1,
      direction: "older",
      after: null,
    });
    assert.equal(listed?.widgets.length, 3);
    assert.deepEqual(listed, await reader.readBatch("demo", "2026-03-04", "morning_brief"));
    for (const widget of listed!.widgets) {
      assert.deepEqual(await reader.readWidget("demo", widget.id), widget);
    }
  },

  "a bundle whose object is missing is an error only while a row references it": async (
    { commit, objects, reader },
  ) => {
    const first = await commit({ "001_a.tckb": "a" });
    const hash = first.widgets[0]!.hash;
    const key = bundleKey("demo", hash);
    await objects.delete(key);
    await assert.rejects(() => reader.findBundle("demo", hash), {
      name: "DatabaseError",
      code: "database.object_missing",
      message: `Cannot read object "${key}": a widget references it, but it is not in the object store`,
    });
    await commit({ "001_a.tckb": "b" });
    assert.equal(await reader.findBundle("demo", hash), null);
  },

  "a manifest whose object is missing is an error with its key": async ({ commit, database, reader }) => {
    const { widgets: [widget] } = await commit({ "001_a.tckb": "a" });
    const key = `widgets/demo/manifests/${widget!.id}.json`;
    await database.kysely.updateTable("widgets").set({ manifest_json: null, manifest_object_key: key })
      .execute();
    await assert.rejects(() => reader.readWidget("demo", widget!.id), {
      name: "DatabaseError",
      code: "database.object_missing",
      message: `Cannot read object "${key}": a widget references it, but it is not in the object store`,
    });
  },
};

async function commitSeveral({ commit }: Service): Promise<void> {
  const bundles = { "001_a.tckb": "a", "002_b.tckb": "b" };
  await commit(bundles, { localDate: "2026-03-06", kind: "diary" });
  await commit(bundles, { localDate: "2026-03-04", kind: "morning_brief" });
  await commit(bundles, { localDate: "2026-03-04", kind: "diary" });
  await commit(bundles, { localDate: "2026-03-05", kind: "welcome" });
  await commit(bundles, { localDate: "2026-03-04", kind: "evening_brief" });
}

async function readPages(
  { reader }: Service,
  direction: "older" | "newer",
  limit: number,
): Promise<BatchPage[]> {
  const pages: BatchPage[] = [];
  let after: BatchPosition | null = null;
  do {
    const page: BatchPage = await reader.listBatches("demo", { limit, direction, after });
    pages.push(page);
    after = page.next;
  } while (after !== null);
  return pages;
}
