import { type Kysely, sql } from "kysely";
import { bundleKey, parseObjectKey } from "../../core/naming/mod.ts";
import { anyOf } from "./any_of.ts";
import type { Tables } from "./tables.ts";

/** The keys that a row of `widgets` references. Each type of key is looked up by its own index. */
export async function selectReferencedKeys(
  database: Kysely<Tables>,
  keys: readonly string[],
): Promise<Set<string>> {
  const parsed = keys.map((key) => ({ key, ...parseObjectKey(key) }));
  const bundles = parsed.filter(({ type }) => type === "bundle");
  const referenced = [
    ...await selectBundleKeys(
      database,
      bundles.map(({ userId, id }) => ({ user_id: userId!, bundle_hash: id! })),
    ),
    ...await selectColumn(database, "manifest_object_key", keysOf(parsed, "manifest")),
    ...await selectColumn(database, "source_object_key", keysOf(parsed, "source")),
  ];
  return new Set(referenced);
}

function keysOf(parsed: readonly { key: string; type?: string }[], type: string): string[] {
  return parsed.filter((candidate) => candidate.type === type).map(({ key }) => key);
}

/** A join, because two lists of values would be looked up in all their combinations. */
async function selectBundleKeys(
  database: Kysely<Tables>,
  wanted: readonly { user_id: string; bundle_hash: string }[],
): Promise<string[]> {
  if (wanted.length === 0) return [];
  const { rows } = await sql<{ user_id: string; bundle_hash: string }>`
    select distinct widgets.user_id, widgets.bundle_hash
    from jsonb_to_recordset(${{ wanted }}::jsonb -> 'wanted') as wanted (user_id text, bundle_hash text)
    join widgets on widgets.user_id = wanted.user_id collate "C"
      and widgets.bundle_hash = wanted.bundle_hash collate "C"`.execute(database);
  return rows.map((row) => bundleKey(row.user_id, row.bundle_hash));
}

async function selectColumn(
  database: Kysely<Tables>,
  column: "manifest_object_key" | "source_object_key",
  keys: string[],
): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await database.selectFrom("widgets").select(column).where(column, "=", anyOf(keys)).execute();
  return rows.map((row) => row[column]).filter((key) => key !== null);
}
