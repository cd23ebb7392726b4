import type { ProtocolDependencies } from "../../core/commit/mod.ts";
import { errorMessageWithCauses } from "../../core/errors/mod.ts";
import { CommitError, throwIfAborted } from "./errors.ts";

const DEFAULT_DEADLINE_MS = 600_000;
/** The longest pause before a commit checks again whether a sweep has finished a deletion. */
const MAX_INTENTS_PAUSE_MS = 200;

/**
 * Begins a commit: records the keys that it will write, so that no sweep deletes them. Waits while a sweep is deleting one
 * of them.
 *
 * @returns the id of the commit
 * @throws {CommitError} `commit.aborted`, `commit.database_failed`
 */
export async function recordIntents(
  deps: Pick<ProtocolDependencies, "records" | "clock" | "createId">,
  userId: string,
  keys: readonly string[],
  { deadline = DEFAULT_DEADLINE_MS, signal }: { deadline?: number | undefined; signal?: AbortSignal } = {},
): Promise<string> {
  const intents = { commitId: deps.createId(), userId, keys, lifetime: deadline };
  for (;;) {
    throwIfAborted(signal);
    const outcome = await deps.records.recordIntents(intents).catch((error) => {
      throw new CommitError("commit.database_failed", `Cannot commit: ${errorMessageWithCauses(error)}`, {
        cause: error,
      });
    });
    if (outcome.recorded) return intents.commitId;
    // A deletion takes far less time than its lease.
    const pause = Math.min(outcome.retryAfter, MAX_INTENTS_PAUSE_MS);
    await deps.clock.sleep(pause, signal).catch(() => throwIfAborted(signal));
  }
}
