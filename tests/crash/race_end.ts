import { sql } from "kysely";
import { type CommitDependencies } from "../../hosts/commit/mod.ts";
import { deliverNotifications } from "../../hosts/notifications/mod.ts";
import { RACED_BATCHES } from "./race_batches.ts";
import type { RaceReport } from "./races.ts";
import { sweepAfterGrace } from "./time.ts";
import { viewUser } from "./view.ts";

/** Checks what a race has left: one winner per batch, nothing lost, and nothing left over after the grace period. */
export async function checkRaceEnd(
  stores: CommitDependencies,
  { commits }: RaceReport,
): Promise<string[]> {
  const faults = [...await checkHistories(stores), ...await checkCommits(stores, commits)];
  await sweepAfterGrace(stores);
  for (const userId of new Set(RACED_BATCHES.map((batch) => batch.userId))) {
    const { named, stored, records } = await viewUser(stores, userId, null);
    if (named.join() !== stored.join()) {
      faults.push(`invariant 5: ${stored} are stored, and ${named} are named`);
    }
    if (records > 0) faults.push(`invariant 5: ${records} intents and tombstones are left`);
  }
  return faults;
}

/**
 * Each batch's rows are those of one commit, whole; and its commits replaced each other in one line, from the first to the
 * one whose rows these are.
 */
async function checkHistories({ database: { kysely } }: CommitDependencies): Promise<string[]> {
  const { rows } = await sql<{ batch: string; winners: number; whole: boolean; lined: boolean }>`
    select user_id || ' ' || local_date || ' ' || kind as batch,
      (select count(distinct commit_id)::int from widgets where widgets.user_id = commits.user_id
        and widgets.local_date = commits.local_date and widgets.kind = commits.kind) as winners,
      (select count(*) = max(winner.widget_count) from widgets join commits as winner using (commit_id)
        where widgets.user_id = commits.user_id and widgets.local_date = commits.local_date
        and widgets.kind = commits.kind) as whole,
      count(*) - 1 = count(replaced_commit_id) and count(*) - 1 = count(distinct replaced_commit_id)
        and not exists (select from widgets
        where widgets.commit_id in (select replaced_commit_id from commits)) as lined
    from commits group by user_id, local_date, kind`.execute(kysely);
  const bad = rows.filter(({ winners, whole, lined }) => winners !== 1 || !whole || !lined);
  return [
    ...bad.map((row) => `invariant 3: ${JSON.stringify(row)}`),
    ...(rows.length === RACED_BATCHES.length ? [] : [`${rows.length} batches were committed`]),
  ];
}

/** What a process knows as committed is on record, and was notified; and nothing else. */
async function checkCommits(stores: CommitDependencies, known: readonly string[]): Promise<string[]> {
  const { database, clock, log } = stores;
  const { rows } = await sql<{ id: string }>`select commit_id::text as id from commits`.execute(
    database.kysely,
  );
  const notified: string[] = [];
  await deliverNotifications({
    database,
    clock,
    log,
    sink: ({ id }) => Promise.resolve(void notified.push(id)),
  });
  const expected = known.toSorted().join();
  return [
    ...(rows.map(({ id }) => id).sort().join() === expected
      ? []
      : ["invariant 6: an answer is not what happened"]),
    ...(notified.sort().join() === expected ? [] : ["invariant 7: a commit is not notified, or another is"]),
  ];
}
