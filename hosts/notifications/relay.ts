import type {
  BatchCommittedEvent,
  Clock,
  LogEvent,
  NotificationQueue,
  QueuedNotification,
} from "../../core/commit/mod.ts";
import { errorMessageWithCauses } from "../../core/errors/mod.ts";
import { startTimeLimit } from "../time/mod.ts";
import type { NotificationSink } from "./sink.ts";

export interface RelayDependencies {
  database: { readonly notifications: NotificationQueue };
  clock: Clock;
  /** Receives the structured log. */
  log(event: LogEvent): void;
  sink: NotificationSink;
  /**
   * The web app's address, for notifications that were queued where it was not known, such as by a commit before the first
   * start of the service. @default null
   */
  appUrl?: string | null;
}

export interface RelayOptions {
  /** The interval between two looks into the queue, in milliseconds. @default 2000 */
  pollInterval?: number | undefined;
  /** The time limit of one delivery, in milliseconds: less than a notification is held for. @default 10000 */
  deliveryTimeout?: number | undefined;
  /** Aborts the running delivery and leaves the rest in the queue. */
  signal?: AbortSignal | undefined;
}

export interface Relay {
  /** Reads the queue now. Called after a commit in this process, so that its notification does not wait for the next poll. */
  wake(): void;
  /** Aborts the running delivery and stops. Undelivered notifications stay in the queue. */
  stop(): Promise<void>;
}

const DEFAULT_POLL_INTERVAL_MS = 2_000;
/** How long a delivery may take before it is retried, in milliseconds. */
const MAX_DELIVERY_MS = 10_000;

/**
 * Delivers queued notifications, each at least once (lifecycle specification, B.2 step 6), until it is stopped. A failed
 * delivery is retried after increasing pauses.
 */
export function startRelay(deps: RelayDependencies, options: Omit<RelayOptions, "signal"> = {}): Relay {
  const stopping = new AbortController();
  let waiting = new AbortController();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      waiting = new AbortController();
      const woken = AbortSignal.any([waiting.signal, stopping.signal]);
      try {
        await deliverNotifications(deps, { ...options, signal: stopping.signal });
      } catch (error) {
        deps.log({
          event: "relay_failed",
          level: "error",
          message: `Cannot take notifications: ${errorMessageWithCauses(error)}`,
        });
      }
      await deps.clock.sleep(options.pollInterval ?? DEFAULT_POLL_INTERVAL_MS, woken).catch(() => {});
    }
  };
  const ended = run();
  return {
    wake: () => waiting.abort(),
    stop: () => (stopping.abort(), ended),
  };
}

/**
 * Delivers the notifications that are due now, and returns how many were delivered. Each is taken when it is its turn: one that
 * was taken is delivered, although its user is erased or its batch deleted meanwhile.
 */
export async function deliverNotifications(
  deps: RelayDependencies,
  options: RelayOptions = {},
): Promise<number> {
  const signal = options.signal ?? new AbortController().signal;
  const timeout = options.deliveryTimeout ?? MAX_DELIVERY_MS;
  let delivered = 0;
  while (!signal.aborted) {
    const [notification] = await deps.database.notifications.take(1);
    if (notification === undefined) break;
    if (await deliver(deps, notification, signal, timeout)) delivered++;
  }
  return delivered;
}

async function deliver(
  { database: { notifications }, clock, log, sink, appUrl = null }: RelayDependencies,
  { jobId, event: queued }: QueuedNotification,
  signal: AbortSignal,
  timeout: number,
): Promise<boolean> {
  // Anyone with access to the queue can have written another JSON value.
  const commitId = typeof queued.id === "string" ? queued.id : jobId;
  try {
    const event = appUrl === null ? queued : completeEvent(queued, appUrl);
    signal.throwIfAborted();
    using limit = startTimeLimit(clock, timeout);
    await sink(event, AbortSignal.any([signal, limit.signal]));
  } catch (error) {
    const reason = errorMessageWithCauses(error);
    await notifications.giveBack(jobId, reason);
    log({
      event: "notification_not_delivered",
      level: "warning",
      message: `Cannot deliver notification "${commitId}": ${reason}; it is given back to the queue`,
      commitId,
    });
    return false;
  }
  await notifications.confirm(jobId);
  log({
    event: "notification_delivered",
    level: "info",
    message: `Notification of batch ${JSON.stringify(queued.subject)} was delivered`,
    commitId,
  });
  return true;
}

/** A notification that was queued without the web app's address gets its link when it is delivered. */
function completeEvent(event: BatchCommittedEvent, appUrl: string): BatchCommittedEvent {
  if (event.data.action !== undefined) return event;
  const action = { type: "open", url: `${appUrl}/feed/${event.data.batchId}` } as const;
  return { ...event, source: appUrl, data: { ...event.data, action } };
}
