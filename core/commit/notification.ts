import { formatBatchId } from "../naming/mod.ts";
import type { CommitTarget } from "./batch_target.ts";

/** A CloudEvents 1.0 envelope, as plain JSON. */
export interface CloudEvent<Type extends string, Data> {
  /** The version of CloudEvents. */
  specversion: "1.0";
  /** Identifies the event: a repeated delivery has the same. */
  id: string;
  /** The program that made the event. */
  source: string;
  /** The type of the event. */
  type: Type;
  /** The batch id. */
  subject: string;
  /** When it was made: RFC 3339, UTC. */
  time: string;
  /** The media type of `data`. */
  datacontenttype: "application/json";
  /** What the event is about. */
  data: Data;
}

/**
 * The notification that a batch was committed (lifecycle specification, §6). Its id is that of the commit, its source the
 * web app's address, or `/` when that is not known.
 */
export type BatchCommittedEvent = CloudEvent<typeof BATCH_COMMITTED_TYPE, {
  taskId: string;
  userId: string;
  batchId: string;
  widgetCount: number;
  /** What the main agent offers to open; absent when the web app's address is not known. */
  action?: { type: "open"; url: string };
}>;

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

/** The contents of a notification. */
export interface BatchCommittedDetails extends CommitTarget {
  /** UUID of the commit. */
  commitId: string;
  /** The web app's address, without a trailing slash; null when it is not known. */
  appUrl: string | null;
  /** How many widgets it has. */
  widgetCount: number;
  /** When it flipped: RFC 3339, UTC. */
  committedAt: string;
}

/**
 * The type of the notification.
 *
 * @example
 * ```ts
 * import { BATCH_COMMITTED_TYPE } from "@tck/tckb/commit";
 * const subject = BATCH_COMMITTED_TYPE; // "tck.widget_batch.committed.v1"
 * ```
 */
export const BATCH_COMMITTED_TYPE = "tck.widget_batch.committed.v1";

/**
 * Formats the notification of a commit (lifecycle specification, B.2 step 6).
 *
 * @example
 * ```ts
 * import { formatBatchCommittedEvent } from "@tck/tckb/commit";
 * const event = formatBatchCommittedEvent({
 *   commitId: "018f2a4e-0000-7000-8000-000000000001",
 *   appUrl: "https://app.example",
 *   userId: "demo",
 *   taskId: "task-1",
 *   localDate: "2026-03-04",
 *   kind: "morning_brief",
 *   widgetCount: 6,
 *   committedAt: "2026-03-04T06:00:00.000Z",
 * });
 * event.data.action?.url; // "https://app.example/feed/20260304-morning-brief"
 * ```
 */
export function formatBatchCommittedEvent(details: BatchCommittedDetails): BatchCommittedEvent {
  const { appUrl, taskId, userId, widgetCount } = details;
  const batchId = formatBatchId(details.localDate, details.kind);
  return {
    specversion: "1.0",
    id: details.commitId,
    source: appUrl || "/",
    type: BATCH_COMMITTED_TYPE,
    subject: batchId,
    time: details.committedAt,
    datacontenttype: "application/json",
    data: {
      taskId,
      userId,
      batchId,
      widgetCount,
      ...(appUrl === null ? {} : { action: { type: "open", url: `${appUrl}/feed/${batchId}` } }),
    },
  };
}
