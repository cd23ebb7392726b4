import type { Transaction } from "kysely";
import { fromKysely, type JobWithMetadata, type PgBoss } from "pg-boss";
import type { BatchCommittedEvent, NotificationQueue } from "../../core/commit/mod.ts";
import type { Tables } from "./tables.ts";

/** The queue of notifications. */
export interface TransactionalQueue extends NotificationQueue {
  /** Queues a notification as a part of a transaction: it is there if and when the transaction commits. */
  enqueue(transaction: Transaction<Tables>, event: BatchCommittedEvent): Promise<void>;
  /** What was given back once too often, the oldest first. It stays for a year unless it is replayed. */
  listDead(): Promise<DeadNotification[]>;
  /** Queues a dead notification again, and tells whether there was one with that id. */
  replay(eventId: string): Promise<boolean>;
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

const QUEUE = "tck.widget_batch.committed";
const DEAD_LETTERS = "tck.widget_batch.committed.dead";
const DAY = 86_400;

/** A delivery that is not confirmed for this long, in seconds, counts as lost and is due again. */
const DELIVERY_SECONDS = 60;

/** Opens the queue of notifications. */
export async function createNotificationQueue(boss: PgBoss): Promise<TransactionalQueue> {
  await createQueues(boss);
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
