import { sql } from "kysely";
import { type CommitDependencies } from "../../hosts/commit/mod.ts";
import { openLogSink } from "../../hosts/notifications/log_sink.ts";
import { deliverNotifications } from "../../hosts/notifications/mod.ts";
import { sweepObjects } from "../../hosts/sweep/mod.ts";
import { createCommitStore } from "../../hosts/postgres/mod.ts";

/** Ends all deadlines, leases and grace periods by moving their times into the past. */
export async function passTime({ database: { kysely } }: CommitDependencies): Promise<void> {
  await sql`update object_intents set deadline = clock_timestamp() - interval '1 second'`.execute(kysely);
  await sql`update tombstones set not_before = clock_timestamp() - interval '1 second',
    deleting_until = deleting_until - interval '1 day'`.execute(kysely);
}

/** The maximum number of sweeps: puts of a killed process may arrive after the first. */
const MAX_SWEEPS = 8;

/**
 * Ends all deadlines, leases and grace periods, and sweeps until exactly the referenced objects are stored and no intent or
 * tombstone is left.
 */
export async function sweepAfterGrace(stores: CommitDependencies): Promise<void> {
  for (let count = 0; count < MAX_SWEEPS; count++) {
    await passTime(stores);
    await sweepObjects({ ...stores, retention: 0 });
    if (await isClean(stores)) return;
  }
}

async function isClean({ database, objects }: CommitDependencies): Promise<boolean> {
  const stored = await Array.fromAsync(objects.list(""), ({ key }) => key);
  const states = await createCommitStore(database).readKeyStates(stored);
  const { rows: [left] } = await sql<{ records: boolean }>`
    select exists (select from object_intents) or exists (select from tombstones) as records`
    .execute(database.kysely);
  return !left!.records && states.every(({ referenced }) => referenced);
}

/** Ends all pauses of the queue, and delivers everything. */
export async function deliverEverything(stores: CommitDependencies, logFolder: string): Promise<void> {
  const { database, clock, log } = stores;
  const { kysely } = database;
  const relay = { database, clock, log, ...openLogSink(logFolder) };
  await deliverNotifications(relay);
  // Expires the attempts of killed relays, whose notifications are then due after a pause.
  await sql`update tck_queue.job set started_on = now() - interval '1 hour' where state = 'active'`.execute(
    kysely,
  );
  await sql`update tck_queue.queue set monitor_claim_on = null, monitor_on = null`.execute(kysely);
  await deliverNotifications(relay);
  await sql`update tck_queue.job set start_after = now() - interval '1 second' where state = 'retry'`
    .execute(kysely);
  await deliverNotifications(relay);
}
