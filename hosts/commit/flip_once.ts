import type { BatchFlip, CommitStore, CommittedFlip, FlipOutcome } from "../../core/commit/mod.ts";
import type { Clock } from "./clock.ts";
import { CommitError } from "./errors.ts";

/** How often, and after how many milliseconds, a lost answer is asked for again. */
const QUESTIONS = [0, 250, 1_000, 4_000];

/**
 * Flips the batch. When the answer is lost, the commit's id tells whether the flip happened.
 *
 * @throws {CommitError} `commit.deadline_exceeded`, `commit.foreign_task`, `commit.request_lost`,
 * `commit.database_failed`, `commit.outcome_unknown`
 */
export async function flipOnce(store: CommitStore, clock: Clock, flip: BatchFlip): Promise<CommittedFlip> {
  const outcome = await store.flip(flip).catch((error) => resolveLostAnswer(store, clock, flip, error));
  switch (outcome.outcome) {
    case "committed":
      return outcome;
    case "expired":
      throw new CommitError(
        "commit.deadline_exceeded",
        "Cannot commit: it took longer than its deadline, so nothing was changed; commit again",
      );
    case "foreign_task":
      throw new CommitError(
        "commit.foreign_task",
        `Cannot commit for task "${flip.taskId}": it is another user's`,
      );
    case "request_lost":
      throw new CommitError(
        "commit.request_lost",
        "Cannot commit: another worker has taken the request over, so nothing was changed",
      );
  }
}

async function resolveLostAnswer(
  store: CommitStore,
  clock: Clock,
  flip: BatchFlip,
  error: unknown,
): Promise<FlipOutcome> {
  const reason = error instanceof Error ? error.message : String(error);
  let lastFailure: unknown;
  for (const pause of QUESTIONS) {
    if (pause > 0) await clock.sleep(pause);
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
    `Cannot tell whether commit "${flip.commitId}" happened: ${reason}; commit again, which is safe`,
    { cause: lastFailure },
  );
}
