import type { Kysely, Transaction } from "kysely";
import { fromKysely, type JobWithMetadata, type PgBoss } from "pg-boss";
import type {
  CommitRequestAttempt,
  CommitRequestedEvent,
  CommitRequestQueue,
} from "../../core/commit/mod.ts";
import type { Tables } from "./tables.ts";

/**
 * The queue of commit requests. Those of one batch are carried out in the order in which they were made, one at a time;
 * each attempt of a worker holds its request until it settles it or has not renewed it for a while.
 */
export interface TransactionalRequests extends CommitRequestQueue {
  /** Queues a request. One that is queued already, by its id, is not queued twice. */
  enqueue(event: CommitRequestedEvent): Promise<void>;
  /** Settles a request as a part of a transaction, and tells whether the attempt still holds it. */
  settle(transaction: Transaction<Tables>, attempt: CommitRequestAttempt): Promise<boolean>;
  /** What is not tried any more, the oldest first. It stays for a year unless it is replayed. */
  listDead(): Promise<DeadCommitRequest[]>;
  /** Queues a dead request again, and tells whether there was one with that id. */
  replay(requestId: string): Promise<boolean>;
}

/** A commit request that is not tried any more. */
export interface DeadCommitRequest {
  /** As it was queued: whoever can write to the queue may have made it. */
  readonly event: { readonly [attribute: string]: unknown };
  /** When it was given up: RFC 3339, UTC. */
  readonly diedAt: string;
  /** How often it was tried. */
  readonly attempts: number;
  /** Why the last attempt failed. */
  readonly reason: string;
}

const QUEUE = "tck.commit.requested";
const DEAD_LETTERS = "tck.commit.requested.dead";
const DAY = 86_400;

/** A request that is not renewed for this long, in seconds, is taken from its worker. */
const HOLD_SECONDS = 30;
/** Nor may an attempt take longer than this, in seconds: a commit has a deadline of its own that is far shorter. */
const ATTEMPT_SECONDS = 3_600;

/** Opens the queue of commit requests. */
export async function createCommitRequests(
  boss: PgBoss,
  kysely: Kysely<Tables>,
): Promise<TransactionalRequests> {
  await createQueues(boss);
  return {
    async enqueue(event) {
      await boss.send(QUEUE, event, { id: event.id, singletonKey: formatBatchKey(event) });
    },
    async take() {
      await boss.supervise(QUEUE);
      // A job that has failed for good would hold back those that follow it: its copy is among the dead letters.
      await boss.deleteStoredJobs(QUEUE);
      const [job] = await boss.fetch<object | null>(QUEUE, { batchSize: 1 });
      return job === undefined ? null : { jobId: job.id, attempt: job.retryCount, event: job.data ?? {} };
    },
    renew: async (attempt) => countOf(await boss.touch(QUEUE, claimOf(attempt))) === 1,
    async giveBack(attempt, reason) {
      await boss.fail(QUEUE, claimOf(attempt), { message: reason });
    },
    release: (attempt) => kysely.transaction().execute((transaction) => release(boss, transaction, attempt)),
    refuse: (request, reason) =>
      kysely.transaction().execute(async (transaction) => {
        const db = fromKysely(transaction);
        if (countOf(await boss.deleteJob(QUEUE, claimOf(request), { db })) !== 1) return;
        const letter = { ...request.event, refusal: reason, attempts: request.attempt + 1 };
        await boss.send(DEAD_LETTERS, letter, { singletonKey: formatBatchKey(request.event), db });
      }),
    settle: async (transaction, attempt) =>
      countOf(await boss.complete(QUEUE, claimOf(attempt), null, { db: fromKysely(transaction) })) === 1,
    async listDead() {
      const jobs = await boss.findJobs<{ [attribute: string]: unknown }>(DEAD_LETTERS);
      return jobs.map(describeDead).toSorted((left, right) => left.diedAt < right.diedAt ? -1 : 1);
    },
    replay: async (id) => await boss.redrive(DEAD_LETTERS, { data: { id }, destination: QUEUE }) > 0,
  };
}

async function createQueues(boss: PgBoss): Promise<void> {
  const lasting = { retentionSeconds: 365 * DAY, deleteAfterSeconds: DAY };
  await boss.createQueue(DEAD_LETTERS, { ...lasting, deleteAfterSeconds: 0 });
  await boss.createQueue(QUEUE, {
    ...lasting,
    policy: "key_strict_fifo",
    expireInSeconds: ATTEMPT_SECONDS,
    heartbeatSeconds: HOLD_SECONDS,
    retryLimit: 24,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 300,
    deadLetter: DEAD_LETTERS,
  });
  // A queue that is not in pg-boss's cache would be looked up on another connection in the middle of a transaction.
  for (const name of [QUEUE, DEAD_LETTERS]) await boss.findJobs(name, { id: crypto.randomUUID() });
}

/** Back to the queue as it was, at its old place: an attempt that was not worth one. */
async function release(
  boss: PgBoss,
  transaction: Transaction<Tables>,
  attempt: CommitRequestAttempt,
): Promise<void> {
  const db = fromKysely(transaction);
  if (countOf(await boss.cancel(QUEUE, claimOf(attempt), { db })) !== 1) return;
  await boss.resume(QUEUE, attempt.jobId, { db });
}

/** pg-boss counts the attempts of a job, so that only the latest can settle it. */
function claimOf({ jobId, attempt }: CommitRequestAttempt): { id: string; retryCount: number } {
  return { id: jobId, retryCount: attempt };
}

/** How many jobs a call was about; pg-boss's types leave it out. */
function countOf(response: object): number {
  return (response as { affected: number }).affected;
}

/** Whose requests come one after the other. Whatever stands in them, the key is short. */
function formatBatchKey(event: { readonly data?: unknown }): string {
  const { userId, localDate, kind } = Object(event.data);
  return [userId, localDate, kind].map((part) => String(part).slice(0, 128)).join("/");
}

function describeDead(job: JobWithMetadata<{ [attribute: string]: unknown }>): DeadCommitRequest {
  const { refusal, attempts, ...event } = job.data;
  const output = job.sourceOutput as { message?: unknown } | null;
  const reason = output === null ? refusal : output.message;
  return {
    event,
    diedAt: new Date(job.createdOn).toISOString(),
    attempts: output === null && typeof attempts === "number" ? attempts : (job.sourceRetryCount ?? 0) + 1,
    reason: typeof reason === "string" ? reason : "it was taken and never settled",
  };
}
