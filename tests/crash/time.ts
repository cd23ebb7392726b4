import { sql } from "kysely";
import { type CommitDependencies } from "../../hosts/commit/mod.ts";
import { createNotificationLog, deliverNotifications } from "../../hosts/notifications/mod.ts";
import { sweepObjects } from "../../hosts/sweep/mod.ts";
import { createCommitStore } from "../../hosts/postgres/mod.ts";

/** Lets all deadlines, leases and grace periods pass: what is on record moves into the past. */
export async function passTime({ database: { kysely } }: CommitDependencies): Promise<void> {
  await sql`update object_intents set deadline = clock_timestamp() - interval '1 second'`.execute(kysely);
  await sql`update tombstones set not_before = clock_timestamp() - interval '1 second',
    deleting_until = deleting_until - interval '1 day'`.execute(kysely);
}

/** How many sweeps there may be: what a killed process had on its way to the store may arrive after the first. */
const MOST_SWEEPS = 8;

/**
 * Lets all deadlines, leases and grace periods pass, and sweeps until the store holds nothing else than what rows name, and
 * nothing is on record.
 */
export async function sweepAfterGrace(stores: CommitDependencies): Promise<void> {
  for (let count = 0; count < MOST_SWEEPS; count++) {
    await passTime(stores);
    await sweepObjects({ ...stores, retention: 0 });
    if (await isClean(stores)) return;
  }
}

async function isClean({ database, objects }: CommitDependencies): Promise<boolean> {
  const stored = await Array.fromAsync(objects.list(""), ({ key }) => key);
  const facts = await createCommitStore(database).readKeyStates(stored);
  const { rows: [left] } = await sql<{ records: boolean }>`
    select exists (select from object_intents) or exists (select from tombstones) as records`
    .execute(database.kysely);
  return !left!.records && facts.every(({ named }) => named);
}

/** Lets all pauses of the queue pass, and delivers everything. */
export async function deliverEverything(stores: CommitDependencies, logFolder: string): Promise<void> {
  const { database, clock, log } = stores;
  const { kysely } = database;
  const relay = { database, clock, log, sink: createNotificationLog(logFolder) };
  await deliverNotifications(relay);
  // What a relay took and did not confirm counts as lost after a while, and is due again after another.
  await sql`update tck_queue.job set started_on = now() - interval '1 hour' where state = 'active'`.execute(
    kysely,
  );
  await sql`update tck_queue.queue set monitor_claim_on = null, monitor_on = null`.execute(kysely);
  await deliverNotifications(relay);
  await sql`update tck_queue.job set start_after = now() - interval '1 second' where state = 'retry'`
    .execute(kysely);
  await deliverNotifications(relay);
}
