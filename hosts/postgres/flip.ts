import { sql, type Transaction } from "kysely";
import type { BatchFlip, CommittedFlip, FlipOutcome } from "../../core/commit/mod.ts";
import { formatBatchCommittedEvent, listRowKeys, planTombstones } from "../../core/commit/mod.ts";
import { formatBatchId } from "../../core/naming/mod.ts";
import type { JobQueues } from "./job_queues.ts";
import { selectNamedKeys } from "./object_names.ts";
import type { Tables } from "./tables.ts";
import { CLOCK } from "./user_lock.ts";

type Context = Transaction<Tables>;

/**
 * The flip (lifecycle specification, B.2 steps 3, 5 and 6), inside a transaction that holds the user's lock. Unless the
 * outcome is `committed`, it has changed nothing.
 */
export async function flipBatch(
  context: Context,
  { queue, requests }: Pick<JobQueues, "queue" | "requests">,
  flip: BatchFlip,
): Promise<FlipOutcome> {
  const fence = await checkFence(context, flip);
  if (fence.live !== flip.intents.length) return { outcome: "expired" };
  if (fence.foreign) return { outcome: "foreign_task" };
  if (flip.request !== undefined && !(await requests.settle(context, flip.request))) {
    return { outcome: "request_lost" };
  }

  const committedAt = fence.now;
  const replaced = await deleteRows(context, flip);
  await insertRows(context, flip, committedAt);
  const tombstoned = await settleKeys(context, flip, replaced.keys, committedAt);
  const result: CommittedFlip = {
    committedAt: committedAt.toISOString(),
    replaced: replaced.count,
    tombstoned,
  };
  await recordOutput(context, flip, result);
  await recordCommit(context, flip, result, replaced.commitId);
  await queue.enqueue(
    context,
    formatBatchCommittedEvent({ ...flip, widgetCount: flip.rows.length, committedAt: result.committedAt }),
  );
  return { outcome: "committed", ...result };
}

/** What decides whether a commit may flip. */
interface Fence {
  /** The database's clock. */
  readonly now: Date;
  /** How many of its intents have not expired by that clock. When one has, its object may be gone. */
  readonly live: number;
  /** Whether its task is another user's. */
  readonly foreign: boolean;
}

async function checkFence(context: Context, { commitId, taskId, userId }: BatchFlip): Promise<Fence> {
  const { rows } = await sql<Fence>`
    with clock as materialized (select ${CLOCK} as now)
    select clock.now,
      (select count(*)::int from object_intents where commit_id = ${commitId} and deadline > clock.now) as live,
      exists (select from worker_agent_tasks where task_id = ${taskId} and user_id <> ${userId}) as foreign
    from clock`.execute(context);
  return rows[0]!;
}

/** What a flip replaced: how many rows of which commit, and the keys that they named. */
interface ReplacedRows {
  readonly count: number;
  readonly commitId: string | null;
  readonly keys: readonly string[];
}

async function deleteRows(context: Context, flip: BatchFlip): Promise<ReplacedRows> {
  const rows = await context.deleteFrom("widgets")
    .where("user_id", "=", flip.userId)
    .where("local_date", "=", flip.localDate)
    .where("kind", "=", flip.kind)
    .returning(["commit_id", "bundle_hash", "manifest_object_key", "source_object_key"])
    .execute();
  const keys = rows.flatMap((row) =>
    listRowKeys(flip.userId, {
      bundleHash: row.bundle_hash,
      manifestKey: row.manifest_object_key,
      sourceKey: row.source_object_key,
    })
  );
  return { count: rows.length, commitId: rows[0]?.commit_id ?? null, keys };
}

/** As one parameter: thirteen for each row take longer to read than to insert. */
async function insertRows(context: Context, flip: BatchFlip, committedAt: Date): Promise<void> {
  await sql`
    insert into widgets
      (user_id, local_date, kind, position, name, widget_id, bundle_hash, bundle_size, manifest_json,
        manifest_object_key, source_object_key, commit_id, committed_at)
    select ${flip.userId}, ${flip.localDate}::date, ${flip.kind}, position, name, "widgetId", "bundleHash", "bundleSize",
      manifest, "manifestKey", "sourceKey", ${flip.commitId}::uuid, ${committedAt}::timestamptz
    from jsonb_to_recordset(${{ rows: flip.rows }}::jsonb -> 'rows') as rows
      (position int, name text, "widgetId" text, "bundleHash" text, "bundleSize" int, manifest jsonb,
        "manifestKey" text, "sourceKey" text)`.execute(context);
}

