import type { Kysely } from "kysely";
import { bundleKey, parseObjectKey } from "../../core/naming/mod.ts";
import type { Tables } from "./tables.ts";

/** Those of the keys that a row of `widgets` names. Each kind of key is looked up by its own index. */
export async function selectNamedKeys(
  database: Kysely<Tables>,
  keys: readonly string[],
): Promise<Set<string>> {
  const parsed = keys.map((key) => ({ key, ...parseObjectKey(key) }));
  const bundles = parsed.filter(({ type }) => type === "bundle");
  const named = [
    ...await selectBundleKeys(database, bundles.map(({ userId }) => userId!), bundles.map(({ id }) => id!)),
    ...await selectColumn(database, "manifest_object_key", keysOf(parsed, "manifest")),
    ...await selectColumn(database, "source_object_key", keysOf(parsed, "source")),
  ];
  return new Set(named);
}

function keysOf(parsed: readonly { key: string; type?: string }[], type: string): string[] {
  return parsed.filter((candidate) => candidate.type === type).map(({ key }) => key);
}

async function selectBundleKeys(
  database: Kysely<Tables>,
  userIds: string[],
  hashes: string[],
): Promise<string[]> {
  if (hashes.length === 0) return [];
  const rows = await database.selectFrom("widgets").select(["user_id", "bundle_hash"]).distinct()
    .where("user_id", "in", [...new Set(userIds)])
    .where("bundle_hash", "in", [...new Set(hashes)])
    .execute();
  return rows.map((row) => bundleKey(row.user_id, row.bundle_hash));
}

async function selectColumn(
  database: Kysely<Tables>,
  column: "manifest_object_key" | "source_object_key",
  keys: string[],
): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await database.selectFrom("widgets").select(column).where(column, "in", keys).execute();
  return rows.map((row) => row[column]).filter((key) => key !== null);
}
