import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { Tables } from "./tables.ts";

/** What the statement begins with that takes the user's lock. */
export const LOCK = "select pg_advisory_xact_lock(";

/**
 * Runs one transaction under the user's lock: of all that change a user's records, one at a time.
 *
 * READ COMMITTED is asked for by name, because each statement must see what the lock's last holder committed, and a
 * server may be configured to give one snapshot to the whole transaction.
 */
export function underUserLock<Result>(
  database: Kysely<Tables>,
  userId: string,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return database.transaction().setIsolationLevel("read committed").execute(async (transaction) => {
    await sql`${
      sql.raw(LOCK)
    }hashtextextended(${`tck.user:${userId}`}, 0)), set_config(${LOCKED_USER}, ${userId}, true)`
      .execute(transaction);
    return await work(transaction);
  });
}

/** The setting that names, until the transaction ends, the user whose lock it has. */
const LOCKED_USER = "tck.locked_user";

/** The database's clock as a part of a statement, to the millisecond: in a transaction it goes on. */
export const CLOCK = sql<Date>`clock_timestamp()::timestamptz(3)`;

/**
 * The same clock, for a statement that changes something and is the first under the lock. It is sent together with what
 * begins the transaction: this has it fail as a whole should it ever be carried out without that.
 */
export function clockUnderLock(userId: string): RawBuilder<Date> {
  const isLocked = sql`current_setting(${LOCKED_USER}, true) is not distinct from ${userId}`;
  const seconds =
    sql`(case when ${isLocked} then '0' else 'a statement without the lock of its user' end)::int`;
  return sql<Date>`(${CLOCK} + make_interval(secs => ${seconds}))`;
}

/** The database's clock in the middle of a transaction, in milliseconds since the epoch. */
export async function readClock(database: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select ${CLOCK} as now`.execute(database);
  return rows[0]!.now.getTime();
}
