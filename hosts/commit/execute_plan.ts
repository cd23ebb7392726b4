import { setImmediate } from "node:timers/promises";
import {
  type BatchFlip,
  type CommitIntents,
  type CommitPlan,
  type CommitRequestAttempt,
  type CommitTarget,
  type CommittedFlip,
  DEFAULT_RETENTION_MS,
  type LogEvent,
  type ProtocolDependencies,
  type Submission,
} from "../../core/commit/mod.ts";
import { errorMessageWithCauses } from "../../core/errors/mod.ts";
import { sweepAfterCommit } from "../sweep/mod.ts";
import { CommitError, throwIfAborted } from "./errors.ts";
import { flipOnce } from "./flip_once.ts";

export interface ExecutionDependencies extends ProtocolDependencies {
  /** The web app's address, for the notification's link; null when it is not known. */
  appUrl: string | null;
}

export interface ExecutionOptions {
  /** How long a commit may take from its intents to its flip, in milliseconds. @default 600000 (10 minutes) */
  readonly deadline?: number | undefined;
  /** Aborts the commit, unless its flip has been committed. */
  readonly signal?: AbortSignal | undefined;
  /** The attempt at a queued request that the commit carries out: its flip settles it. */
  readonly request?: CommitRequestAttempt | undefined;
  /** The submission that the commit carries out, unless another commit has done so. */
  readonly submission?: Submission | undefined;
  /** The revision that the commit replaces, or null for a batch that must not exist. @default any, or none */
  readonly replaces?: string | null | undefined;
}

export interface ExecutedCommit extends CommittedFlip {
  readonly commitId: string;
  /** The keys that are known to be in the object store. */
  readonly stored: ReadonlySet<string>;
}

const DEFAULT_DEADLINE_MS = 600_000;
/** The longest pause before a commit checks again whether a sweep has finished a deletion. */
const MAX_INTENTS_PAUSE_MS = 200;

/**
 * Executes a plan: intents, objects, flip, sweep (lifecycle specification, B.2 steps 1 to 4).
 *
 * @param writeObjects Makes sure that the plan's objects are in the object store, while its intents protect them, and
 * returns their keys. A source that is not among them is omitted from its row
 * @throws {CommitError} When nothing was committed; `code` says why
 */
export async function executePlan(
  deps: ExecutionDependencies,
  target: CommitTarget,
  plan: Pick<CommitPlan, "intents" | "rows">,
  writeObjects: (signal: AbortSignal) => Promise<ReadonlySet<string>>,
  options: ExecutionOptions = {},
): Promise<ExecutedCommit> {
  const signal = options.signal ?? new AbortController().signal;
  const commitId = deps.createId();
  const lifetime = options.deadline ?? DEFAULT_DEADLINE_MS;
  await recordIntents(deps, { commitId, userId: target.userId, keys: plan.intents, lifetime }, signal);
  const stored = await writeObjects(signal);
  // A process that was stopped first learns who has left meanwhile.
  await setImmediate();
  throwIfAborted(signal);
  const { userId, taskId, localDate, kind } = target;
  const flip = await flipOnce(deps.records, deps.clock, {
    commitId,
    userId,
    taskId,
    localDate,
    kind,
    rows: omitMissingSources(plan.rows, stored),
    intents: plan.intents,
    grace: deps.retention ?? DEFAULT_RETENTION_MS,
    appUrl: deps.appUrl,
    request: options.request,
    submission: options.submission,
    replaces: options.replaces,
    signal,
  });
  if (deps.appUrl === null) deps.log(NO_LINK);
  if (flip.sweepDue) await sweepAfterCommit(deps, userId);
  return { commitId, stored, ...flip };
}

const NO_LINK: LogEvent = {
  event: "notification_without_link",
  level: "warning",
  message:
    "The notification of the commit has no link to the batch: set TCK_APP_URL to the web app's public URL",
};

/** Records the keys that will be written. Waits while a sweep deletes one of them. */
async function recordIntents(
  deps: ExecutionDependencies,
  intents: CommitIntents,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    throwIfAborted(signal);
    const outcome = await deps.records.recordIntents(intents).catch((error) => {
      throw new CommitError("commit.database_failed", `Cannot commit: ${errorMessageWithCauses(error)}`, {
        cause: error,
      });
    });
    if (outcome.recorded) return;
    // A deletion takes far less time than its lease.
    const pause = Math.min(outcome.retryAfter, MAX_INTENTS_PAUSE_MS);
    await deps.clock.sleep(pause, signal).catch(() => throwIfAborted(signal));
  }
}

function omitMissingSources(rows: BatchFlip["rows"], stored: ReadonlySet<string>): BatchFlip["rows"] {
  return rows.map((row) =>
    row.sourceKey === null || stored.has(row.sourceKey) ? row : { ...row, sourceKey: null }
  );
}
