import { type Kysely, sql, type Transaction } from "kysely";
import type { CommitReference, CommitStore, CommittedFlip, IntentsOutcome } from "../../core/commit/mod.ts";
import type { CommitIntents, SweepClaim } from "../../core/commit/mod.ts";
import type { Database } from "./database.ts";
import { flipBatch } from "./flip.ts";
import { selectDueTombstones, selectExpiredIntents, selectKeyFacts } from "./key_facts.ts";
import type { Tables } from "./tables.ts";
import { CLOCK, readClock, underUserLock } from "./user_lock.ts";

/** The records of the commit protocol in PostgreSQL. */
export function createCommitStore(database: Database): CommitStore {
  const { kysely } = database;
  return {
    readClock: () => readClock(kysely),
    recordIntents: (intents) =>
      underUserLock(kysely, intents.userId, (transaction) => recordIntents(transaction, intents)),
    flip: (flip) =>
      underUserLock(kysely, flip.userId, (transaction) => flipBatch(transaction, database, flip)),
    readCommit: (commit) =>
      underUserLock(kysely, commit.userId, (transaction) => selectCommit(transaction, commit)),
    listExpiredIntents: (query) => selectExpiredIntents(kysely, query),
    listDueTombstones: (query) => selectDueTombstones(kysely, query),
    readKeyFacts: (keys) => selectKeyFacts(kysely, keys),
    applySweepStep: (claim) =>
      underUserLock(kysely, claim.userId, (transaction) => applySweepStep(transaction, claim)),
    finishDeletion: (deletion) => finishDeletion(kysely, deletion),
  };
}

async function recordIntents(
  transaction: Transaction<Tables>,
  { commitId, userId, keys, lifetime }: CommitIntents,
): Promise<IntentsOutcome> {
  const { now, until } = await transaction.selectFrom("tombstones")
    .select(({ fn }) => [CLOCK.as("now"), fn.max("deleting_until").as("until")])
    .where("key", "in", keys)
    .executeTakeFirstOrThrow();
  const wait = (until?.getTime() ?? 0) - now.getTime();
  if (wait > 0) return { recorded: false, retryAfter: wait };

  if (until !== null) await takeOver(transaction, keys);
  await sql`
    insert into object_intents (key, commit_id, user_id, deadline)
    select key, ${commitId}::uuid, ${userId}, ${new Date(now.getTime() + lifetime)}::timestamptz
    from jsonb_array_elements_text(${{ keys }}::jsonb -> 'keys') as keys (key)`.execute(transaction);
  return { recorded: true };
}

/** A mark that outlived its lease is a dead sweep's: the keys belong to the commit from here on. */
async function takeOver(transaction: Transaction<Tables>, keys: readonly string[]): Promise<void> {
  await transaction.updateTable("tombstones").set({ deleting_by: null, deleting_until: null })
    .where("key", "in", keys).where("deleting_by", "is not", null).execute();
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
  };
}

async function applySweepStep(transaction: Transaction<Tables>, claim: SweepClaim): Promise<boolean> {
  const now = await readClock(transaction);
  const [facts] = await selectKeyFacts(transaction, [claim.key]);
  const step = facts === undefined ? null : claim.plan(facts, now);
  if (step?.action !== claim.action) return false;

  await transaction.deleteFrom("object_intents").where("key", "=", claim.key).execute();
  if (step.action === "forget") {
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
): Promise<void> {
  await underUserLock(
    database,
    userId,
    (transaction) =>
      transaction.deleteFrom("tombstones").where("key", "=", key).where("deleting_by", "=", sweepId)
        .execute(),
  );
}
