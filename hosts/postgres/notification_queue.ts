import type { PGlite } from "@electric-sql/pglite";
import type { Kysely, Transaction } from "kysely";
import { type Db, fromKysely, fromPglite, type JobWithMetadata, PgBoss } from "pg-boss";
import type { BatchCommittedEvent, NotificationQueue } from "../../core/commit/mod.ts";
import type { Tables } from "./tables.ts";

/** The queue of notifications, in the database's own schema `tck_queue`. */
export interface TransactionalQueue extends NotificationQueue {
  /** Queues a notification as a part of a transaction: it is there if and when the transaction commits. */
  enqueue(transaction: Transaction<Tables>, event: BatchCommittedEvent): Promise<void>;
  /** What was given back once too often, the oldest first. It stays for a year unless it is replayed. */
  listDead(): Promise<DeadNotification[]>;
  /** Queues a dead notification again, and tells whether there was one with that id. */
  replay(eventId: string): Promise<boolean>;
  /** Ends the queue's connections. */
  stop(): Promise<void>;
}

/** A notification that is not tried any more. */
export interface DeadNotification {
  readonly event: BatchCommittedEvent;
  /** When it was given up: RFC 3339, UTC. */
  readonly diedAt: string;
  /** How often it was tried. */
  readonly attempts: number;
  /** Why the last attempt failed. */
  readonly reason: string;
}

/** Where the queue's own statements run. */
export type QueueConnection = { url: string } | { pglite: PGlite; kysely: Kysely<Tables> };

const QUEUE = "tck.widget_batch.committed";
const DEAD_LETTERS = "tck.widget_batch.committed.dead";
const DAY = 86_400;

/** A delivery that is not confirmed for this long, in seconds, counts as lost and is due again. */
const DELIVERY_SECONDS = 60;

/** Opens the queue, and makes its schema when it is not there. */
export async function openNotificationQueue(connection: QueueConnection): Promise<TransactionalQueue> {
  const boss = new PgBoss({
    ...("url" in connection
      ? { connectionString: connection.url, max: 2 }
      : { db: takeTurnsWith(connection.kysely, connection.pglite), backend: "pglite" }),
    schema: "tck_queue",
    schedule: false,
    supervise: false,
  });
  // Background upkeep fails when the database goes away; the next call of the queue reports that to its caller.
  boss.on("error", () => {});
  try {
    await boss.start();
    await createQueues(boss);
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  return describeQueue(boss);
}

function describeQueue(boss: PgBoss): TransactionalQueue {
  return {
    async enqueue(transaction, event) {
      const jobId = await boss.send(QUEUE, event, { id: event.id, db: fromKysely(transaction) });
      if (jobId === null) throw new Error(`Cannot queue notification "${event.id}": its id is taken`);
    },
    async take(limit) {
      await boss.supervise(QUEUE);
      const jobs = await boss.fetch<BatchCommittedEvent>(QUEUE, { batchSize: limit });
      return jobs.map((job) => ({ jobId: job.id, event: job.data }));
    },
    async confirm(jobId) {
      await boss.complete(QUEUE, jobId);
    },
    async giveBack(jobId, reason) {
      await boss.fail(QUEUE, jobId, { message: reason });
    },
    async listDead() {
      const jobs = await boss.findJobs<BatchCommittedEvent>(DEAD_LETTERS);
      return jobs.map(describeDead).toSorted((left, right) => left.diedAt < right.diedAt ? -1 : 1);
    },
    replay: async (eventId) => await boss.redrive(DEAD_LETTERS, { data: { id: eventId } }) > 0,
    async stop() {
      await boss.stop({ graceful: false });
    },
  };
}

function describeDead(job: JobWithMetadata<BatchCommittedEvent>): DeadNotification {
  const reason = (job.sourceOutput as { message?: unknown } | null)?.message;
  return {
    event: job.data,
    diedAt: new Date(job.createdOn).toISOString(),
    attempts: (job.sourceRetryCount ?? 0) + 1,
    reason: typeof reason === "string" ? reason : "it was taken and never confirmed",
  };
}

async function createQueues(boss: PgBoss): Promise<void> {
  const lasting = { retentionSeconds: 365 * DAY, deleteAfterSeconds: DAY };
  await boss.createQueue(DEAD_LETTERS, { ...lasting, deleteAfterSeconds: 0 });
  await boss.createQueue(QUEUE, {
    ...lasting,
    expireInSeconds: DELIVERY_SECONDS,
    retryLimit: 100,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 600,
    deadLetter: DEAD_LETTERS,
  });
  // A queue that is not in pg-boss's cache would be looked up on another connection in the middle of a transaction.
  await boss.findJobs(QUEUE, { id: crypto.randomUUID() });
}

/** pg-boss's statements on PGlite, between those of others: never inside a transaction that is not theirs. */
function takeTurnsWith(kysely: Kysely<Tables>, pglite: PGlite): Db {
  const direct = fromPglite(pglite);
  return {
    executeSql: (text, values) => kysely.connection().execute(() => direct.executeSql(text, values)),
  };
}
