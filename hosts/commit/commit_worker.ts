import {
  type CommitRequestQueue,
  type LogEvent,
  parseCommitRequestedEvent,
  type QueuedCommitRequest,
} from "../../core/commit/mod.ts";
import { quote } from "../../core/errors/mod.ts";
import { commitBatch, type CommitDependencies } from "./commit_batch.ts";
import { CommitError, type CommitErrorCode } from "./errors.ts";
import { findWorkspace } from "./shared_workspaces.ts";
import { limitTime } from "./time_limit.ts";

/** What a worker works with. */
export interface CommitWorkerDependencies extends Omit<CommitDependencies, "request" | "signal"> {
  /** The folder that all workspaces share, as `openSharedWorkspaces` gives it. */
  workspaces: string;
  /** How often the queue is asked when it was empty, in milliseconds. @default 2000 */
  pollInterval?: number | undefined;
  /** How often the hold on a request is renewed, in milliseconds. @default 10000 */
  renewalInterval?: number | undefined;
  /** After how many milliseconds a call of the queue counts as failed. @default 15000 */
  queueTimeout?: number | undefined;
}

/** When a worker ends. */
export interface CommitWorkerOptions {
  /** Whether it ends when no request is due. */
  drain: boolean;
  /** Ends it: the commit that it is at is given up and its request released, unless its flip has begun. */
  signal: AbortSignal;
}

/** What a worker did. */
export interface CommitWorkerReport {
  /** How many requests were committed. */
  committed: number;
  /** How many attempts failed: those that are tried again, and those that are dead letters now. */
  failed: number;
}

const DEFAULT_POLL_INTERVAL = 2_000;
/** Together with the limit for one call it is less than the time after which the queue takes a hold away. */
const DEFAULT_RENEWAL_INTERVAL = 10_000;
const DEFAULT_QUEUE_TIMEOUT = 15_000;

/** Failures that another attempt would repeat. */
const LASTING: ReadonlySet<CommitErrorCode> = new Set<CommitErrorCode>([
  "commit.invalid_request",
  "commit.outside_workspaces",
  "commit.no_bundles",
  "commit.no_valid_widget",
  "commit.bundle_refused",
  "commit.foreign_task",
]);

/**
 * Carries out commit requests, one at a time, until it is ended. Any number of workers may do so on any number of
 * machines: each request is settled by the flip of one commit, in the same transaction, so that a worker which is killed
 * or falls behind neither loses a request nor commits it twice.
 */
export async function runCommitWorker(
  deps: CommitWorkerDependencies,
  { drain, signal }: CommitWorkerOptions,
): Promise<CommitWorkerReport> {
  const report = { committed: 0, failed: 0 };
  while (!signal.aborted) {
    // One that is taken after all is held by nobody, and comes back when the hold has ended.
    const request = await askQueue(deps, (requests) => requests.take()).catch((error) => {
      if (drain) throw error;
      deps.log(
        describe("commit_requests_not_taken", "error", `Cannot take commit requests: ${messageOf(error)}`),
      );
      return null;
    });
    if (request !== null) await carryOut(deps, request, signal, report);
    else if (drain) break;
    else await deps.clock.sleep(deps.pollInterval ?? DEFAULT_POLL_INTERVAL, signal).catch(() => {});
  }
  return report;
}

async function carryOut(
  deps: CommitWorkerDependencies,
  request: QueuedCommitRequest,
  stopping: AbortSignal,
  report: CommitWorkerReport,
): Promise<void> {
  const requestId = request.jobId;
  using hold = renewHold(deps, request);
  const signal = AbortSignal.any([stopping, hold.lost]);
  try {
    const { batchId, commitId, widgets, warnings } = await commitRequested(deps, request, signal);
    report.committed++;
    deps.log({
      ...describe(
        "commit_request_committed",
        "info",
        `Request ${quote(requestId)} is committed as ${batchId}`,
      ),
      requestId,
      batchId,
      commitId,
      widgetCount: widgets.length,
      warningCount: warnings.length,
    });
  } catch (error) {
    const failure = classify(error, stopping.aborted, hold.lost.aborted);
    if (FAILURES[failure].counts) report.failed++;
    await settleFailure(deps, request, failure, error);
  }
}

