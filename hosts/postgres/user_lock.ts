import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * Runs a transaction under the user's lock, which every transaction that changes the user's records takes.
 *
 * It sets READ COMMITTED, because each statement must see what the previous holder of the lock has committed, and the
 * server's default may be one snapshot for the whole transaction.
 */
export function underUserLock<Result>(
  database: Kysely<Tables>,
  userId: string,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return database.transaction().setIsolationLevel("read committed").execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`tck.user:${userId}`}, 0)),
      set_config(${LOCKED_USER}, ${userId}, true)`.execute(transaction);
    return await work(transaction);
  });
}

/** The setting that contains the user whose lock the transaction has, until it ends. */
const LOCKED_USER = "tck.locked_user";

/** The database's clock as a part of a statement, to the millisecond. It advances within a transaction. */
const CLOCK = sql<Date>`clock_timestamp()::timestamptz(3)`;

/**
 * The same clock for a statement that changes records. The statement fails as a whole if its transaction does not have the
 * user's lock.
 */
export function clockUnderLock(userId: string): RawBuilder<Date> {
  const isLocked = sql`current_setting(${LOCKED_USER}, true) is not distinct from ${userId}`;
  const seconds =
    sql`(case when ${isLocked} then '0' else 'a statement without the lock of its user' end)::int`;
  return sql<Date>`(${CLOCK} + make_interval(secs => ${seconds}))`;
}

/** Has the transaction write times in UTC, whatever the server's default is. */
export async function setUtc(transaction: Transaction<Tables>): Promise<void> {
  await sql`select set_config('TimeZone', 'UTC', true)`.execute(transaction);
}

/** The database's clock, in milliseconds since the epoch. */
export async function readClock(database: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select ${CLOCK} as now`.execute(database);
  return rows[0]!.now.getTime();
}
