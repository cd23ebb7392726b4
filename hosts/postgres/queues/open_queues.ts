import type { PGlite } from "@electric-sql/pglite";
import { type Kysely, sql } from "kysely";
import { type Db, fromPglite, PgBoss } from "pg-boss";
import { createCommitRequests, type TransactionalCommitRequests } from "./commit_requests.ts";
import { createNotificationQueue, type TransactionalNotifications } from "./notification_queue.ts";
import { createQueuePool } from "../connections/connection_pool.ts";
import type { OpenConnections } from "../connections/open_connections.ts";
import type { Tables } from "../tables.ts";

/** The queues of the commit service, in the database's schema `tck_queue`. */
export interface JobQueues {
  readonly notifications: TransactionalNotifications;
  readonly commitRequests: TransactionalCommitRequests;
  /** Closes the queues' connections. */
  stop(): Promise<void>;
}

/** Where the queues' own statements run. */
type QueueConnection =
  & { kysely: Kysely<Tables> }
  & (PoolSettings | { pglite: PGlite });

interface PoolSettings {
  url: string;
  connections: OpenConnections;
  answerTimeout?: number | undefined;
}

/** How often, in seconds, a process looks for jobs whose attempt has expired. */
const SUPERVISION_SECONDS = 15;

/** Opens the queues, and creates their schema if it does not exist. */
export async function openQueues(connection: QueueConnection): Promise<JobQueues> {
  const pool = "url" in connection
    ? createQueuePool(connection.url, connection.connections, connection.answerTimeout)
    : null;
  const boss = new PgBoss({
    ...("url" in connection
      ? { db: { executeSql: pool!.executeSql } }
      : { db: createExclusiveDb(connection.kysely, connection.pglite), backend: "pglite" }),
    schema: "tck_queue",
    schedule: false,
    supervise: false,
    monitorIntervalSeconds: SUPERVISION_SECONDS,
  });
  // Background maintenance fails when the database cannot be reached; the next call of a queue reports that.
  boss.on("error", () => {});
  const stop = async (): Promise<void> => {
    await boss.stop({ graceful: false });
    await pool?.end();
  };
  try {
    await boss.start();
    return {
      notifications: await createNotificationQueue(boss),
      commitRequests: await createCommitRequests(boss, connection.kysely),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Runs pg-boss's statements on PGlite when no transaction of kysely is open. */
function createExclusiveDb(kysely: Kysely<Tables>, pglite: PGlite): Db {
  const direct = fromPglite(pglite);
  return {
    executeSql: (text, values) => kysely.connection().execute(() => direct.executeSql(text, values)),
  };
}

/** The number of jobs of a queue in a state. */
export interface JobCount {
  queue: string;
  state: string;
  count: number;
}

/** Counts the jobs of all queues that are not completed, by state. */
export async function countJobs({ kysely }: { kysely: Kysely<Tables> }): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    select name as queue, state::text as state, count(*)::int as count
    from tck_queue.job where state <> 'completed' group by name, state`.execute(kysely);
  return rows;
}