async function commitRequested(
  deps: CommitWorkerDependencies,
  request: QueuedCommitRequest,
  signal: AbortSignal,
) {
  const parsed = parseCommitRequestedEvent(request.event);
  if (!parsed.ok) throw new CommitError("commit.invalid_request", `Cannot commit: ${parsed.reason}`);
  const { workspace, ...order } = parsed.request;
  const directory = await findWorkspace(deps.workspaces, workspace);
  return await commitBatch({ ...deps, signal, request }, { ...order, directory });
}

/** What becomes of an attempt that failed: how it is told, and whether it counts as failed. */
const FAILURES = {
  lost: { level: "warning", text: "is not held any more", counts: false },
  released: { level: "info", text: "is released for another worker", counts: false },
  refused: { level: "error", text: "is a dead letter now", counts: true },
  given_back: { level: "warning", text: "is tried again later", counts: true },
} as const;

function classify(error: unknown, stopped: boolean, lost: boolean): keyof typeof FAILURES {
  const code = error instanceof CommitError ? error.code : null;
  if (code === "commit.request_lost" || (code === "commit.aborted" && lost)) return "lost";
  if (code === "commit.aborted" && stopped) return "released";
  return code !== null && LASTING.has(code) ? "refused" : "given_back";
}

/** Tells the log and the queue what becomes of an attempt. If the queue cannot be told, the hold ends by itself. */
async function settleFailure(
  deps: CommitWorkerDependencies,
  request: QueuedCommitRequest,
  failure: keyof typeof FAILURES,
  error: unknown,
): Promise<void> {
  const [requestId, reason] = [request.jobId, messageOf(error)];
  const { level, text } = FAILURES[failure];
  const message = `Request ${quote(requestId)} ${text}: ${reason}`;
  const code = error instanceof CommitError ? { code: error.code } : {};
  deps.log({ ...describe(`commit_request_${failure}`, level, message), requestId, ...code });
  try {
    await askQueue(deps, async (requests) => {
      if (failure === "released") await requests.release(request);
      else if (failure === "refused") await requests.refuse(request, reason);
      else if (failure === "given_back") await requests.giveBack(request, reason);
    });
  } catch (error) {
    const message = `Cannot settle request ${quote(requestId)}: ${
      messageOf(error)
    }; the hold on it ends by itself`;
    deps.log({ ...describe("commit_request_held", "warning", message), requestId });
  }
}

/** Renews the hold on a request now and then, until it is disposed of. `lost` aborts when there is none any more. */
function renewHold(
  deps: CommitWorkerDependencies,
  request: QueuedCommitRequest,
): Disposable & { lost: AbortSignal } {
  const [lost, ended] = [new AbortController(), new AbortController()];
  // While the database refuses to answer the commit goes on: its flip finds out. What never answers would hold it up.
  const isHeld = () =>
    askQueue(deps, (requests) => requests.renew(request).catch(() => true)).catch(() => false);
  const run = async (): Promise<void> => {
    for (;;) {
      await deps.clock.sleep(deps.renewalInterval ?? DEFAULT_RENEWAL_INTERVAL, ended.signal).catch(() => {});
      if (ended.signal.aborted) return;
      if (!(await isHeld())) return lost.abort(new Error("the hold on the request is lost"));
    }
  };
  void run();
  return { lost: lost.signal, [Symbol.dispose]: () => ended.abort() };
}

function askQueue<Result>(
  deps: CommitWorkerDependencies,
  ask: (requests: CommitRequestQueue) => Promise<Result>,
): Promise<Result> {
  return limitTime(deps.clock, deps.queueTimeout ?? DEFAULT_QUEUE_TIMEOUT, ask(deps.database.requests));
}

function describe(event: string, level: LogEvent["level"], message: string): LogEvent {
  return { event, level, message };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
