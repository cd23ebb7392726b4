import type { Kysely, Transaction } from "kysely";
import { fromKysely, type PgBoss } from "pg-boss";
import type {
  CommitRequestAttempt,
  CommitRequestedEvent,
  CommitRequestQueue,
} from "../../../core/commit/mod.ts";
import { createJobQueue, type DeadLetters, readEvent, sendDeadLetter } from "./job_queue.ts";
import type { Tables } from "../tables.ts";

/**
 * The queue of commit requests. Those of one batch are carried out one at a time, in the order in which they were made. An
 * attempt has the lease on its request until it settles it or does not renew the lease in time.
 */
export interface TransactionalCommitRequests extends CommitRequestQueue, DeadLetters {
  /** Queues a request. A request whose id is already queued is ignored. */
  enqueue(event: CommitRequestedEvent): Promise<void>;
  /** Settles a request as a part of a transaction; false if the attempt has lost the lease. */
  settle(transaction: Transaction<Tables>, attempt: CommitRequestAttempt): Promise<boolean>;
}

export const REQUESTS_QUEUE = "tck.commit.requested";

const QUEUE = REQUESTS_QUEUE;

export async function createCommitRequests(
  boss: PgBoss,
  kysely: Kysely<Tables>,
): Promise<TransactionalCommitRequests> {
  const queue = await createJobQueue(boss, {
    name: QUEUE,
    policy: "key_strict_fifo",
    // Far longer than a commit's own deadline.
    expireInSeconds: 3_600,
    heartbeatSeconds: 30,
    retryLimit: 24,
    retryDelay: 5,
    retryDelayMax: 300,
  });
  return {
    async enqueue(event) {
      await boss.send(QUEUE, event, { id: event.id, singletonKey: formatBatchKey(event) });
    },
    async take() {
      await boss.supervise(QUEUE);
      // A failed job would block the following ones of its batch; its copy is among the dead letters.
      await boss.deleteStoredJobs(QUEUE);
      const [job] = await boss.fetch<object | null>(QUEUE, { batchSize: 1 });
      return job === undefined
        ? null
        : { jobId: job.id, attempt: job.retryCount, event: readEvent(job.data) };
    },
    renew: async (attempt) => countOf(await boss.touch(QUEUE, claimOf(attempt))) === 1,
    async giveBack(attempt, reason) {
      await boss.fail(QUEUE, claimOf(attempt), { message: reason });
    },
    release: (attempt) => kysely.transaction().execute((transaction) => release(boss, transaction, attempt)),
    reject: (request, reason) =>
      kysely.transaction().execute(async (transaction) => {
        const db = fromKysely(transaction);
        if (countOf(await boss.deleteJob(QUEUE, claimOf(request), { db })) !== 1) return;
        const { event } = request;
        const letter = { event, key: formatBatchKey(event), reason, attempts: request.attempt + 1 };
        await sendDeadLetter(boss, transaction, queue, letter);
      }),
    settle: async (transaction, attempt) =>
      countOf(await boss.complete(QUEUE, claimOf(attempt), null, { db: fromKysely(transaction) })) === 1,
    listDead: queue.listDead,
    replay: queue.replay,
  };
}

/** Puts a request back in its original order, without counting the attempt. */
async function release(
  boss: PgBoss,
  transaction: Transaction<Tables>,
  attempt: CommitRequestAttempt,
): Promise<void> {
  const db = fromKysely(transaction);
  if (countOf(await boss.cancel(QUEUE, claimOf(attempt), { db })) !== 1) return;
  await boss.resume(QUEUE, attempt.jobId, { db });
}

/** pg-boss numbers the attempts of a job, so only the latest attempt can settle it. */
function claimOf({ jobId, attempt }: CommitRequestAttempt): { id: string; retryCount: number } {
  return { id: jobId, retryCount: attempt };
}

/** The number of changed jobs, which pg-boss's types omit. */
function countOf(response: object): number {
  return (response as { affected: number }).affected;
}

/** The key of the requests that are carried out one after the other. It is short even if the event is invalid. */
function formatBatchKey(event: { readonly data?: unknown }): string {
  const { userId, localDate, kind } = Object(event.data);
  return [userId, localDate, kind].map((part) => typeof part === "string" ? part.slice(0, 128) : "").join(
    "/",
  );
}
