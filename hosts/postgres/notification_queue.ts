import { type Kysely, sql, type Transaction } from "kysely";
import { fromKysely, type PgBoss } from "pg-boss";
import type { BatchCommittedEvent, NotificationQueue } from "../../core/commit/mod.ts";
import { createJobQueue, type DeadLetters } from "./job_queue.ts";
import type { Tables } from "./tables.ts";

/** The queue of notifications. */
export interface TransactionalNotifications extends NotificationQueue, DeadLetters {
  /** Queues a notification as a part of a transaction. */
  enqueue(transaction: Transaction<Tables>, event: BatchCommittedEvent): Promise<void>;
}

/** The name is the specification's (lifecycle specification, B.2 step 6): other programs take messages from this queue. */
const QUEUE = "task-notifications";

/** The name in version 0.1.0. */
const FORMER_QUEUE = "tck.widget_batch.committed";

/** Opens the queue of notifications. */
export async function createNotificationQueue(
  boss: PgBoss,
  kysely: Kysely<Tables>,
): Promise<TransactionalNotifications> {
  const { deadLetterName, listDead, replay } = await createJobQueue(boss, {
    name: QUEUE,
    expireInSeconds: 60,
    retryLimit: 100,
    retryDelay: 1,
    retryDelayMax: 600,
  });
  await moveFormerJobs(kysely, deadLetterName);
  return {
    async enqueue(transaction, event) {
      const jobId = await boss.send(QUEUE, event, { id: event.id, db: fromKysely(transaction) });
      if (jobId === null) throw new Error(`Cannot queue notification "${event.id}": its id is already used`);
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
    listDead,
    replay,
  };
}

/**
 * Moves the jobs of the former queue and its dead letters, whatever their state. The former queue stays: a process of
 * version 0.1.0 that is still running can add jobs, which the next process that opens the queue moves.
 */
async function moveFormerJobs(kysely: Kysely<Tables>, deadLetterName: string): Promise<void> {
  await sql`
    update tck_queue.job set name = ${deadLetterName}, source_name = ${QUEUE}
    where name = ${`${FORMER_QUEUE}.dead`}`.execute(kysely);
  await sql`
    update tck_queue.job set name = ${QUEUE}, dead_letter = ${deadLetterName}
    where name = ${FORMER_QUEUE}`.execute(kysely);
}
