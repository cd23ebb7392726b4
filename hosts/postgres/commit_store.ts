import { type Kysely, sql, type Transaction } from "kysely";
import type {
  CommitIntents,
  CommitReference,
  CommitStore,
  CommittedFlip,
  IntentsOutcome,
  SweepClaim,
} from "../../core/commit/mod.ts";
import type { Database } from "./database.ts";
import { selectErasureState } from "./erasures.ts";
import { flipBatch, RejectedFlip } from "./flip.ts";
import { selectDueTombstones, selectExpiredIntents, selectKeyStates } from "./key_states.ts";
import type { Tables } from "./tables.ts";
import { clockUnderLock, readClock, underUserLock } from "./user_lock.ts";

/** The records of the commit protocol in PostgreSQL. */
export function createCommitStore(database: Database): CommitStore {
  const { kysely } = database;
  return {
    readClock: () => readClock(kysely),
    async readErasures(userId) {
      const { rows: [row] } = await sql<{ state: string }>`select ${selectErasureState(userId)} as state`
        .execute(kysely);
      return row!.state;
    },
    recordIntents: (intents) =>
      underUserLock(kysely, intents.userId, (transaction) => recordIntents(transaction, intents)),
    flip: (flip) =>
      underUserLock(kysely, flip.userId, (transaction) => flipBatch(transaction, database, flip))
        .catch((error) => {
          if (error instanceof RejectedFlip) return error.outcome;
          throw error;
        }),
    readCommit: (commit) =>
      underUserLock(kysely, commit.userId, (transaction) => selectCommit(transaction, commit)),
    listExpiredIntents: (query) => selectExpiredIntents(kysely, query),
    listDueTombstones: (query) => selectDueTombstones(kysely, query),
    readKeyStates: (keys) => selectKeyStates(kysely, keys),
    applySweepStep: (claim) =>
      underUserLock(kysely, claim.userId, (transaction) => applySweepStep(transaction, claim)),
    finishDeletion: (deletion) => finishDeletion(kysely, deletion),
  };
}

/**
 * One statement, which changes nothing if a key is being deleted. A mark whose lease has expired belongs to a dead sweep;
 * it is removed, so that the sweep can no longer finish the deletion.
 */
async function recordIntents(
  transaction: Transaction<Tables>,
  { commitId, userId, keys, lifetime, erasuresAtStart }: CommitIntents,
): Promise<IntentsOutcome> {
  const { rows: [found] } = await sql<{ now: Date; until: Date | null; erased: boolean }>`
    with clock as materialized (select ${clockUnderLock(userId)} as now),
    wanted as materialized (
      select jsonb_array_elements_text(${{ keys }}::jsonb -> 'keys') collate "C" as key
    ),
    mark as materialized (
      select max(deleting_until) as until from tombstones where key = any (array(select key from wanted))
    ),
    erasure as materialized (
      select coalesce(${erasuresAtStart ?? null}::text <> ${selectErasureState(userId)}, false) as erased
    ),
    recorded as (
      insert into object_intents (key, commit_id, user_id, deadline)
      select key, ${commitId}::uuid, ${userId}, clock.now + make_interval(secs => ${lifetime / 1000}::float8)
      from wanted, clock, mark, erasure
      where not erasure.erased and (mark.until is null or mark.until <= clock.now)
    ),
    taken as (
      update tombstones set deleting_by = null, deleting_until = null
      where key = any (array(select key from wanted)) and deleting_by is not null
        and (select not erasure.erased and mark.until <= clock.now from erasure, mark, clock)
    )
    select clock.now, mark.until, erasure.erased from clock, mark, erasure`.execute(transaction);
  if (found!.erased) return { recorded: false, retryAfter: null };
  const wait = (found!.until?.getTime() ?? 0) - found!.now.getTime();
  return wait > 0 ? { recorded: false, retryAfter: wait } : { recorded: true };
}

async function selectCommit(
  transaction: Transaction<Tables>,
  { commitId }: CommitReference,
): Promise<CommittedFlip | null> {
  const commit = await transaction.selectFrom("commits")
    .select(["committed_at", "replaced_count", "tombstoned"])
    .where("commit_id", "=", commitId).executeTakeFirst();
  if (commit === undefined) return null;
  return {
    committedAt: commit.committed_at.toISOString(),
    replaced: commit.replaced_count,
    tombstoned: commit.tombstoned,
    sweepDue: true,
  };
}

async function applySweepStep(transaction: Transaction<Tables>, claim: SweepClaim): Promise<boolean> {
  const now = await readClock(transaction);
  const [state] = await selectKeyStates(transaction, [claim.key]);
  const step = state === undefined ? null : claim.plan(state, now);
  if (step?.action !== claim.action) return false;

  await transaction.deleteFrom("object_intents").where("key", "=", claim.key).execute();
  if (step.action === "untrack") {
    await transaction.deleteFrom("tombstones").where("key", "=", claim.key).execute();
    return true;
  }
  const deleting = step.action === "delete";
  await transaction.insertInto("tombstones")
    .values({
      key: claim.key,
      user_id: claim.userId,
      not_before: new Date(step.notBefore ?? now),
      deleting_by: deleting ? claim.sweepId : null,
      deleting_until: deleting ? new Date(now + claim.lease) : null,
    })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        not_before: sql`greatest(tombstones.not_before, excluded.not_before)`,
        deleting_by: sql`excluded.deleting_by`,
        deleting_until: sql`excluded.deleting_until`,
      })
    )
    .execute();
  return true;
}

async function finishDeletion(
  database: Kysely<Tables>,
  { userId, key, sweepId }: Pick<SweepClaim, "userId" | "key" | "sweepId">,
): Promise<boolean> {
  const { numDeletedRows } = await underUserLock(
    database,
    userId,
    (transaction) =>
      transaction.deleteFrom("tombstones").where("key", "=", key).where("deleting_by", "=", sweepId)
        .where(sql<boolean>`${clockUnderLock(userId)} is not null`).executeTakeFirstOrThrow(),
  );
  return numDeletedRows > 0n;
}
