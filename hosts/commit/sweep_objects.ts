import { planListedObject, planRecordedKey } from "../../core/commit/mod.ts";
import type {
  CommitStore,
  KeyFacts,
  KeyPageQuery,
  ObjectInfo,
  SweepPolicy,
  SweepStep,
} from "../../core/commit/mod.ts";
import { parseObjectKey } from "../../core/naming/mod.ts";
import { createCommitStore } from "../postgres/mod.ts";
import { DEFAULT_RETENTION, type ServiceDependencies } from "./dependencies.ts";

/** What a sweep did, or with `dryRun` would do, as plain JSON. */
export interface SweepReport {
  dryRun: boolean;
  /** The plan, in the order in which it is executed. What others changed since it was made is left alone. */
  steps: SweepStep[];
  /** How many objects and interrupted puts were deleted: 0 in a dry run. */
  deleted: number;
}

/** How many keys are looked at in one go. */
const PAGE = 200;
/** How long the mark of a deletion holds, and how long the deletion itself may take, in milliseconds. */
const LEASE = 60_000;
const DELETION_TIMEOUT = 30_000;
/** A put that has not been touched for so many milliseconds (1 hour) is not running any more, whatever the grace period. */
const LONGEST_PUT = 3_600_000;

/**
 * The cleanup task (lifecycle specification, B.2 step 4 and §7): deletes what no row and no running commit names, once its
 * grace period is over. It looks at what is on record first, then at all that the object store holds.
 *
 * A dry run makes the same plan and executes none of it.
 */
export async function sweepObjects(
  deps: ServiceDependencies,
  options: { dryRun?: boolean | undefined; signal?: AbortSignal | undefined } = {},
): Promise<SweepReport> {
  const sweep = await beginSweep(deps, options.dryRun === true, options.signal);
  await sweepRecords(sweep, undefined);
  await sweepListing(sweep);
  await sweepInterruptedPuts(sweep);
  return sweep.report;
}

/** What a commit does after its flip: sweeps what is on record for its user. It fails no commit: failures are logged. */
export async function sweepRecorded(deps: ServiceDependencies, userId: string): Promise<void> {
  try {
    await sweepRecords(await beginSweep(deps, false, undefined), userId);
  } catch (error) {
    deps.log({
      event: "sweep_failed",
      level: "warning",
      message: `Cannot sweep after the commit: ${error instanceof Error ? error.message : String(error)}`,
    });
  }
}

interface Sweep extends ServiceDependencies {
  readonly store: CommitStore;
  readonly sweepId: string;
  readonly policy: SweepPolicy;
  readonly report: SweepReport;
  readonly signal: AbortSignal | undefined;
}

async function beginSweep(deps: ServiceDependencies, dryRun: boolean, signal?: AbortSignal): Promise<Sweep> {
  const store = createCommitStore(deps.database);
  const policy = { now: await store.readClock(), grace: deps.retention ?? DEFAULT_RETENTION };
  return {
    ...deps,
    store,
    policy,
    signal,
    sweepId: deps.createId(),
    report: { dryRun, steps: [], deleted: 0 },
  };
}

async function sweepRecords(sweep: Sweep, userId: string | undefined): Promise<void> {
  for (const list of [sweep.store.listExpiredIntents, sweep.store.listDueTombstones]) {
    for await (const facts of pages(list, userId)) {
      for (const key of facts) await decide(sweep, key, planRecordedKey);
    }
  }
}

async function* pages(
  list: (query: KeyPageQuery) => Promise<KeyFacts[]>,
  userId: string | undefined,
): AsyncGenerator<KeyFacts[]> {
  let after = "";
  for (;;) {
    const page = await list({ after, limit: PAGE, userId });
    yield page;
    if (page.length < PAGE) return;
    after = page.at(-1)!.key;
  }
}

async function sweepListing(sweep: Sweep): Promise<void> {
  let page = new Map<string, ObjectInfo>();
  const flush = async (): Promise<void> => {
    for (const facts of await sweep.store.readKeyFacts([...page.keys()])) {
      const object = page.get(facts.key)!;
      await decide(sweep, facts, (fresh, policy) => planListedObject(object, fresh, policy));
    }
    page = new Map();
  };
  for await (const object of sweep.objects.list("widgets/", { signal: sweep.signal })) {
    if (parseObjectKey(object.key) === null) continue; // not this service's, so not its to delete
    page.set(object.key, object);
    if (page.size === PAGE) await flush();
  }
  await flush();
}

async function sweepInterruptedPuts(sweep: Sweep): Promise<void> {
  const patience = Math.max(sweep.policy.grace, LONGEST_PUT);
  for await (const put of sweep.objects.listInterruptedPuts({ signal: sweep.signal })) {
    if (put.modifiedAt + patience > sweep.policy.now) continue;
    sweep.report.steps.push({ action: "discard", key: put.token, reason: "its put was cut short" });
    if (sweep.report.dryRun) continue;
    await sweep.objects.discardInterruptedPut(put.token, { signal: sweep.signal });
    sweep.report.deleted++;
  }
}

type Plan = (facts: KeyFacts, policy: SweepPolicy) => SweepStep | null;

async function decide(sweep: Sweep, facts: KeyFacts, plan: Plan): Promise<void> {
  sweep.signal?.throwIfAborted();
  const step = plan(facts, sweep.policy);
  if (step === null) return;
  sweep.report.steps.push(step);
  if (!sweep.report.dryRun) await execute(sweep, facts.userId, step, plan);
}

async function execute(sweep: Sweep, userId: string, step: SweepStep, plan: Plan): Promise<void> {
  const { key, action } = step;
  if (action === "discard") return;
  const { sweepId, policy } = sweep;
  const applied = await sweep.store.applySweepStep({
    userId,
    key,
    action,
    sweepId,
    lease: LEASE,
    plan: (facts, now) => plan(facts, { ...policy, now }),
  });
  if (!applied || action !== "delete") return;
  try {
    await sweep.objects.delete(key, { signal: AbortSignal.timeout(DELETION_TIMEOUT) });
    await sweep.store.finishDeletion({ userId, key, sweepId });
    sweep.report.deleted++;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    sweep.log({
      event: "sweep_deletion_failed",
      level: "warning",
      message: `Cannot delete object "${key}": ${message}; a later sweep tries again`,
      key,
    });
  }
}
