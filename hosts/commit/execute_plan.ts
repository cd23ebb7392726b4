import type { BatchFlip, BatchIdentity, CommitPlan, CommitRequestAttempt } from "../../core/commit/mod.ts";
import type { CommittedFlip } from "../../core/commit/mod.ts";
import { DEFAULT_RETENTION, type ProtocolPorts } from "./dependencies.ts";
import { CommitError } from "./errors.ts";
import { flipOnce } from "./flip_once.ts";
import { sweepRecorded } from "./sweep_objects.ts";
import { throwIfAborted } from "./write_objects.ts";

/** What carrying out a commit needs. */
export interface ExecutionDependencies extends ProtocolPorts {
  /** `TCK_APP_URL`, without a slash at its end: the notification's action opens `{appUrl}/feed/{batchId}`. */
  appUrl: string;
  /** How long a commit may take from its intents to its flip, in milliseconds. @default 600000 (10 minutes) */
  deadline?: number | undefined;
  /** Gives the commit up, as long as its flip has not begun. */
  signal?: AbortSignal | undefined;
  /** The attempt at a queued request that the commit carries out: its flip settles it. */
  request?: CommitRequestAttempt | undefined;
}

/** Which batch a commit replaces, and for which task. */
export interface CommitTarget extends BatchIdentity {
  readonly taskId: string;
}

/** A commit that was carried out. */
export interface ExecutedCommit extends CommittedFlip {
  /** UUID of the commit. */
  readonly commitId: string;
  /** The keys that are known to be in the object store. */
  readonly stored: ReadonlySet<string>;
}

const DEFAULT_DEADLINE = 600_000;

/**
 * Carries a commit out: intents, objects, flip, sweep (lifecycle specification, B.2 steps 1 to 4).
 *
 * @param store Sees to it that the plan's objects are in the object store, and gives the keys of those that are. It runs
 * while the intents protect them. A source that is not among them is left out of its row
 * @throws {CommitError} When nothing was committed; `code` says why
 */
export async function executePlan(
  deps: ExecutionDependencies,
  target: CommitTarget,
  plan: Pick<CommitPlan, "intents" | "rows">,
  store: (signal: AbortSignal) => Promise<ReadonlySet<string>>,
): Promise<ExecutedCommit> {
  const signal = deps.signal ?? new AbortController().signal;
  const commitId = deps.createId();
  await recordIntents(deps, { commitId, userId: target.userId, keys: plan.intents }, signal);
  const stored = await store(signal);
  throwIfAborted(signal);
  const flip = await flipOnce(deps.records, deps.clock, describeFlip(deps, target, commitId, plan, stored));
  if (flip.sweepDue) await sweepRecorded(deps, target.userId);
  return { commitId, stored, ...flip };
}

/** Records what is about to be written; a key that a sweep is deleting at this moment is waited for. */
async function recordIntents(
  deps: ExecutionDependencies,
  intents: { commitId: string; userId: string; keys: readonly string[] },
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    throwIfAborted(signal);
    const lifetime = deps.deadline ?? DEFAULT_DEADLINE;
    const outcome = await deps.records.recordIntents({ ...intents, lifetime }).catch((error) => {
      throw new CommitError("commit.database_failed", `Cannot commit: ${error.message}`, { cause: error });
    });
    if (outcome.recorded) return;
    // A deletion takes far less than its lease, so ask again soon.
    await deps.clock.sleep(Math.min(outcome.retryAfter, 200), signal).catch(() => throwIfAborted(signal));
  }
}

function describeFlip(
  deps: ExecutionDependencies,
  { userId, taskId, localDate, kind }: CommitTarget,
  commitId: string,
  plan: Pick<CommitPlan, "intents" | "rows">,
  stored: ReadonlySet<string>,
): BatchFlip {
  return {
    commitId,
    userId,
    taskId,
    localDate,
    kind,
    rows: plan.rows.map((row) =>
      row.sourceKey === null || stored.has(row.sourceKey) ? row : { ...row, sourceKey: null }
    ),
    intents: plan.intents,
    grace: deps.retention ?? DEFAULT_RETENTION,
    appUrl: deps.appUrl,
    request: deps.request,
  };
}
