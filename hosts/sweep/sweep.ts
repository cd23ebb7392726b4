import {
  DEFAULT_RETENTION_MS,
  type InterruptedPut,
  type KeyState,
  type ObjectListOptions,
  type ProtocolDependencies,
  type SweepPolicy,
  type SweepStep,
} from "../../core/commit/mod.ts";
import { errorMessage, quote } from "../../core/errors/mod.ts";
import { startTimeLimit } from "../time/mod.ts";

/** What a sweep did, or would do if it is a dry run, as plain JSON. */
export interface SweepReport {
  dryRun: boolean;
  /** How many steps the plan has. A step whose plan is no longer valid when it is executed changes nothing. */
  steps: number;
  /** How many objects and interrupted puts were deleted: 0 in a dry run. */
  deleted: number;
  /** How many objects and parts of the object store could not be deleted or read. A later sweep tries them again. */
  failed: number;
}

export interface SweepOptions {
  /** Plans the steps without executing them. @default false */
  dryRun?: boolean | undefined;
  /** Stops the sweep between two steps. */
  signal?: AbortSignal | undefined;
  /** Called and awaited with each planned step before it is executed. */
  onStep?: ((step: SweepStep) => void | Promise<void>) | undefined;
}

export interface Sweep extends ProtocolDependencies, Pick<SweepOptions, "signal" | "onStep"> {
  readonly sweepId: string;
  readonly policy: SweepPolicy;
  readonly report: SweepReport;
}

export type PlanKey = (state: KeyState, policy: SweepPolicy) => SweepStep | null;

/**
 * A mark lasts `LEASE_MS`. No delete is sent later than `DELETION_TIMEOUT_MS` after the mark was requested; the gap covers
 * requests in flight.
 */
const LEASE_MS = 60_000;
const DELETION_TIMEOUT_MS = 30_000;
/** A put that was last written before this time (1 hour) is not running any more, even if the grace period is shorter. */
const MAX_PUT_MS = 3_600_000;

/** Begins a sweep, which plans with the database's current time. */
export async function beginSweep(deps: ProtocolDependencies, options: SweepOptions = {}): Promise<Sweep> {
  const policy = { now: await deps.records.readClock(), grace: deps.retention ?? DEFAULT_RETENTION_MS };
  return {
    ...deps,
    policy,
    signal: options.signal,
    onStep: options.onStep,
    sweepId: deps.createId(),
    report: { dryRun: options.dryRun === true, steps: 0, deleted: 0, failed: 0 },
  };
}

/** Whether an interrupted put is not running any more. */
export function isAbandoned({ modifiedAt }: InterruptedPut, { now, grace }: SweepPolicy): boolean {
  return modifiedAt + Math.max(grace, MAX_PUT_MS) <= now;
}

/** Executes a step on a key; false if its plan is no longer valid. */
export async function executeStep(
  sweep: Sweep,
  userId: string,
  { key, action }: SweepStep,
  plan: PlanKey,
): Promise<boolean> {
  if (action === "discard") return false;
  const { sweepId, policy } = sweep;
  // Started before the mark is set: if the answer is late, the lease may have expired before the deletion is sent.
  using limit = startTimeLimit(sweep.clock, DELETION_TIMEOUT_MS);
  const applied = await sweep.records.applySweepStep({
    userId,
    key,
    action,
    sweepId,
    lease: LEASE_MS,
    plan: (state, now) => plan(state, { ...policy, now }),
  });
  if (applied && action === "delete") await deleteObject(sweep, userId, key, limit.signal);
  return applied;
}

async function deleteObject(sweep: Sweep, userId: string, key: string, signal: AbortSignal): Promise<void> {
  try {
    await sweep.objects.delete(key, { signal });
    const isFinished = await sweep.records.finishDeletion({ userId, key, sweepId: sweep.sweepId });
    sweep.report.deleted++;
    if (!isFinished) await reportOvertaken(sweep, key);
  } catch (error) {
    sweep.report.failed++;
    sweep.log({
      event: "sweep_deletion_failed",
      level: "warning",
      message: `Cannot delete object ${quote(key)}: ${errorMessage(error)}; a later sweep retries it`,
      key,
    });
  }
}

/** How a sweep lists objects: without what cannot be read, which it counts and logs. */
export function listingOptions(sweep: Sweep): ObjectListOptions {
  return {
    signal: sweep.signal,
    onUnreadable(prefix, error) {
      sweep.report.failed++;
      sweep.log({
        event: "sweep_unreadable",
        level: "warning",
        message: `Cannot read ${quote(prefix)} in the object store: ${
          errorMessage(error)
        }; the sweep goes on without it`,
        prefix,
      });
    },
  };
}

/**
 * The mark of a deletion was gone at its end: it took longer than its lease, or the database went back in time. A commit may
 * have written the object since. A tombstone that is left is of the next sweep.
 */
async function reportOvertaken(sweep: Sweep, key: string): Promise<void> {
  const [state] = await sweep.records.readKeyStates([key]);
  const isLost = state?.referenced === true && await sweep.objects.head(key) === null;
  sweep.log({
    event: "sweep_deletion_overtaken",
    level: "error",
    message: `The deletion of object ${quote(key)} ended without its mark${
      isLost ? "; a widget references the object, which is missing: commit or roll back its batch again" : ""
    }`,
    key,
    isLost,
  });
}
