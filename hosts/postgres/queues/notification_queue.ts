import type { Transaction } from "kysely";
import { fromKysely, type PgBoss } from "pg-boss";
import type { BatchCommittedEvent, NotificationQueue } from "../../../core/commit/mod.ts";
import { createJobQueue, type DeadLetters, readEvent } from "./job_queue.ts";
import type { Tables } from "../tables.ts";

export interface TransactionalNotifications extends NotificationQueue, DeadLetters {
  /** Queues a notification as a part of a transaction. */
  enqueue(transaction: Transaction<Tables>, event: BatchCommittedEvent): Promise<void>;
}

/** The name is the specification's (lifecycle specification, B.2 step 6): other programs take messages from this queue. */
const QUEUE = "task-notifications";

export async function createNotificationQueue(boss: PgBoss): Promise<TransactionalNotifications> {
  const { listDead, replay } = await createJobQueue(boss, {
    name: QUEUE,
    expireInSeconds: 60,
    retryLimit: 100,
    retryDelay: 1,
    retryDelayMax: 600,
  });
  return {
    async enqueue(transaction, event) {
      const jobId = await boss.send(QUEUE, event, { id: event.id, db: fromKysely(transaction) });
      if (jobId === null) throw new Error(`Cannot queue notification "${event.id}": its id is already used`);
    },
    async take(limit) {
      await boss.supervise(QUEUE);
      const jobs = await boss.fetch<object>(QUEUE, { batchSize: limit });
      return jobs.map((job) => ({
        jobId: job.id,
        event: readEvent(job.data) as object as BatchCommittedEvent,
      }));
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
