import { type RawBuilder, sql, type Transaction } from "kysely";
import {
  type BatchFlip,
  type CommittedFlip,
  type FlipOutcome,
  formatBatchCommittedEvent,
  listRowKeys,
  type Submission,
} from "../../core/commit/mod.ts";
import { formatBatchId, formatBundleFolder } from "../../core/naming/mod.ts";
import { REQUESTS_QUEUE } from "./queues/commit_requests.ts";
import type { JobQueues } from "./queues/open_queues.ts";
import type { Tables } from "./tables.ts";
import { clockUnderLock } from "./user_lock.ts";

type Context = Transaction<Tables>;

/** A rejected flip: its transaction must be rolled back. */
export class RejectedFlip extends Error {
  override readonly name = "RejectedFlip";
  readonly outcome: Rejection;

  constructor(outcome: Rejection) {
    super(`Cannot flip: ${outcome.outcome}`);
    this.outcome = outcome;
  }
}

type Rejection = Exclude<FlipOutcome, { readonly outcome: "committed" }>;

/** @throws {RejectedFlip} */
function reject(outcome: Rejection): never {
  throw new RejectedFlip(outcome);
}

/**
 * The flip (lifecycle specification, B.2 steps 3, 5 and 6), inside a transaction that has the user's lock.
 *
 * @throws {RejectedFlip} If the batch must not flip: the transaction's changes must be rolled back
 */
export async function flipBatch(
  context: Context,
  { notifications, commitRequests }: Pick<JobQueues, "notifications" | "commitRequests">,
  flip: BatchFlip,
): Promise<FlipOutcome> {
  const { submission, replaces, request, signal } = flip;
  // Those who waited for the lock may be gone.
  if (signal?.aborted) reject({ outcome: "aborted" });
  if (submission !== undefined && await isCommitted(context, flip.userId, submission)) {
    reject({ outcome: "repeated" });
  }
  const record = await replaceBatch(context, flip);
  if (record.live !== flip.intents.length) reject({ outcome: "expired" });
  if (!record.leased) reject({ outcome: "request_lost" });
  if (replaces !== undefined && record.previous !== replaces) {
    reject({ outcome: "other_revision", present: record.previous });
  }
  if (request !== undefined && !(await commitRequests.settle(context, request))) {
    reject({ outcome: "request_lost" });
  }
  const result: CommittedFlip = {
    committedAt: record.now.toISOString(),
    replaced: record.replaced,
    tombstoned: record.tombstoned,
    sweepDue: record.due || (flip.grace <= 0 && record.tombstoned.length > 0),
  };
  await notifications.enqueue(
    context,
    formatBatchCommittedEvent({ ...flip, widgetCount: flip.rows.length, committedAt: result.committedAt }),
  );
  if (signal?.aborted) reject({ outcome: "aborted" });
  return { outcome: "committed", ...result };
}

/** Whether a commit has carried out a submission. The caller has the user's lock. */
async function isCommitted(
  context: Context,
  userId: string,
  { submissionId }: Submission,
): Promise<boolean> {
  const { rows } =
    await sql`select from commits where user_id = ${userId} and submission_id = ${submissionId}::uuid`
      .execute(context);
  return rows.length > 0;
}

/** Whether the commit may flip, and what its flip did. */
interface FlipRecord {
  /** The database's clock. */
  readonly now: Date;
  /** How many of its intents have not expired by that clock. The object of an expired intent may have been deleted. */
  readonly live: number;
  /** Whether the attempt still has the lease on its request, by that clock; true without a request. */
  readonly leased: boolean;
  /** The revision whose rows were replaced, or null. */
  readonly previous: string | null;
  /** How many rows were replaced. */
  readonly replaced: number;
  /** The keys that no row references any more. */
  readonly tombstoned: readonly string[];
  /** Whether a record of the user is due for a sweep. */
  readonly due: boolean;
}

/**
 * Everything that a flip changes in this schema, as one statement and therefore one round trip. All CTEs run on one
 * snapshot; if the check of the deadline, of the lease or of the replaced revision fails, the caller rolls back.
 *
 * - `replaced`: deletes the batch's rows. `inserted` reads their count, so that it runs afterwards.
 * - `orphans`: the keys of the replaced rows and of the commit's intents that neither the new rows nor a row of another
 *   batch references. They get a tombstone; the other keys lose theirs.
 * - `expired`: removes the rows of revisions whose grace period is over: a rollback to them is no longer possible.
 * - `output`: the task has one `widget_batch` entry for this batch, which a retry replaces.
 *
 * Lists are one parameter each: parsing thirteen parameters per row takes longer than inserting the row.
 */
