import type { PGlite } from "@electric-sql/pglite";
import type { Kysely } from "kysely";
import { type Db, fromPglite, PgBoss } from "pg-boss";
import { createCommitRequests, type TransactionalRequests } from "./commit_requests.ts";
import { createNotificationQueue, type TransactionalQueue } from "./notification_queue.ts";
import type { Tables } from "./tables.ts";

/** The queues of the commit service, in the database's own schema `tck_queue`. */
export interface JobQueues {
  /** Notifications of what was committed. */
  readonly queue: TransactionalQueue;
  /** Requests to commit. */
  readonly requests: TransactionalRequests;
  /** Ends the queues' connections. */
  stop(): Promise<void>;
}

/** Where the queues' own statements run. */
export type QueueConnection = { kysely: Kysely<Tables> } & ({ url: string } | { pglite: PGlite });

/** How often, in seconds, a queue is looked through for jobs whose holder is gone, by whichever process asks next. */
const SUPERVISION_SECONDS = 15;

/** Opens the queues, and makes their schema when it is not there. */
export async function openJobQueues(connection: QueueConnection): Promise<JobQueues> {
  const boss = new PgBoss({
    ...("url" in connection
      ? { connectionString: connection.url, max: 2 }
      : { db: takeTurnsWith(connection.kysely, connection.pglite), backend: "pglite" }),
    schema: "tck_queue",
    schedule: false,
    supervise: false,
    monitorIntervalSeconds: SUPERVISION_SECONDS,
  });
  // Background upkeep fails when the database goes away; the next call of a queue reports that to its caller.
  boss.on("error", () => {});
  const stop = () => boss.stop({ graceful: false });
  try {
    await boss.start();
    return {
      queue: await createNotificationQueue(boss),
      requests: await createCommitRequests(boss, connection.kysely),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** pg-boss's statements on PGlite, between those of others: never inside a transaction that is not theirs. */
function takeTurnsWith(kysely: Kysely<Tables>, pglite: PGlite): Db {
  const direct = fromPglite(pglite);
  return {
    executeSql: (text, values) => kysely.connection().execute(() => direct.executeSql(text, values)),
  };
}
