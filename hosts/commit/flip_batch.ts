import {
  type BatchFlip,
  type Clock,
  type CommitStore,
  type CommitTarget,
  type CommittedFlip,
  DEFAULT_RETENTION_MS,
  type FlipOutcome,
  type LogEvent,
  type ProtocolDependencies,
} from "../../core/commit/mod.ts";
import { errorMessage } from "../../core/errors/mod.ts";
import { formatBatchId } from "../../core/naming/mod.ts";
import { sweepAfterCommit } from "../sweep/mod.ts";
import { CommitError, RevisionError } from "./errors.ts";

export interface FlipDependencies extends ProtocolDependencies {
  /** The web app's address, for the notification's link; null when it is not known. */
  appUrl: string | null;
}

/** What a flip requires beside the rows, and what it settles. */
export type FlipOptions = Pick<BatchFlip, "request" | "submission" | "replaces" | "signal">;

/** The pauses before each attempt to read the outcome of a flip whose answer was lost. */
const RETRY_DELAYS_MS = [0, 250, 1_000, 4_000];

const NO_LINK: LogEvent = {
  event: "notification_without_link",
  level: "warning",
  message:
    "The notification of the commit has no link to the batch: set TCK_APP_URL to the web app's public URL",
};

/**
 * Ends a commit: replaces the batch's rows, whose objects are all stored, and sweeps what is due.
 *
 * @throws {CommitError} as {@linkcode flipOnce}
 */
export async function flipBatch(
  deps: FlipDependencies,
  { userId, taskId, localDate, kind }: CommitTarget,
  { commitId, intents, rows }: Pick<BatchFlip, "commitId" | "intents" | "rows">,
  { request, submission, replaces, signal }: FlipOptions,
): Promise<CommittedFlip> {
  const flip = await flipOnce(deps.records, deps.clock, {
    commitId,
    userId,
    taskId,
    localDate,
    kind,
    rows,
    intents,
    grace: deps.retention ?? DEFAULT_RETENTION_MS,
    appUrl: deps.appUrl,
    request,
    submission,
    replaces,
    signal,
  });
  if (deps.appUrl === null) deps.log(NO_LINK);
  if (flip.sweepDue) await sweepAfterCommit(deps, userId);
  return flip;
}

/**
 * Flips the batch. If the answer is lost, the outcome is read by the commit's id.
 *
 * @throws {CommitError} `commit.deadline_exceeded`, `commit.request_lost`, `commit.repeated`, `commit.other_revision`,
 * `commit.aborted`, `commit.database_failed`, `commit.outcome_unknown`
 */
export async function flipOnce(store: CommitStore, clock: Clock, flip: BatchFlip): Promise<CommittedFlip> {
  const outcome = await store.flip(flip).catch((error) => readLostOutcome(store, clock, flip, error));
  switch (outcome.outcome) {
    case "committed":
      return outcome;
    case "expired":
      throw new CommitError(
        "commit.deadline_exceeded",
        "Cannot commit: it took longer than its deadline, so nothing was changed; commit again",
      );
    case "request_lost":
      throw new CommitError(
        "commit.request_lost",
        "Cannot commit: another worker has taken the request over, so nothing was changed",
      );
    case "other_revision":
      throw new RevisionError(
        formatBatchId(flip.localDate, flip.kind),
        flip.replaces ?? null,
        outcome.present,
      );
    case "aborted":
      throw new CommitError("commit.aborted", "Cannot commit: it was aborted", {
        cause: flip.signal?.reason,
      });
    case "repeated":
      throw new CommitError(
        "commit.repeated",
        "Cannot commit: it was committed before, so nothing was changed",
      );
  }
}

async function readLostOutcome(
  store: CommitStore,
  clock: Clock,
  flip: BatchFlip,
  error: unknown,
): Promise<FlipOutcome> {
  const reason = errorMessage(error);
  let lastFailure: unknown;
  for (const delay of RETRY_DELAYS_MS) {
    if (delay > 0) await clock.sleep(delay);
    try {
      const committed = await store.readCommit(flip);
      if (committed !== null) return { outcome: "committed", ...committed };
      throw new CommitError("commit.database_failed", `Cannot commit: ${reason}`, { cause: error });
    } catch (failure) {
      if (failure instanceof CommitError) throw failure;
      lastFailure = failure;
    }
  }
  throw new CommitError(
    "commit.outcome_unknown",
    `Cannot determine whether commit "${flip.commitId}" happened: ${reason}; commit again, which is safe`,
    { cause: lastFailure },
  );
}
