import { setImmediate } from "node:timers/promises";
import type { BatchFlip, CommitPlan, CommitTarget, CommittedFlip } from "../../core/commit/mod.ts";
import { throwIfAborted } from "./errors.ts";
import { flipBatch, type FlipDependencies, type FlipOptions } from "./flip_batch.ts";
import { recordIntents } from "./record_intents.ts";
import { type ObjectLoader, writeObjects } from "./write_objects.ts";

export interface ExecutionOptions extends FlipOptions {
  /** How long a commit may take from its intents to its flip, in milliseconds. @default 600000 (10 minutes) */
  readonly deadline?: number | undefined;
  /** `readStart` of when the commit began to read what it commits. @default that of its intents */
  readonly erasuresAtStart?: string | undefined;
}

export interface ExecutedCommit extends CommittedFlip {
  readonly commitId: string;
  /** The keys that are known to be in the object store. */
  readonly stored: ReadonlySet<string>;
}

/**
 * Executes a plan (lifecycle specification, B.2 steps 1 to 4). The order is what protects the objects: no sweep deletes a
 * key with an intent, and the flip is rejected once the intents have expired.
 *
 * @throws {CommitError} When nothing was committed; `code` says why
 */
export async function executePlan(
  deps: FlipDependencies,
  target: CommitTarget,
  plan: CommitPlan,
  objects: ObjectLoader,
  options: ExecutionOptions = {},
): Promise<ExecutedCommit> {
  const signal = options.signal ?? new AbortController().signal;
  const commitId = await recordIntents(deps, target.userId, plan.intents, { ...options, signal });
  const stored = await writeObjects(plan, objects, { ...deps, signal });
  // A process that was stopped first learns who has left meanwhile.
  await setImmediate();
  throwIfAborted(signal);
  const rows = omitMissingSources(plan.rows, stored);
  const flip = await flipBatch(deps, target, { commitId, intents: plan.intents, rows }, {
    ...options,
    signal,
  });
  return { commitId, stored, ...flip };
}

function omitMissingSources(rows: BatchFlip["rows"], stored: ReadonlySet<string>): BatchFlip["rows"] {
  return rows.map((row) =>
    row.sourceKey === null || stored.has(row.sourceKey) ? row : { ...row, sourceKey: null }
  );
}
