import {
  type CommitRequestedEvent,
  type LogEvent,
  parseCommitRequestedEvent,
  type QueuedCommitRequest,
} from "../../core/commit/mod.ts";
import { CodedError, errorMessage, errorMessageWithCauses, quote } from "../../core/errors/mod.ts";
import { buildAuditEvent } from "../auth/mod.ts";
import { commitBatch, type CommitDependencies, CommitError, type CommitReport } from "../commit/mod.ts";
import { callQueue, type LeaseOptions, renewLease } from "./request_lease.ts";
import { findWorkspace } from "./shared_workspaces.ts";

export interface CommitWorkerOptions extends LeaseOptions {
  /** The folder that all workspaces share, as `openSharedWorkspaces` returns it. */
  readonly workspaces: string;
  /** This worker, for the log. */
  readonly actor: string;
  /** Whether the worker ends when no request is due. */
  readonly drain: boolean;
  /** Ends the worker: the running commit is aborted and its request released, unless its flip has begun. */
  readonly signal: AbortSignal;
  /** The pause after the queue was empty, in milliseconds. @default 2000 */
  readonly pollInterval?: number | undefined;
}

export interface CommitWorkerReport {
  /** How many requests were committed. */
  committed: number;
  /** How many attempts failed, including those that will be retried. */
  failed: number;
}

/** The worker and the request that it has leased. */
interface Attempt {
  readonly deps: CommitDependencies;
  readonly options: CommitWorkerOptions;
  readonly request: QueuedCommitRequest;
}

/** What happens after a failed attempt. */
const FAILURES = {
  lost: { level: "warning", text: "is no longer leased", counts: false },
  released: { level: "info", text: "is released for another worker", counts: false },
  refused: { level: "error", text: "is a dead letter now", counts: true },
  given_back: { level: "warning", text: "will be retried later", counts: true },
} as const;

type Failure = keyof typeof FAILURES;

const DEFAULT_POLL_INTERVAL_MS = 2_000;

/** Failures that a retry would repeat. */
const PERMANENT_FAILURES: ReadonlySet<string> = new Set([
  "commit.invalid_request",
  "workspace.outside",
  "commit.no_bundles",
  "commit.no_valid_widget",
  "commit.batch_too_large",
  "commit.bundle_refused",
  "commit.other_revision",
]);

/**
 * Carries out commit requests, one at a time, until it is ended. Any number of workers can run on any number of machines:
 * each request is settled in the transaction of one commit's flip, so a worker that is killed or delayed neither loses a
 * request nor commits it twice.
 */
export async function runCommitWorker(
  deps: CommitDependencies,
  options: CommitWorkerOptions,
): Promise<CommitWorkerReport> {
  const { drain, signal, pollInterval = DEFAULT_POLL_INTERVAL_MS } = options;
  const report = { committed: 0, failed: 0 };
  while (!signal.aborted) {
    const request = await takeRequest(deps, options);
    if (request !== null) await carryOut({ deps, options, request }, report);
    else if (drain) break;
    else await deps.clock.sleep(pollInterval, signal).catch(() => {});
  }
  return report;
}

/** If the answer comes too late, the request is leased without a worker until its lease expires. */
async function takeRequest(
  deps: CommitDependencies,
  options: CommitWorkerOptions,
): Promise<QueuedCommitRequest | null> {
  try {
    return await callQueue(queueOf(deps), options, (queue) => queue.take());
  } catch (error) {
    if (options.drain) throw error;
    deps.log({
      event: "commit_requests_not_taken",
      level: "error",
      message: `Cannot take commit requests: ${errorMessageWithCauses(error)}`,
    });
    return null;
  }
}

async function carryOut(attempt: Attempt, report: CommitWorkerReport): Promise<void> {
  const { deps, options, request } = attempt;
  using lease = renewLease(queueOf(deps), request, options);
  try {
    const commit = await commitRequested(attempt, AbortSignal.any([options.signal, lease.lost]));
    report.committed++;
    deps.log(buildCommittedEvent(request, commit));
    deps.log(buildAct(attempt, commit));
  } catch (error) {
    const failure = classify(error, options.signal.aborted, lease.lost.aborted);
    if (FAILURES[failure].counts) report.failed++;
    await settleFailure(attempt, failure, error);
  }
}

async function commitRequested(
  { deps, options, request }: Attempt,
  signal: AbortSignal,
): Promise<CommitReport> {
  const parsed = parseCommitRequestedEvent(request.event);
  if (!parsed.ok) throw new CommitError("commit.invalid_request", `Cannot commit: ${parsed.reason}`);
  const { workspace, ...batch } = parsed.request;
  using directory = findWorkspace(options.workspaces, workspace);
  return await commitBatch(deps, { ...batch, directory, signal, request });
}

function classify(error: unknown, isStopped: boolean, isLost: boolean): Failure {
  const code = codeOf(error);
  if (code === "commit.request_lost" || (code === "commit.aborted" && isLost)) return "lost";
  if (code === "commit.aborted" && isStopped) return "released";
  return code !== null && PERMANENT_FAILURES.has(code) ? "refused" : "given_back";
}

/** Logs and settles a failed attempt. If the queue cannot be called, the lease expires. */
async function settleFailure(
  { deps, options, request }: Attempt,
  failure: Failure,
  error: unknown,
): Promise<void> {
  const [requestId, reason, code] = [request.jobId, errorMessage(error), codeOf(error)];
  const { level, text } = FAILURES[failure];
  deps.log({
    event: `commit_request_${failure}`,
    level,
    message: `Request ${quote(requestId)} ${text}: ${reason}`,
    requestId,
    ...(code === null ? {} : { code }),
  });
  try {
    await callQueue(queueOf(deps), options, async (queue) => {
      if (failure === "released") await queue.release(request);
      else if (failure === "refused") await queue.reject(request, reason);
      else if (failure === "given_back") await queue.giveBack(request, reason);
    });
  } catch (settleError) {
    const message = `Cannot settle request ${quote(requestId)}: ${
      errorMessage(settleError)
    }; its lease expires`;
    deps.log({ event: "commit_request_held", level: "warning", message, requestId });
  }
}

function buildCommittedEvent(
  { jobId: requestId }: QueuedCommitRequest,
  { batchId, commitId, widgets, warnings }: CommitReport,
): LogEvent {
  return {
    event: "commit_request_committed",
    level: "info",
    message: `Request ${quote(requestId)} is committed as ${batchId}`,
    requestId,
    batchId,
    commitId,
    widgetCount: widgets.length,
    warningCount: warnings.length,
  };
}

/** The event is valid: its request is committed. */
function buildAct({ request, options: { actor } }: Attempt, { batchId, commitId }: CommitReport): LogEvent {
  const { userId: user, taskId } = (request.event as CommitRequestedEvent).data;
  const about = { taskId, batchId, revision: commitId, requestId: request.jobId };
  return buildAuditEvent({ action: "commit", actor, user, outcome: "done", ...about });
}

function queueOf({ clock, database }: CommitDependencies) {
  return { clock, queue: database.commitRequests };
}

function codeOf(error: unknown): string | null {
  return error instanceof CodedError ? error.code : null;
}
