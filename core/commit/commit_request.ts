import { BATCH_KINDS } from "../contract/mod.ts";
import { quote } from "../errors/mod.ts";
import { formatBatchId, isBatchKind, isLocalDate, isUserId } from "../naming/mod.ts";
import type { CommitTarget } from "./batch_target.ts";
import type { CloudEvent } from "./notification.ts";

/** A request that a worker commits a batch. */
export interface CommitRequest extends CommitTarget {
  /** The workspace's path below the folder that all workspaces share: `tasks/t1/2026-03-04`. */
  readonly workspace: string;
  /** Whether one invalid bundle makes the whole commit fail. */
  readonly strict: boolean;
  /** The revision that the commit replaces, or null for a batch that must not exist; absent: any revision, or none. */
  readonly replaces?: string | null | undefined;
}

/** A commit request as it is queued. Its id is a UUID, its source a program such as `/deno-task-commit`. */
export type CommitRequestedEvent = CloudEvent<typeof COMMIT_REQUESTED_TYPE, CommitRequest>;

/** One attempt of a worker at a commit request. */
export interface CommitRequestAttempt {
  /** The queue's identifier of the job. */
  readonly jobId: string;
  /** The number of the attempt, from 0. Only the latest attempt can have the lease. */
  readonly attempt: number;
}

/** A commit request that a worker has leased. */
export interface QueuedCommitRequest extends CommitRequestAttempt {
  /** The request as it was queued: see `parseCommitRequestedEvent`. */
  readonly event: object;
}

/** The queue of commit requests: each is kept until a flip settles it or it becomes a dead letter. */
export interface CommitRequestQueue {
  /** Leases the next request that is due, or null. When the lease expires, another worker can take the request. */
  take(): Promise<QueuedCommitRequest | null>;
  /** Renews the lease; false if the attempt has lost it. */
  renew(attempt: CommitRequestAttempt): Promise<boolean>;
  /** Gives back a request that failed; it is due again later, and becomes a dead letter after many attempts. */
  giveBack(attempt: CommitRequestAttempt, reason: string): Promise<void>;
  /** Gives back a request that was not carried out; it is due again at once, in its original order. */
  release(attempt: CommitRequestAttempt): Promise<void>;
  /** Makes a request that cannot succeed a dead letter. */
  reject(request: QueuedCommitRequest, reason: string): Promise<void>;
}

/**
 * The type of a commit request.
 *
 * @example
 * ```ts
 * import { COMMIT_REQUESTED_TYPE } from "@tck/tckb/commit";
 * const type = COMMIT_REQUESTED_TYPE; // "tck.commit.requested.v1"
 * ```
 */
export const COMMIT_REQUESTED_TYPE = "tck.commit.requested.v1";

/** Maximum length of a workspace's location, in characters. */
const MAX_LOCATION_LENGTH = 1024;

/**
 * Formats a commit request.
 *
 * @param request The request
 * @param origin UUID of the request, the program that makes it, and the time
 *
 * @example
 * ```ts
 * import { formatCommitRequestedEvent } from "@tck/tckb/commit";
 * const event = formatCommitRequestedEvent({
 *   userId: "demo",
 *   taskId: "task-1",
 *   localDate: "2026-03-04",
 *   kind: "morning_brief",
 *   workspace: "tasks/task-1",
 *   strict: false,
 * }, { id: "018f2a4e-0000-7000-8000-000000000001", source: "/agent", time: "2026-03-04T06:00:00.000Z" });
 * event.subject; // "20260304-morning-brief"
 * ```
 */
export function formatCommitRequestedEvent(
  request: CommitRequest,
  origin: Pick<CommitRequestedEvent, "id" | "source" | "time">,
): CommitRequestedEvent {
  const { userId, taskId, localDate, kind, workspace, strict, replaces } = request;
  return {
    specversion: "1.0",
    id: origin.id,
    source: origin.source,
    type: COMMIT_REQUESTED_TYPE,
    subject: formatBatchId(localDate, kind),
    time: origin.time,
    datacontenttype: "application/json",
    data: {
      userId,
      taskId,
      localDate,
      kind,
      workspace,
      strict,
      ...(replaces === undefined ? {} : { replaces }),
    },
  };
}

