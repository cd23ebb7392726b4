import { fromKysely, type JobWithMetadata, type PgBoss } from "pg-boss";
import type { Transaction } from "kysely";
import type { Tables } from "../tables.ts";

/** A job that is not retried any more. */
export interface DeadLetter {
  /** The event as it was queued. Anyone with access to the queue can have written it. */
  readonly event: { readonly [attribute: string]: unknown };
  /** When it became a dead letter: RFC 3339, UTC. */
  readonly diedAt: string;
  readonly attempts: number;
  /** Why the last attempt failed. */
  readonly reason: string;
}

/** The dead letters of a queue. They are kept for a year. */
export interface DeadLetters {
  /** All dead letters, the oldest first. */
  listDead(): Promise<DeadLetter[]>;
  /** Queues a dead letter again; false if there is none with this event id. */
  replay(eventId: string): Promise<boolean>;
}

interface JobQueueOptions {
  readonly name: string;
  readonly policy?: "key_strict_fifo";
  /** How long an attempt may take. */
  readonly expireInSeconds: number;
  /** How long an attempt may take from one renewal to the next. */
  readonly heartbeatSeconds?: number;
  readonly retryLimit: number;
  /** The first pause before a retry. Each pause is longer than the one before. */
  readonly retryDelay: number;
  /** The longest pause before a retry. */
  readonly retryDelayMax: number;
}

/** A queue of pg-boss and its dead letters. */
interface JobQueue extends DeadLetters {
  readonly deadLetterName: string;
}

const DAY_SECONDS = 86_400;

/** Creates a queue and its queue of dead letters if they do not exist. */
export async function createJobQueue(
  boss: PgBoss,
  { name, ...options }: JobQueueOptions,
): Promise<JobQueue> {
  const deadLetterName = `${name}.dead`;
  const kept = { retentionSeconds: 365 * DAY_SECONDS, deleteAfterSeconds: DAY_SECONDS };
  await boss.createQueue(deadLetterName, { ...kept, deleteAfterSeconds: 0 });
  await boss.createQueue(name, { ...kept, ...options, retryBackoff: true, deadLetter: deadLetterName });
  // Fills pg-boss's cache of queues: it would otherwise read them on another connection in the middle of a transaction.
  for (const queue of [name, deadLetterName]) await boss.findJobs(queue, { id: crypto.randomUUID() });
  return {
    deadLetterName,
    async listDead() {
      const jobs = await boss.findJobs<object>(deadLetterName);
      return jobs.map(readDeadLetter).toSorted((left, right) => left.diedAt < right.diedAt ? -1 : 1);
    },
    replay: async (id) => await boss.redrive(deadLetterName, { data: { id }, destination: name }) > 0,
  };
}

/** The most that is kept of the JSON of a message that is no event, in characters. */
const MAX_QUOTED = 1_000;

/**
 * The event of a message. Anyone with access to the queue can have written another JSON value: it becomes an event of which
 * a member has the beginning of its JSON.
 */
export function readEvent(message: unknown): DeadLetter["event"] {
  return typeof message === "object" && message !== null && !Array.isArray(message)
    ? message as DeadLetter["event"]
    : { message: (JSON.stringify(message) ?? "").slice(0, MAX_QUOTED) };
}

/** Makes an event a dead letter as a part of a transaction, without waiting for its retries. */
export async function sendDeadLetter(
  boss: PgBoss,
  transaction: Transaction<Tables>,
  { deadLetterName }: JobQueue,
  letter: { event: object; key: string; reason: string; attempts: number },
): Promise<void> {
  const data = { ...letter.event, rejection: letter.reason, attempts: letter.attempts };
  await boss.send(deadLetterName, data, { singletonKey: letter.key, db: fromKysely(transaction) });
}

/** pg-boss adds its own record of the last attempt, unless the letter was sent by {@link sendDeadLetter}. */
function readDeadLetter(job: JobWithMetadata<object>): DeadLetter {
  const { rejection, attempts, ...event } = readEvent(job.data);
  const output = job.sourceOutput as { message?: unknown } | null;
  const reason = output === null ? rejection : output.message;
  return {
    event,
    diedAt: new Date(job.createdOn).toISOString(),
    attempts: output === null && typeof attempts === "number" ? attempts : (job.sourceRetryCount ?? 0) + 1,
    reason: typeof reason === "string" ? reason : "it was taken and never settled",
  };
}