/** Puts the keys that lost their last name under tombstones, takes those that have one back, and drops the intents. */
async function settleKeys(
  context: Context,
  flip: BatchFlip,
  replacedKeys: readonly string[],
  committedAt: Date,
): Promise<string[]> {
  const candidates = [...new Set([...replacedKeys, ...flip.intents])];
  // Of most keys the new rows are known to name them, so that few are left to ask about.
  const kept = new Set(flip.rows.flatMap((row) => listRowKeys(flip.userId, row)));
  const others = await selectNamedKeys(context, candidates.filter((key) => !kept.has(key)));
  const named = kept.union(others);
  const tombstoned = planTombstones(candidates, named);
  if (tombstoned.length > 0) await buryKeys(context, flip, tombstoned, committedAt);
  const rest = named.size === 0 ? context : context.with(
    "unburied",
    (graves) => graves.deleteFrom("tombstones").where("key", "in", [...named]).returning("key"),
  );
  await rest.deleteFrom("object_intents").where("commit_id", "=", flip.commitId).execute();
  return tombstoned;
}

async function buryKeys(
  context: Context,
  { userId, grace }: BatchFlip,
  keys: readonly string[],
  committedAt: Date,
): Promise<void> {
  const notBefore = new Date(committedAt.getTime() + grace);
  await context.insertInto("tombstones")
    .values(keys.map((key) => ({
      key,
      user_id: userId,
      not_before: notBefore,
      deleting_by: null,
      deleting_until: null,
    })))
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        not_before: sql`greatest(tombstones.not_before, excluded.not_before)`,
      })
    )
    .execute();
}

/** Backfills the task with its one `widget_batch` entry for this batch: a retry replaces it. */
async function recordOutput(context: Context, flip: BatchFlip, result: CommittedFlip): Promise<void> {
  const batchId = formatBatchId(flip.localDate, flip.kind);
  const entry = {
    type: "widget_batch",
    batchId,
    commitId: flip.commitId,
    committedAt: result.committedAt,
    widgetCount: flip.rows.length,
  };
  await sql`
    insert into worker_agent_tasks (task_id, user_id, output_files)
    values (${flip.taskId}, ${flip.userId}, jsonb_build_array(${entry}::jsonb))
    on conflict (task_id) do update set output_files = (
      select coalesce(jsonb_agg(file order by place), '[]'::jsonb)
      from jsonb_array_elements(worker_agent_tasks.output_files) with ordinality as files (file, place)
      where not (file @> jsonb_build_object('type', 'widget_batch', 'batchId', ${batchId}::text))
    ) || excluded.output_files`.execute(context);
}

/** Records the revision with its rows. Those of revisions whose grace is over cannot be brought back, and go. */
async function recordCommit(
  context: Context,
  flip: BatchFlip,
  result: CommittedFlip,
  replacedCommitId: string | null,
): Promise<void> {
  await sql`
    with forgotten as (
      update commits set revision_rows = null
      where user_id = ${flip.userId} and local_date = ${flip.localDate} and kind = ${flip.kind}
        and revision_rows is not null and commit_id in (
          select replaced_commit_id from commits
          where user_id = ${flip.userId} and local_date = ${flip.localDate} and kind = ${flip.kind}
            and committed_at < ${result.committedAt}::timestamptz - make_interval(secs => ${
    flip.grace / 1000
  }::float8))
    )
    insert into commits
      (commit_id, user_id, task_id, local_date, kind, committed_at, widget_count, replaced_count, tombstoned,
        replaced_commit_id, revision_rows)
    values (
      ${flip.commitId}, ${flip.userId}, ${flip.taskId}, ${flip.localDate}, ${flip.kind},
      ${result.committedAt}::timestamptz, ${flip.rows.length}, ${result.replaced},
      ${{ keys: result.tombstoned }}::jsonb -> 'keys', ${replacedCommitId}::uuid,
      ${{ rows: flip.rows }}::jsonb -> 'rows'
    )`.execute(context);
}
