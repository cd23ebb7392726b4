import type { ProtocolDependencies } from "../../core/commit/mod.ts";
import { errorMessageWithCauses } from "../../core/errors/mod.ts";
import { CommitError, throwIfAborted } from "./errors.ts";

type Protocol = Pick<ProtocolDependencies, "records" | "clock" | "createId">;

/** How a commit begins. */
interface IntentOptions {
  readonly deadline?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** {@linkcode readStart} of when it began to read what it commits. @default that of its intents */
  readonly erasuresAtStart?: string | undefined;
}

const DEFAULT_DEADLINE_MS = 600_000;
/** The longest pause before a commit checks again whether a sweep has finished a deletion. */
const MAX_INTENTS_PAUSE_MS = 200;

/**
 * Begins a commit: records the keys that it will write, so that no sweep deletes them. Waits while a sweep is deleting one
 * of them.
 *
 * @returns the id of the commit
 * @throws {CommitError} `commit.aborted`, `commit.database_failed`; `commit.deadline_exceeded` when the user was erased
 * after the commit began
 */
export async function recordIntents(
  deps: Protocol,
  userId: string,
  keys: readonly string[],
  { deadline = DEFAULT_DEADLINE_MS, signal, erasuresAtStart }: IntentOptions = {},
): Promise<string> {
  const intents = { commitId: deps.createId(), userId, keys, lifetime: deadline, erasuresAtStart };
  for (;;) {
    throwIfAborted(signal);
    const outcome = await deps.records.recordIntents(intents).catch(throwFailure);
    if (outcome.recorded) return intents.commitId;
    if (outcome.retryAfter === null) {
      const message = "Cannot commit: the user was erased after the commit began, so nothing was changed";
      throw new CommitError("commit.deadline_exceeded", message);
    }
    // A deletion takes far less time than its lease.
    const pause = Math.min(outcome.retryAfter, MAX_INTENTS_PAUSE_MS);
    await deps.clock.sleep(pause, signal).catch(() => throwIfAborted(signal));
  }
}

/**
 * Reads which erasures of its user there are when a commit begins: what was read before another one is not committed after it.
 *
 * @throws {CommitError} `commit.database_failed`
 */
export async function readStart(
  records: Pick<Protocol["records"], "readErasures">,
  userId: string,
): Promise<string> {
  return await records.readErasures(userId).catch(throwFailure);
}

function throwFailure(error: unknown): never {
  throw new CommitError("commit.database_failed", `Cannot commit: ${errorMessageWithCauses(error)}`, {
    cause: error,
  });
}
