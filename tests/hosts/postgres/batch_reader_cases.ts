import assert from "node:assert/strict";
import fc from "fast-check";
import { sql } from "kysely";
import { BATCH_KINDS } from "../../../core/contract/mod.ts";
import type { Batch, BatchPage, BatchPosition } from "../../../core/feed/batch.ts";
import { formatBatchId } from "../../../core/naming/mod.ts";
import type { CommitOptions } from "../../../hosts/commit/mod.ts";
import { bundleKey } from "../../../core/naming/mod.ts";
import { createBatchReader } from "../../../hosts/postgres/mod.ts";
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

  // claim: user-scope
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

  "the list is ordered by day, then kind, and can be paged in both directions": async (service) => {
    await commitSeveral(service);
    const all = await readPages(service, "older", 100);
    const ids = all[0]!.batches.map(({ batchId }) => batchId);
    assert.deepEqual(ids, [
      "20260306-diary",
      "20260305-welcome",
      "20260304-diary",
      "20260304-evening-brief",
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

  "a batch that is committed again between two pages is listed": async (service) => {
    for (const kind of ["diary", "evening_brief", "morning_brief"] as const) {
      await service.commit({ "001_a.tckb": "a" }, { kind });
    }
    for (const direction of ["older", "newer"] as const) {
      const pages = await readPages(service, direction, 1, async () => {
        for (const kind of ["morning_brief", "diary"] as const) {
          await service.commit({ "001_a.tckb": "b" }, { kind });
        }
      });
      const kinds = pages.flatMap(({ batches }) => batches.map(({ kind }) => kind));
      assert.deepEqual(kinds.sort(), ["diary", "evening_brief", "morning_brief"], direction);
    }
  },

  "whatever is committed between the pages, every batch that existed throughout is listed once": async (
    service,
  ) => {
    const place = fc.record({
      localDate: fc.constantFrom("2026-03-03", "2026-03-04", "2026-03-05"),
      kind: fc.constantFrom(...BATCH_KINDS),
    });
    let user = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(place, { minLength: 1, maxLength: 6 }),
        fc.array(fc.array(place, { maxLength: 2 }), { maxLength: 4 }),
        fc.integer({ min: 1, max: 3 }),
        fc.constantFrom("older" as const, "newer" as const),
        async (existing, meanwhile, limit, direction) => {
          const userId = `user-${++user}`;
          const commitAll = async (places: Partial<CommitOptions>[]) => {
            for (const one of places) {
              await service.commit({ "001_a.tckb": "a" }, { ...one, userId, taskId: userId });
            }
          };
          await commitAll(existing);
          const turns = meanwhile.values();
          const between = () => commitAll(turns.next().value ?? []);
          const pages = await readPages(service, direction, limit, between, userId);
          const listed = pages.flatMap(({ batches }) => batches.map(({ batchId }) => batchId));
          assert.equal(new Set(listed).size, listed.length, "a batch is listed twice");
          for (const { localDate, kind } of existing) {
            assert.ok(listed.includes(formatBatchId(localDate, kind)), `${localDate} ${kind} is not listed`);
          }
        },
      ),
      { numRuns: 20 },
    );
  },

  "the list has the widgets in the order of their names, like the single batch": async (
    { commit, reader, database },
  ) => {
    await commit({ "010_c.tckb": "c", "002_b-2.tckb": "d", "002_b.tckb": "b" });
    const { batches } = await reader.listBatches("demo", { limit: 1, direction: "older", after: null });
    const json = new TextDecoder().decode(batches[0]!.json);
    const listed: Batch = JSON.parse(json);
    const { rows } = await sql<{ name: string }>`
      select name from widgets join unnest(${listed.widgets.map(({ id }) => id)}::text[]) with ordinality
        as listed (id, place) on id = widget_id order by place`.execute(database.kysely);
    assert.deepEqual(rows.map(({ name }) => name), ["002_b", "002_b-2", "010_c"]);
    const single = await reader.readBatch("demo", "2026-03-04", "morning_brief");
    assert.equal(json, JSON.stringify(single), "members in their order, too");
    for (const widget of listed.widgets) {
      assert.deepEqual(await reader.readWidget("demo", widget.id), widget);
    }
  },

  // claim: list-budget
  "a page of the list ends before the batch with which it has more bytes, and reads none after it": async (
    service,
  ) => {
    await commitSeveral(service);
    const query = { limit: 5, direction: "older", after: null } as const;
    const { batches: all } = await service.reader.listBatches("demo", query);
    const maxBytes = all[0]!.json.length + all[1]!.json.length;
    const key = "widgets/demo/manifests/gone.json";
    await service.database.kysely.updateTable("widgets").set({
      manifest_json: null,
      manifest_object_key: key,
    })
      .where("local_date", "=", all[2]!.localDate).where("kind", "=", all[2]!.kind).execute();
    for (const [most, count] of [[maxBytes, 2], [maxBytes - 1, 1], [1, 1]] as const) {
      const page = await service.reader.listBatches("demo", { ...query, maxBytes: most });
      assert.deepEqual(page.batches, all.slice(0, count));
      const { localDate, kind } = all[count - 1]!;
      assert.deepEqual(page.next, { localDate, kind });
    }
  },

  // claim: list-budget
  "no more rows are read than may be answered, and pages of any size are the list": async (service) => {
    await commitSeveral(service);
    // Each batch is the text of two manifests, of two bytes for each character; the third is of a version without text.
    const large = { manifest_text: `"${"\u0416".repeat(15_000)}"` };
    await service.database.kysely.updateTable("widgets").set(large).execute();
    await service.database.kysely.updateTable("widgets").set({ manifest_text: null })
      .where("kind", "=", "diary").where("local_date", "=", "2026-03-04").execute();
    const reads: number[] = [];
    const kysely = service.database.kysely.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => {
        reads.push(new Set(result.rows.map(({ local_date, kind }) => `${local_date} ${kind}`)).size);
        return Promise.resolve(result);
      },
    });
    const counted = { reader: createBatchReader({ ...service.database, kysely }, service.objects) };
    const [all] = await readPages(service, "older", 100);
    for (const [maxBytes, most] of [[10, 1], [60_000, 1], [150_000, 2], [200_000, 3]] as const) {
      for (const direction of ["older", "newer"] as const) {
        reads.length = 0;
        const pages = await readPages(counted, direction, 100, undefined, "demo", maxBytes);
        const listed = direction === "older" ? pages : pages.toReversed();
        assert.deepEqual(listed.flatMap(({ batches }) => batches), all!.batches);
        assert.equal(reads.length, pages.length, "one statement is a page");
        assert.equal(Math.max(...reads), most, `batches for ${maxBytes} bytes`);
      }
    }
  },

  "a replaced bundle is not found after its grace period, though it is not swept yet": async (
    { commit, database, objects, reader },
  ) => {
    const hash = (await commit({ "001_a.tckb": "a" })).widgets[0]!.hash;
    await commit({ "001_a.tckb": "b" });
    assert.notEqual(await reader.findBundle("demo", hash), null);
    await database.kysely.updateTable("tombstones").set({
      not_before: sql`clock_timestamp() - interval '1 second'`,
    }).execute();
    assert.equal(await reader.findBundle("demo", hash), null);
    assert.notEqual(await objects.head(bundleKey("demo", hash)), null);
  },

  "the version of a bundle changes with each commit that has it": async ({ commit, reader }) => {
    const versions: string[] = [];
    for (const localDate of ["2026-03-04", "2026-03-05", "2026-03-03"]) {
      const { widgets: [widget] } = await commit({ "001_a.tckb": "a" }, { localDate });
      versions.push((await reader.findBundle("demo", widget!.hash))!.version);
    }
    assert.equal(new Set(versions).size, 3, versions.join());
  },

  "a bundle whose object is missing is an error only while a row references it": async (
    { commit, objects, reader },
  ) => {
    const first = await commit({ "001_a.tckb": "a" });
    const hash = first.widgets[0]!.hash;
    const key = bundleKey("demo", hash);
    await objects.delete(key);
    const found = (await reader.findBundle("demo", hash))!;
    await assert.rejects(() => reader.readBundle("demo", found), {
      name: "DatabaseError",
      code: "database.object_missing",
      message: `Cannot read object "${key}": a widget references it, but it is not in the object store`,
    });
    await commit({ "001_a.tckb": "b" });
    assert.equal(await reader.readBundle("demo", (await reader.findBundle("demo", hash))!), null);
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

  // claim: bucket-bomb
  "a manifest whose object was replaced is an error, however large it is": async (
    { commit, database, objects, reader },
  ) => {
    const { widgets: [widget] } = await commit({ "001_a.tckb": "a" });
    const { manifest } = (await reader.readWidget("demo", widget!.id))!;
    const key = `widgets/demo/manifests/${widget!.id}.json`;
    await database.kysely.updateTable("widgets").set({ manifest_json: null, manifest_object_key: key })
      .execute();
    const put = (text: string) => objects.put(key, new TextEncoder().encode(text));
    await put(JSON.stringify(manifest));
    assert.deepEqual((await reader.readWidget("demo", widget!.id))!.manifest, manifest);
    const list = () => reader.listBatches("demo", { direction: "older", limit: 1, after: null });
    for (
      const [text, code] of [["{}", "database.object_missing"], [
        " ".repeat(5 << 20),
        "object_store.refused",
      ]] as const
    ) {
      await put(text);
      await assert.rejects(() => reader.readWidget("demo", widget!.id), { code });
      await assert.rejects(list, { code });
    }
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
  { reader }: Pick<Service, "reader">,
  direction: "older" | "newer",
  limit: number,
  between: () => Promise<void> = () => Promise.resolve(),
  userId = "demo",
  maxBytes?: number,
): Promise<BatchPage[]> {
  const pages: BatchPage[] = [];
  let after: BatchPosition | null = null;
  do {
    const page: BatchPage = await reader.listBatches(userId, { limit, direction, after, maxBytes });
    pages.push(page);
    after = page.next;
    if (after !== null) await between();
  } while (after !== null);
  return pages;
}
