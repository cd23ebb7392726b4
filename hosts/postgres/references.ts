import { type Kysely, sql } from "kysely";
import type { BatchKind } from "../../core/contract/mod.ts";
import { bundleKey, formatBatchId, parseObjectKey } from "../../core/naming/mod.ts";
import { anyOf } from "./any_of.ts";
import type { Database } from "./database.ts";
import type { Tables } from "./tables.ts";

/** A row's use of an object. */
export interface RowReference {
  readonly key: string;
  readonly userId: string;
  readonly batchId: string;
}

/** The users who have a batch, in the order of their ids. One at a time, so that a row's object is read soon after it. */
export async function* listUsersWithBatches({ kysely }: Database): AsyncGenerator<string> {
  let after = "";
  for (;;) {
    const row = await kysely.selectFrom("widgets").select("user_id").where("user_id", ">", after)
      .orderBy("user_id").limit(1).executeTakeFirst();
    if (row === undefined) return;
    yield after = row.user_id;
  }
}

/** Every object that the rows of a user reference. */
export async function readRowReferences({ kysely }: Database, userId: string): Promise<RowReference[]> {
  const rows = await kysely.selectFrom("widgets").select([
    sql<string>`to_char(local_date, 'YYYY-MM-DD')`.as("local_date"),
    "kind",
    "bundle_hash",
    "manifest_object_key",
    "source_object_key",
  ]).where("user_id", "=", userId).execute();
  return rows.flatMap((row) => {
    const batchId = formatBatchId(row.local_date, row.kind as BatchKind);
    return keysOfRow(userId, row).map((key) => ({ key, userId, batchId }));
  });
}

/** The keys of the objects that a row of `widgets` references. */
export function keysOfRow(
  userId: string,
  row: Pick<Tables["widgets"], "bundle_hash" | "manifest_object_key" | "source_object_key">,
): string[] {
  return [bundleKey(userId, row.bundle_hash), row.manifest_object_key, row.source_object_key]
    .filter((key) => key !== null);
}

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
