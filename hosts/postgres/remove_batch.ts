import { sql, type Transaction } from "kysely";
import type { BatchIdentity } from "../../core/commit/mod.ts";
import { formatBatchId, formatBundleFolder } from "../../core/naming/mod.ts";
import type { Database } from "./database.ts";
import type { Tables } from "./tables.ts";
import { clockUnderLock, underUserLock } from "./user_lock.ts";

/** What the removal of a batch deleted. */
export interface RemovedBatch {
  /** How many widgets the batch had. */
  readonly widgets: number;
  /** How many revisions it had. */
  readonly revisions: number;
  /** The keys that no row references any more. */
  readonly tombstoned: readonly string[];
}

/**
 * Removes a batch in one transaction: its rows and revisions, its entries in the tasks' output files, and the notifications
 * of it that wait. Objects that nothing else references get a tombstone.
 *
 * @param grace how long the objects are kept, in milliseconds
 */
export function removeBatch(
  { kysely }: Database,
  batch: BatchIdentity,
  grace: number,
): Promise<RemovedBatch> {
  return underUserLock(kysely, batch.userId, async (transaction) => {
    const removed = await removeRows(transaction, batch, grace);
    const batchId = formatBatchId(batch.localDate, batch.kind);
    await sql`delete from tck_queue.job where name in ('task-notifications', 'task-notifications.dead')
      and data #>> '{data,userId}' = ${batch.userId} and data #>> '{data,batchId}' = ${batchId}`.execute(
      transaction,
    );
    return removed;
  });
}

/** One statement, so that all its parts see the rows as they were before it. */
async function removeRows(
  transaction: Transaction<Tables>,
  { userId, localDate, kind }: BatchIdentity,
  grace: number,
): Promise<RemovedBatch> {
  const batch = sql`user_id = ${userId} and local_date = ${localDate}::date and kind = ${kind}`;
  const folder = formatBundleFolder(userId);
  const isEntry = sql`file @> jsonb_build_object(
    'type', 'widget_batch', 'batchId', ${formatBatchId(localDate, kind)}::text)`;
  const { rows: [removed] } = await sql<RemovedBatch>`
    with clock as materialized (select ${clockUnderLock(userId)} as now),
    revised as materialized (
      select revised.* from commits, jsonb_to_recordset(revision_rows)
        as revised ("bundleHash" text, "manifestKey" text, "sourceKey" text)
      where ${batch} and revision_rows is not null
    ),
    removed as (
      delete from widgets where ${batch} returning bundle_hash, manifest_object_key, source_object_key
    ),
    revisions as (delete from commits where ${batch} returning commit_id),
    candidates as materialized (
      select ${folder} || bundle_hash || '.tckb' collate "C" as key from removed
      union select manifest_object_key from removed
      union select source_object_key from removed
      union select ${folder} || "bundleHash" || '.tckb' collate "C" from revised
      union select "manifestKey" collate "C" from revised
      union select "sourceKey" collate "C" from revised
    ),
    orphans as materialized (
      select key from candidates
      where key is not null
        and not exists (
          select from widgets where user_id = ${userId} and not (${batch}) and starts_with(key, ${folder})
            and bundle_hash = substr(key, length(${folder}) + 1, 64) collate "C"
        )
        and not exists (select from widgets where manifest_object_key = key and not (${batch}))
        and not exists (select from widgets where source_object_key = key and not (${batch}))
    ),
    tombstoned as (
      insert into tombstones (key, user_id, not_before)
      select key, ${userId}, clock.now + make_interval(secs => ${
    grace / 1000
  }::float8) from orphans, clock order by key
      on conflict (key) do nothing
    ),
    output as (
      update worker_agent_tasks set output_files = (
        select coalesce(jsonb_agg(file order by place), '[]'::jsonb)
        from jsonb_array_elements(output_files) with ordinality as files (file, place) where not (${isEntry})
      )
      where user_id = ${userId} and exists (select from jsonb_array_elements(output_files) as file where ${isEntry})
    )
    select (select count(*)::int from removed) as widgets, (select count(*)::int from revisions) as revisions,
      (select coalesce(jsonb_agg(key order by key), '[]'::jsonb) from orphans) as tombstoned`.execute(
    transaction,
  );
  return removed!;
}

/** The batches of days before the one that was `milliseconds` ago, the oldest first. */
export async function listBatchesBefore(
  { kysely }: Pick<Database, "kysely">,
  age: number,
  { after, limit }: { readonly after: BatchIdentity | null; readonly limit: number },
): Promise<BatchIdentity[]> {
  const rest = after === null
    ? sql`true`
    : sql`(local_date, user_id, kind) > (${after.localDate}::date, ${after.userId}, ${after.kind})`;
  const { rows } = await sql<BatchIdentity>`
    select user_id as "userId", to_char(local_date, 'YYYY-MM-DD') as "localDate", kind from widgets
    where local_date < ((statement_timestamp() - make_interval(secs => ${
    age / 1000
  }::float8)) at time zone 'UTC')::date
      and ${rest}
    group by user_id, local_date, kind order by local_date, user_id, kind limit ${limit}`.execute(kysely);
  return rows;
}
