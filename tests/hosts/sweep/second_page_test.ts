import assert from "node:assert/strict";
import { join } from "node:path";
import { sql } from "kysely";
import type { KeyPageQuery, KeyState, SweepStep } from "../../../core/commit/mod.ts";
import { formatUserFolder } from "../../../core/naming/mod.ts";
import { createFileObjectStore } from "../../../hosts/objects/mod.ts";
import { createCommitStore, listUsersWithBatches } from "../../../hosts/postgres/mod.ts";
import { executeSweepPlan, expireBatches } from "../../../hosts/sweep/mod.ts";
import { createErasureLog, replayErasures } from "../../../hosts/user_data/mod.ts";
import { Engines, type Service } from "../commit/service.ts";

const engines = new Engines();
Deno.test.afterAll(() => engines.close());

/** One more than a page of old batches. */
const MANY = 201;
const DAY_MS = 86_400_000;

/** The keys of all pages of a list. */
async function readPages(
  list: (query: KeyPageQuery) => Promise<KeyState[]>,
  userId?: string,
): Promise<string[]> {
  const keys: string[] = [];
  for (let page: KeyState[] = [], after = "";; after = page.at(-1)!.key) {
    page = await list({ after, limit: 2, userId });
    keys.push(...page.map(({ key }) => key));
    if (page.length < 2) return keys;
    assert.ok(keys.length < 20, `the pages have no end: ${keys}`);
  }
}

const CASES: { [sentence: string]: (service: Service) => Promise<void> } = {
  "the pages of due keys have each key once, of one user and of all": async ({ database }) => {
    const { kysely } = database;
    const keys = ["demo", "demo", "demo", "demo", "demo", "zoe"].map((user, index) =>
      `${formatUserFolder(user)}bundles/${String(index).padStart(64, "a")}.tckb`
    );
    const store = createCommitStore(database);
    const past = new Date(Date.now() - DAY_MS);
    for (const key of keys) {
      await kysely.insertInto("tombstones").values({ key, user_id: "demo", not_before: past }).execute();
    }
    for (const userId of [undefined, "demo", "zoe"]) {
      const expected = keys.filter((key) => userId === undefined || key.startsWith(formatUserFolder(userId)));
      assert.deepEqual(await readPages(store.listDueTombstones, userId), expected);
    }
    for (const key of keys) {
      await kysely.insertInto("object_intents")
        .values({ key, commit_id: crypto.randomUUID(), user_id: "demo", deadline: past }).execute();
    }
    for (const userId of [undefined, "demo", "zoe"]) {
      const expected = keys.filter((key) => userId === undefined || key.startsWith(formatUserFolder(userId)));
      assert.deepEqual(await readPages(store.listExpiredIntents, userId), expected);
    }
  },

  "each user who has a batch is listed once": async (service) => {
    for (const userId of ["ada", "bob", "zoe"]) await service.commit({ "001_a.tckb": "a" }, { userId });
    assert.deepEqual(await Array.fromAsync(listUsersWithBatches(service.database)), ["ada", "bob", "zoe"]);
  },

  "all old batches of several pages are deleted, and one page is not taken for the last": async (service) => {
    const { database: { kysely }, deps } = service;
    await sql`insert into widgets (user_id, local_date, kind, position, name, widget_id, bundle_hash, bundle_size,
        manifest_json, commit_id, committed_at)
      select 'demo', date '2020-01-01' + n / 2, case n % 2 when 0 then 'diary' else 'welcome' end, 1, '001_a',
        'w_' || n, 'hash', 1, '{}', gen_random_uuid(), now() from generate_series(1, ${MANY}) as n`.execute(
      kysely,
    );
    assert.equal(await expireBatches(deps, 400 * DAY_MS, { dryRun: true }), MANY);
    const stopping = new AbortController();
    const seen: unknown[] = [];
    const onBatch = (batch: unknown) => {
      stopping.abort(new Error("the sweep ends"));
      return Promise.resolve(void seen.push(batch));
    };
    const stopped = expireBatches(deps, 400 * DAY_MS, { dryRun: true, signal: stopping.signal, onBatch });
    await assert.rejects(stopped, { message: "the sweep ends" });
    assert.equal(seen.length, 1);
    assert.equal(await expireBatches(deps, 400 * DAY_MS), MANY);
    assert.equal((await kysely.selectFrom("widgets").select("widget_id").execute()).length, 0);
  },

  "each step of a plan of several pages is checked once": async ({ deps }) => {
    const steps = Array.from({ length: 2 * MANY }, (_, index): SweepStep => ({
      action: "discard",
      key: `gone ${index}`,
      reason: "its put was interrupted",
    }));
    const checked: string[] = [];
    const { refused } = await executeSweepPlan(deps, steps, ({ key }) => void checked.push(key));
    assert.deepEqual([checked.length, refused], [steps.length, steps.length]);
    assert.deepEqual(checked, steps.map(({ key }) => key));
  },

  "erasures of all pages of the log are replayed": async (service) => {
    const { deps, folder, database } = service;
    const log = createErasureLog(await createFileObjectStore(join(folder, "erasures")), "");
    const ids = Array.from({ length: 1_001 }, () => crypto.randomUUID()).sort();
    const erasureLog = {
      ...log,
      async *list() {
        yield* ids;
      },
      read: (erasureId: string) =>
        Promise.resolve({
          erasureId,
          user: erasureId.replaceAll("-", "").padEnd(64, "0"),
          requestedAt: "2026-03-04",
        }),
    };
    const erasing = { ...deps, erasureLog, eraseElsewhere: () => Promise.resolve([]) };
    assert.deepEqual((await replayErasures(erasing)).toSorted(), ids);
    assert.equal(
      (await database.kysely.selectFrom("erasures").select("erasure_id").execute()).length,
      ids.length,
    );
    assert.deepEqual(await replayErasures(erasing), []);
  },
};

for (const [sentence, run] of Object.entries(CASES)) {
  Deno.test(sentence, () => engines.run("postgresql", run));
}