async function replaceBatch(context: Context, flip: BatchFlip): Promise<FlipRecord> {
  const { commitId, userId, localDate, kind, taskId, submission } = flip;
  const grace = sql`make_interval(secs => ${flip.grace / 1000}::float8)`;
  const batch = sql`user_id = ${userId} and local_date = ${localDate}::date and kind = ${kind}`;
  const folder = formatBundleFolder(userId);
  const batchId = formatBatchId(localDate, kind);
  const kept = [...new Set(flip.rows.flatMap((row) => listRowKeys(userId, row)))];
  const { rows } = await sql<FlipRecord>`
    with clock as materialized (select ${clockUnderLock(userId)} as now),
    input as materialized (select ${{ rows: flip.rows, kept, intents: flip.intents }}::jsonb as value),
    kept as materialized (select jsonb_array_elements_text(value -> 'kept') collate "C" as key from input),
    replaced as (
      delete from widgets where ${batch}
      returning commit_id, bundle_hash, manifest_object_key, source_object_key
    ),
    previous as materialized (select count(*)::int as count, min(commit_id::text)::uuid as commit_id from replaced),
    inserted as (
      insert into widgets
        (user_id, local_date, kind, position, name, widget_id, bundle_hash, bundle_size, manifest_json,
          manifest_text, manifest_object_key, source_object_key, commit_id, committed_at)
      select ${userId}, ${localDate}::date, ${kind}, position, name, "widgetId", "bundleHash", "bundleSize",
        manifest::jsonb, manifest, "manifestKey", "sourceKey", ${commitId}::uuid, clock.now
      from previous, clock, input, jsonb_to_recordset(input.value -> 'rows') as rows
        (position int, name text, "widgetId" text, "bundleHash" text, "bundleSize" int, manifest text,
          "manifestKey" text, "sourceKey" text)
      where previous.count >= 0
    ),
    candidates as materialized (
      select ${folder} || bundle_hash || '.tckb' collate "C" as key from replaced
      union select manifest_object_key from replaced where manifest_object_key is not null
      union select source_object_key from replaced where source_object_key is not null
      union select jsonb_array_elements_text(value -> 'intents') collate "C" from input
      except select key from kept
    ),
    orphans as materialized (
      select key from candidates
      where not exists (
          select from widgets
          where user_id = ${userId} and not (${batch}) and starts_with(key, ${folder})
            and bundle_hash = substr(key, length(${folder}) + 1, 64) collate "C"
        )
        and not exists (
          select from widgets where user_id = ${userId} and manifest_object_key = key and not (${batch})
        )
        and not exists (
          select from widgets where user_id = ${userId} and source_object_key = key and not (${batch})
        )
    ),
    tombstones_added as (
      insert into tombstones (key, user_id, not_before)
      select key, ${userId}, clock.now + ${grace} from orphans, clock order by key
      on conflict (key) do update set not_before = greatest(tombstones.not_before, excluded.not_before)
    ),
    tombstones_removed as (
      delete from tombstones where key = any (array(
        select key from kept union select key from candidates except select key from orphans
      ))
    ),
    intents_removed as (delete from object_intents where commit_id = ${commitId}::uuid),
    expired as (
      update commits set revision_rows = null
      where ${batch} and revision_rows is not null and commit_id in (
        select replaced_commit_id from commits, clock where ${batch} and committed_at < clock.now - ${grace}
      )
    ),
    output as (
      insert into worker_agent_tasks (task_id, user_id, output_files)
      select ${taskId}, ${userId}, jsonb_build_array(jsonb_build_object(
        'type', 'widget_batch', 'batchId', ${batchId}::text, 'commitId', ${commitId}::text,
        'committedAt', to_char(clock.now at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'widgetCount', ${flip.rows.length}::int)) from clock
      on conflict (user_id, task_id) do update set output_files = (
        select coalesce(jsonb_agg(file order by place), '[]'::jsonb)
        from jsonb_array_elements(worker_agent_tasks.output_files) with ordinality as files (file, place)
        where not (file @> jsonb_build_object('type', 'widget_batch', 'batchId', ${batchId}::text))
      ) || excluded.output_files
    ),
    tombstoned as materialized (select coalesce(jsonb_agg(key order by key), '[]'::jsonb) as keys from orphans),
    recorded as (
      insert into commits
        (commit_id, user_id, task_id, local_date, kind, committed_at, widget_count, replaced_count, tombstoned,
          replaced_commit_id, revision_rows, submission_id, submission_digest)
      select ${commitId}::uuid, ${userId}, ${taskId}, ${localDate}::date, ${kind}, clock.now, ${flip.rows.length}::int,
        previous.count, tombstoned.keys, previous.commit_id, input.value -> 'rows',
        ${submission?.submissionId ?? null}::uuid, ${submission?.digest ?? null}::text
      from clock, previous, tombstoned, input
    )
    select clock.now, previous.count as replaced, previous.commit_id as previous, tombstoned.keys as tombstoned,
      ${selectLease(flip.request)} as leased,
      (select count(*)::int from object_intents
        where commit_id = ${commitId}::uuid and deadline > clock.now) as live,
      exists (select from object_intents where user_id = ${userId} and deadline <= (select now from clock))
        or exists (select from tombstones where user_id = ${userId} and not_before <= (select now from clock)) as due
    from clock, previous, tombstoned`.execute(context);
  return rows[0]!;
}

/** A lease that has expired is lost, also before another worker or the queue's maintenance has noticed. */
function selectLease(request: BatchFlip["request"]): RawBuilder<boolean> {
  if (request === undefined) return sql<boolean>`true`;
  return sql<boolean>`exists (
    select from tck_queue.job where name = ${REQUESTS_QUEUE} and id = ${request.jobId}::uuid and state = 'active'
      and retry_count = ${request.attempt}::int
      and (heartbeat_seconds is null
        or coalesce(heartbeat_on, started_on) + make_interval(secs => heartbeat_seconds) > (select now from clock)))`;
}
