import type { BatchKind } from "../contract/mod.ts";
import { formatBatchId } from "../naming/mod.ts";

/** The notification that a batch was committed: a CloudEvents 1.0 envelope (lifecycle specification, §6). */
export interface BatchCommittedEvent {
  /** The version of CloudEvents. */
  specversion: "1.0";
  /** The commit's id: a message that comes twice has the same. */
  id: string;
  /** The web app's address, or `/` when it is empty. */
  source: string;
  /** The type of the notification. */
  type: typeof BATCH_COMMITTED_TYPE;
  /** The batch id. */
  subject: string;
  /** When the batch flipped: RFC 3339, UTC. */
  time: string;
  /** The media type of `data`. */
  datacontenttype: "application/json";
  /** What the main agent gets to know. */
  data: {
    taskId: string;
    userId: string;
    batchId: string;
    widgetCount: number;
    /** What the main agent offers to open. */
    action: { type: "open"; url: string };
  };
}

/** What a notification is made of. */
export interface BatchCommittedFacts {
  /** UUID of the commit. */
  commitId: string;
  /** The web app's address, without a slash at its end. */
  appUrl: string;
  /** Whose batch it is. */
  userId: string;
  /** The agent's task that made it. */
  taskId: string;
  /** `YYYY-MM-DD`. */
  localDate: string;
  /** The kind, with underscores. */
  kind: BatchKind;
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
 * import { BATCH_COMMITTED_TYPE } from "@tck/tckb";
 * const subject = BATCH_COMMITTED_TYPE; // "tck.widget_batch.committed.v1"
 * ```
 */
export const BATCH_COMMITTED_TYPE = "tck.widget_batch.committed.v1";

/**
 * The notification of a commit (lifecycle specification, B.2 step 6).
 *
 * @example
 * ```ts
 * import { formatBatchCommittedEvent } from "@tck/tckb";
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
 * event.data.action.url; // "https://app.example/feed/20260304-morning-brief"
 * ```
 */
export function formatBatchCommittedEvent(facts: BatchCommittedFacts): BatchCommittedEvent {
  const batchId = formatBatchId(facts.localDate, facts.kind);
  return {
    specversion: "1.0",
    id: facts.commitId,
    source: facts.appUrl || "/",
    type: BATCH_COMMITTED_TYPE,
    subject: batchId,
    time: facts.committedAt,
    datacontenttype: "application/json",
    data: {
      taskId: facts.taskId,
      userId: facts.userId,
      batchId,
      widgetCount: facts.widgetCount,
      action: { type: "open", url: `${facts.appUrl}/feed/${batchId}` },
    },
  };
}