/**
 * Parses a commit request. Its fields are validated, because anyone with access to the queue can write it; unknown
 * attributes are ignored, as CloudEvents requires.
 *
 * @returns The request, or the reason why it is invalid, as the second half of a sentence
 *
 * @example
 * ```ts
 * import { parseCommitRequestedEvent } from "@tck/tckb/commit";
 * const parsed = parseCommitRequestedEvent({ type: "something.else" });
 * if (!parsed.ok) parsed.reason; // "it is not a CloudEvents 1.0 envelope of type tck.commit.requested.v1"
 * ```
 */
export function parseCommitRequestedEvent(
  value: unknown,
): { readonly ok: true; readonly request: CommitRequest } | { readonly ok: false; readonly reason: string } {
  const { specversion, type, data } = Object(value);
  if (specversion !== "1.0" || type !== COMMIT_REQUESTED_TYPE || typeof data !== "object" || data === null) {
    return { ok: false, reason: `it is not a CloudEvents 1.0 envelope of type ${COMMIT_REQUESTED_TYPE}` };
  }
  const { userId, taskId, localDate, kind, workspace, strict = false, replaces } = data;
  const condition = replaces === undefined ? {} : { replaces };
  const request = { userId, taskId, localDate, kind, workspace, strict, ...condition };
  const reason = describeTargetFault(request) ??
    (!isWorkspaceLocation(workspace)
      ? `workspace ${show(workspace)} is not a relative path of plain segments`
      : typeof strict !== "boolean"
      ? `strict ${show(strict)} is not a boolean`
      : describeReplacesFault(replaces));
  return reason === null ? { ok: true, request } : { ok: false, reason };
}

/**
 * The reason why a commit's target is invalid, or null. The fields may have any value.
 *
 * @example
 * ```ts
 * import { describeTargetFault } from "@tck/tckb/commit";
 * describeTargetFault({ userId: "demo", taskId: "t1", localDate: "2026-02-30", kind: "diary" });
 * // 'date "2026-02-30" is not a day as YYYY-MM-DD'
 * ```
 */
export function describeTargetFault(
  target: { readonly [field in keyof CommitTarget]: unknown },
): string | null {
  const { userId, taskId, localDate, kind } = target;
  if (typeof userId !== "string" || !isUserId(userId)) return `user ${show(userId)} is not a user id`;
  if (typeof localDate !== "string" || !isLocalDate(localDate)) {
    return `date ${show(localDate)} is not a day as YYYY-MM-DD`;
  }
  if (typeof kind !== "string" || !isBatchKind(kind)) {
    return `kind ${show(kind)} is not one of ${BATCH_KINDS.join(", ")}`;
  }
  return isTaskId(taskId)
    ? null
    : `task ${show(taskId)} is not 1 to 256 characters without control characters`;
}

/**
 * The reason why the revision that a commit replaces is invalid, or null. It may have any value.
 *
 * @example
 * ```ts
 * import { describeReplacesFault } from "@tck/tckb/commit";
 * describeReplacesFault("the last one"); // 'revision "the last one" is not a UUID'
 * ```
 */
export function describeReplacesFault(replaces: unknown): string | null {
  if (replaces === undefined || replaces === null) return null;
  return typeof replaces === "string" && UUID.test(replaces)
    ? null
    : `revision ${show(replaces)} is not a UUID`;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Whether a text is a valid workspace location: segments joined by `/`, none of them empty, `.` or `..`, without
 * backslashes and control characters, 1,024 characters at most.
 *
 * @example
 * ```ts
 * import { isWorkspaceLocation } from "@tck/tckb/commit";
 * isWorkspaceLocation(".tasks/t1/2026-03-04/morning_brief"); // true
 * isWorkspaceLocation("../t2"); // false
 * ```
 */
export function isWorkspaceLocation(value: unknown): value is string {
  if (typeof value !== "string" || value.length > MAX_LOCATION_LENGTH || !value.isWellFormed()) return false;
  if (CONTROL_CHARACTER.test(value) || value.includes("\\")) return false;
  return value.split("/").every((segment) => segment !== "" && segment !== "." && segment !== "..");
}

// deno-lint-ignore no-control-regex -- it matches control characters
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;

/** A task's id is printed in logs and sent to webhooks. */
function isTaskId(value: unknown): value is string {
  return typeof value === "string" && value.length >= 1 && value.length <= 256 && value.isWellFormed() &&
    !CONTROL_CHARACTER.test(value);
}

function show(value: unknown): string {
  return typeof value === "string" ? quote(value) : `of type ${value === null ? "null" : typeof value}`;
}
