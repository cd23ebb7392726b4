import type { BatchCommittedEvent } from "./notification.ts";

/** A notification that was taken from the queue. */
export interface QueuedNotification {
  /** The queue's identifier of the job. */
  readonly jobId: string;
  /** The notification. */
  readonly event: BatchCommittedEvent;
}

/** The queue of notifications: each is kept until its delivery is confirmed. */
export interface NotificationQueue {
  /** Takes up to `limit` due notifications. One that is neither confirmed nor given back is due again later. */
  take(limit: number): Promise<QueuedNotification[]>;
  /** Confirms a delivery. */
  confirm(jobId: string): Promise<void>;
  /** Gives back a notification that could not be delivered; it is due again later. */
  giveBack(jobId: string, reason: string): Promise<void>;
}
