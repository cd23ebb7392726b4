import { type BatchIdentity, DEFAULT_RETENTION_MS } from "../../core/commit/mod.ts";
import {
  createCommitStore,
  listBatchesBefore,
  removeBatch,
  type RemovedBatch,
  type ServiceDependencies,
} from "../postgres/mod.ts";
import { sweepAfterCommit } from "./sweep_objects.ts";

/** How many batches are listed at once. */
const BATCHES_AT_ONCE = 200;

/** Deletes a batch with its revisions. Its objects are deleted by sweeps, once the retention of replaced objects is over. */
export async function deleteBatch(deps: ServiceDependencies, batch: BatchIdentity): Promise<RemovedBatch> {
  const { database, retention = DEFAULT_RETENTION_MS } = deps;
  const removed = await removeBatch(database, batch, retention);
  await sweepAfterCommit({ ...deps, records: createCommitStore(database) }, batch.userId);
  return removed;
}

/** The options of the deletion of old batches. */
interface ExpiryOptions {
  /** Deletes nothing. @default false */
  readonly dryRun?: boolean;
  /** Stops between two batches. */
  readonly signal?: AbortSignal;
  /** Called and awaited with each batch before it is deleted. */
  readonly onBatch?: (batch: BatchIdentity) => Promise<void>;
}

/**
 * Deletes the batches that are older than they are kept.
 *
 * @param age how long a batch is kept from the beginning of its day, in milliseconds
 * @returns how many there were
 */
export async function expireBatches(
  deps: ServiceDependencies,
  age: number,
  { dryRun = false, signal, onBatch }: ExpiryOptions = {},
): Promise<number> {
  const { database, retention = DEFAULT_RETENTION_MS } = deps;
  let after: BatchIdentity | null = null;
  for (let count = 0;;) {
    const batches: BatchIdentity[] = await listBatchesBefore(database, age, {
      after,
      limit: BATCHES_AT_ONCE,
    });
    for (const batch of batches) {
      signal?.throwIfAborted();
      await onBatch?.(batch);
      if (!dryRun) await removeBatch(database, batch, retention);
      count++;
    }
    if (batches.length < BATCHES_AT_ONCE) return count;
    after = batches.at(-1)!;
  }
}
