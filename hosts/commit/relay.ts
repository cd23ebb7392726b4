import type { BatchCommittedEvent, LogEvent, QueuedNotification } from "../../core/commit/mod.ts";
import type { Database } from "../postgres/mod.ts";
import type { Clock } from "./clock.ts";

/** Takes a notification to where it goes. It may get one more than once: `event.id` tells. */
export type NotificationSink = (event: BatchCommittedEvent, signal: AbortSignal) => Promise<void>;

/** What the relay works with. */
export interface RelayDependencies {
  database: Database;
  clock: Clock;
  /** Takes the structured log. */
  log(event: LogEvent): void;
  sink: NotificationSink;
  /** How often the queue is asked when nobody wakes the relay, in milliseconds. @default 2000 */
  pollInterval?: number | undefined;
  /** How long one delivery may take, in milliseconds: a batch of them ends before its first counts as lost. @default 10000 */
  deliveryTimeout?: number | undefined;
}

/** A running relay. */
export interface Relay {
  /** Asks the queue now. A commit in this process calls it, so that its notification need not wait for the next poll. */
  wake(): void;
  /** Ends the delivery that is running, and stops. What was not delivered stays queued. */
  stop(): Promise<void>;
}

const BATCH = 5;
const DEFAULT_POLL_INTERVAL = 2_000;
const DEFAULT_DELIVERY_TIMEOUT = 10_000;

/**
 * Delivers what is queued, at least once each (lifecycle specification, B.2 step 6), until it is stopped. What the sink
 * refuses is tried again, later each time.
 */
export function startRelay(deps: RelayDependencies): Relay {
  const stopping = new AbortController();
  let waiting = new AbortController();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      waiting = new AbortController();
      const wakened = AbortSignal.any([waiting.signal, stopping.signal]);
      try {
        await deliverNotifications(deps, stopping.signal);
      } catch (error) {
        deps.log({
          event: "relay_failed",
          level: "error",
          message: `Cannot take notifications: ${messageOf(error)}`,
        });
      }
      await deps.clock.sleep(deps.pollInterval ?? DEFAULT_POLL_INTERVAL, wakened).catch(() => {});
    }
  };
  const ended = run();
  return {
    wake: () => waiting.abort(),
    stop: () => (stopping.abort(), ended),
  };
}

/** Delivers what is due now, and tells how many notifications were delivered. */
export async function deliverNotifications(deps: RelayDependencies, signal?: AbortSignal): Promise<number> {
  const stop = signal ?? new AbortController().signal;
  let delivered = 0;
  while (!stop.aborted) {
    const taken = await deps.database.queue.take(BATCH);
    for (const notification of taken) {
      if (await deliver(deps, notification, stop)) delivered++;
    }
    if (taken.length < BATCH) break;
  }
  return delivered;
}

async function deliver(
  deps: RelayDependencies,
  { jobId, event }: QueuedNotification,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    signal.throwIfAborted();
    const limit = AbortSignal.timeout(deps.deliveryTimeout ?? DEFAULT_DELIVERY_TIMEOUT);
    await deps.sink(event, AbortSignal.any([signal, limit]));
  } catch (error) {
    await deps.database.queue.giveBack(jobId, messageOf(error));
    deps.log({
      event: "notification_not_delivered",
      level: "warning",
      message: `Cannot deliver notification "${event.id}": ${
        messageOf(error)
      }; it is given back to the queue`,
      commitId: event.id,
    });
    return false;
  }
  await deps.database.queue.confirm(jobId);
  deps.log({
    event: "notification_delivered",
    level: "info",
    message: `Notification of batch "${event.subject}" was delivered`,
    commitId: event.id,
  });
  return true;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
