import assert from "node:assert/strict";
import { sql } from "kysely";
import { type CommitDependencies } from "../../hosts/commit/mod.ts";
import { deliverNotifications } from "../../hosts/notifications/mod.ts";
import { RACED_BATCHES } from "./race_batches.ts";
import { type RaceReport, type RaceSize, runRace } from "./races.ts";
import { openStores, type StoresAddress } from "./stores.ts";
import { sweepAfterGrace } from "./time.ts";
import { viewUser } from "./view.ts";

/** Runs a race on empty stores, and fails when something was lost, leaked or revealed. */
export async function tryRace(address: StoresAddress, size: RaceSize): Promise<void> {
  const report = await runRace(address, size);
  assert.deepEqual(report.faults, []);
  const stores = await openStores(address);
  try {
    assert.deepEqual(await checkRaceEnd(stores, report), []);
  } finally {
    await stores.database.close();
  }
}

/** Checks the state after a race: one winner per batch, nothing lost, and nothing unreferenced after the grace period. */
async function checkRaceEnd(
  stores: CommitDependencies,
  { commits }: RaceReport,
): Promise<string[]> {
  const faults = [...await checkHistories(stores), ...await checkCommits(stores, commits)];
  await sweepAfterGrace(stores);
  for (const userId of new Set(RACED_BATCHES.map((batch) => batch.userId))) {
    const { referenced, stored, records } = await viewUser(stores, userId, null);
    if (referenced.join() !== stored.join()) {
      faults.push(`invariant 5: ${stored} are stored, but ${referenced} are referenced`);
    }
    if (records > 0) faults.push(`invariant 5: ${records} intents and tombstones are left`);
  }
  return faults;
}

/**
 * Each batch's rows are all rows of one commit, and its commits replaced each other in a single sequence, from the first to
 * the current one.
 */
async function checkHistories({ database: { kysely } }: CommitDependencies): Promise<string[]> {
  const { rows } = await sql<{ batch: string; winners: number; whole: boolean; sequential: boolean }>`
    select user_id || ' ' || local_date || ' ' || kind as batch,
      (select count(distinct commit_id)::int from widgets where widgets.user_id = commits.user_id
        and widgets.local_date = commits.local_date and widgets.kind = commits.kind) as winners,
      (select count(*) = max(winner.widget_count) from widgets join commits as winner using (commit_id)
        where widgets.user_id = commits.user_id and widgets.local_date = commits.local_date
        and widgets.kind = commits.kind) as whole,
      count(*) - 1 = count(replaced_commit_id) and count(*) - 1 = count(distinct replaced_commit_id)
        and not exists (select from widgets
        where widgets.commit_id in (select replaced_commit_id from commits)) as sequential
    from commits group by user_id, local_date, kind`.execute(kysely);
  const bad = rows.filter(({ winners, whole, sequential }) => winners !== 1 || !whole || !sequential);
  return [
    ...bad.map((row) => `invariant 3: ${JSON.stringify(row)}`),
    ...(rows.length === RACED_BATCHES.length ? [] : [`${rows.length} batches were committed`]),
  ];
}

/** Exactly the commits that returned to their processes are recorded and have a notification. */
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
      : ["invariant 6: the recorded commits differ from the answers"]),
    ...(notified.sort().join() === expected
      ? []
      : ["invariant 7: the notifications differ from the commits"]),
  ];
}
