import type { Database, DeadLetter } from "../postgres/mod.ts";

/** The queues that have dead letters. */
export type DeadLetterSource = "notifications" | "commitRequests";

/** The notifications or commit requests that are not retried any more, the oldest first. */
export function listDeadLetters(
  database: Pick<Database, DeadLetterSource>,
  source: DeadLetterSource,
): Promise<DeadLetter[]> {
  return database[source].listDead();
}

/** Queues a dead letter again; false if there is none with this event id. */
export function replayDeadLetter(
  database: Pick<Database, DeadLetterSource>,
  source: DeadLetterSource,
  eventId: string,
): Promise<boolean> {
  return database[source].replay(eventId);
}
