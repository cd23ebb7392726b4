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
 * A commit under way: intents, then objects, then flip and sweep (lifecycle specification, B.2 steps 1 to 4). Nothing is to
 * be written before its intent is on record; intents and objects may come in several parts.
 */
export class CommitAttempt {
  /** UUID of the commit. */
  readonly commitId: string;
  /** Aborts when the commit is given up. */
  readonly signal: AbortSignal;
  readonly #deps: ExecutionDependencies;
  readonly #target: CommitTarget;
  readonly #protected = new Set<string>();

  constructor(deps: ExecutionDependencies, target: CommitTarget) {
    this.#deps = deps;
    this.#target = target;
    this.commitId = deps.createId();
    this.signal = deps.signal ?? new AbortController().signal;
  }

  /**
   * Records the intents of those keys that have none yet. From then on they may be written.
   *
   * @throws {CommitError} `commit.database_failed`, `commit.aborted`
   */
  async protect(keys: readonly string[]): Promise<void> {
    const { commitId, signal } = this;
    const fresh = keys.filter((key) => !this.#protected.has(key));
    if (fresh.length === 0) return;
    await recordIntents(this.#deps, { commitId, userId: this.#target.userId, keys: fresh }, signal);
    for (const key of fresh) this.#protected.add(key);
  }

  /**
   * Flips the batch, and sweeps what is due.
   *
   * @param plan Its intents are all that were recorded
   * @param stored The keys that are known to be in the object store. A source that is not among them is left out of its row
   * @throws {CommitError} When nothing was committed; `code` says why
   */
  async finish(
    plan: Pick<CommitPlan, "intents" | "rows">,
    stored: ReadonlySet<string>,
  ): Promise<ExecutedCommit> {
    const { commitId } = this;
    const [deps, target] = [this.#deps, this.#target];
    throwIfAborted(this.signal);
    const flip = await flipOnce(deps.records, deps.clock, describeFlip(deps, target, commitId, plan, stored));
    if (flip.sweepDue) await sweepRecorded(deps, target.userId);
    return { commitId, stored, ...flip };
  }
}

/**
 * Carries a commit out whose whole plan is known.
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
  const attempt = new CommitAttempt(deps, target);
  await attempt.protect(plan.intents);
  return await attempt.finish(plan, await store(attempt.signal));
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
