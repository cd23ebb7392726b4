import assert from "node:assert/strict";
import { sql } from "kysely";
import { stringifyJson } from "../../../core/manifest/mod.ts";
import { bundleKey } from "../../../core/naming/mod.ts";
import { mendManifests, rollbackBatch } from "../../../hosts/commit/mod.ts";
import { readUserRows } from "../../../hosts/postgres/mod.ts";
import { makeBundle } from "../../core/commit/bundles.ts";
import { Engines, type Service } from "../commit/service.ts";

/** Keys in an order that jsonb changes, which sorts them by length. */
const PART = {
  title: { fr: "Podium", de: "Podest" },
  defaultState: { podium: { Christopher: 97, Zoe: 91, Al: 88 }, change: -0, share: 1.0, large: 1e23 },
};
const LARGE = { ...PART, extra: "x".repeat(32_768) };
const WHOLE = { id: "weather", cardType: "feed", sizes: ["fill-auto"] };
const TEXT = stringifyJson({ ...WHOLE, ...PART });

const engines = new Engines();
Deno.test.afterAll(() => engines.close());

const NEWEST = { limit: 5, direction: "older", after: null } as const;

/** The manifests that readers get, as text. */
async function readTexts({ reader }: Service): Promise<string[]> {
  const { batches: [listed] } = await reader.listBatches("demo", NEWEST);
  const batch = await reader.readBatch("demo", "2026-03-04", "morning_brief");
  assert.equal(new TextDecoder().decode(listed?.json), stringifyJson(batch!));
  for (const widget of batch!.widgets) assert.deepEqual(await reader.readWidget("demo", widget.id), widget);
  return batch!.widgets.map(({ manifest }) => stringifyJson(manifest));
}

/** Makes the rows those of a version that stored no texts. */
async function forgetTexts({ database: { kysely } }: Service): Promise<void> {
  await kysely.updateTable("widgets").set({ manifest_text: null }).execute();
}

async function countWithoutText({ database: { kysely } }: Service): Promise<number> {
  const rows = await kysely.selectFrom("widgets").select("widget_id")
    .where("manifest_text", "is", null).where("manifest_json", "is not", null).execute();
  return rows.length;
}

const CASES: { [sentence: string]: (service: Service) => Promise<void> } = {
  "the API has a manifest's keys and numbers as the bundle has them, below 32 KB and above": async (
    service,
  ) => {
    const bundles = { "001_a.tckb": await makeBundle("a", PART), "002_b.tckb": await makeBundle("b", LARGE) };
    await service.commit(bundles);
    assert.deepEqual(await readTexts(service), [TEXT, stringifyJson({ ...WHOLE, ...LARGE })]);
    const { rows: [stored] } = await sql<{ names: string }>`
      select string_agg(key, ' ') as names from widgets, jsonb_object_keys(manifest_json #> '{defaultState,podium}') as key`
      .execute(service.database.kysely);
    assert.equal(stored!.names, "Al Zoe Christopher", "manifest_json is jsonb, for queries");
  },

  "an export has the text of each manifest": async (service) => {
    await service.commit({ "001_a.tckb": await makeBundle("a", PART) });
    const { widgets } = await readUserRows(service.database, "demo");
    assert.deepEqual(widgets.map((line) => JSON.parse(line).manifest_text), [TEXT]);
  },

  "a rollback restores the manifests as they were, also of a revision that has them as jsonb": async (
    service,
  ) => {
    const first = await service.commit({ "001_a.tckb": await makeBundle("a", PART) });
    const rollBack = async () => {
      await service.commit({ "001_a.tckb": "other" });
      await rollbackBatch(service.deps, { userId: "demo", revision: first.commitId });
      return await readTexts(service);
    };
    assert.deepEqual(await rollBack(), [TEXT]);
    await sql`update commits set revision_rows = (
      select jsonb_agg(row || jsonb_build_object('manifest', (row ->> 'manifest')::jsonb))
      from jsonb_array_elements(revision_rows) as row) where commit_id = ${first.commitId}::uuid`
      .execute(service.database.kysely);
    assert.deepEqual(await rollBack(), [TEXT]);
  },

  "rows of an earlier version are read by their bundles, and are mended page by page": async (service) => {
    const bundles = Object.fromEntries(
      await Promise.all(
        [1, 2, 3, 4, 5].map(async (n) => [`00${n}_a.tckb`, await makeBundle(`${n}`, PART)] as const),
      ),
    );
    await service.commit(bundles);
    await forgetTexts(service);
    assert.deepEqual(await readTexts(service), Array(5).fill(TEXT));
    const stop = new AbortController();
    const objects = {
      ...service.objects,
      get: (key: string) => {
        stop.abort();
        return service.objects.get(key);
      },
    };
    const stopped = mendManifests({ ...service.deps, objects }, { rowsAtOnce: 3, signal: stop.signal });
    await assert.rejects(stopped, { name: "AbortError" });
    assert.equal(await countWithoutText(service), 4, "it ends after the row that it was at");
    const signal = new AbortController().signal;
    assert.equal(await mendManifests(service.deps, { rowsAtOnce: 2, signal }), 4);
    assert.equal(await countWithoutText(service), 0);
    assert.deepEqual(await readTexts(service), Array(5).fill(TEXT));
    assert.equal(await mendManifests(service.deps, { rowsAtOnce: 2, signal }), 0);
  },

  "a row whose bundle is missing or has another manifest is read from jsonb, and does not stop the others":
    async (
      service,
    ) => {
      const { widgets } = await service.commit({
        "001_a.tckb": await makeBundle("a", PART),
        "002_b.tckb": await makeBundle("b", PART),
        "003_c.tckb": await makeBundle("c", PART),
      });
      await forgetTexts(service);
      const [missing, other] = widgets.map(({ hash }) => bundleKey("demo", hash));
      await service.objects.delete(missing!);
      await service.objects.put(other!, await makeBundle("b", { title: "Another" }));
      const [first, second, third] = await readTexts(service);
      assert.deepEqual(JSON.parse(first!), {
        ...WHOLE,
        ...PART,
        defaultState: { ...PART.defaultState, change: 0 },
      });
      assert.deepEqual([second, third], [first, TEXT]);
      assert.equal(await mendManifests(service.deps, { rowsAtOnce: 1 }), 1);
      assert.equal(await countWithoutText(service), 2);
    },
};

for (const [sentence, run] of Object.entries(CASES)) {
  Deno.test(sentence, () => engines.run("postgresql", run));
}
