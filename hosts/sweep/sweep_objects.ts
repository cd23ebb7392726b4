import {
  type KeyPageQuery,
  type KeyState,
  type ObjectInfo,
  type ObjectListOptions,
  planListedObject,
  planRecordedKey,
  type ProtocolDependencies,
  type SweepStep,
} from "../../core/commit/mod.ts";
import { errorMessageWithCauses } from "../../core/errors/mod.ts";
import { formatUserFolder, parseObjectKey } from "../../core/naming/mod.ts";
import { createCommitStore, type ServiceDependencies } from "../postgres/mod.ts";
import {
  beginSweep,
  executeStep,
  isAbandoned,
  listingOptions,
  type PlanKey,
  type Sweep,
  type SweepOptions,
  type SweepReport,
} from "./sweep.ts";

/** How many keys are read at once. */
const KEYS_AT_ONCE = 200;

/**
 * The cleanup task (lifecycle specification, B.2 step 4 and §7): deletes objects that neither a row nor a running commit
 * references, once their grace period is over. It goes through the records first, then through the object store.
 *
 * A dry run plans the same steps and executes none.
 */
export function sweepObjects(deps: ServiceDependencies, options: SweepOptions = {}): Promise<SweepReport> {
  return sweepStores({ ...deps, records: createCommitStore(deps.database) }, options);
}

/** The same for any implementation of the records. */
export async function sweepStores(
  deps: ProtocolDependencies,
  options: SweepOptions = {},
): Promise<SweepReport> {
  const sweep = await beginSweep(deps, options);
  await sweepRecords(sweep, undefined);
  await sweepListing(sweep, "widgets/");
  await sweepInterruptedPuts(sweep);
  return sweep.report;
}

/** Sweeps the records of a user after a commit's flip. Failures are logged, so that they do not fail the commit. */
export async function sweepAfterCommit(deps: ProtocolDependencies, userId: string): Promise<void> {
  try {
    await sweepRecords(await beginSweep(deps), userId);
  } catch (error) {
    deps.log({
      event: "sweep_failed",
      level: "warning",
      message: `Cannot sweep after the commit: ${errorMessageWithCauses(error)}`,
    });
  }
}

/**
 * Deletes every object of a user that neither a row nor a running commit references, without a grace period.
 *
 * @returns how many were deleted
 */
export async function sweepUser(deps: ServiceDependencies, userId: string): Promise<number> {
  const sweep = await beginSweep({ ...deps, retention: 0, records: createCommitStore(deps.database) });
  await sweepRecords(sweep, userId);
  // What is left of a user is not passed over.
  await sweepListing(sweep, formatUserFolder(userId), { signal: sweep.signal });
  return sweep.report.deleted;
}

async function sweepRecords(sweep: Sweep, userId: string | undefined): Promise<void> {
  for (const list of [sweep.records.listExpiredIntents, sweep.records.listDueTombstones]) {
    for await (const states of listStates(list, userId)) {
      for (const state of states) await sweepKey(sweep, state, planRecordedKey);
    }
  }
}

async function* listStates(
  list: (query: KeyPageQuery) => Promise<KeyState[]>,
  userId: string | undefined,
): AsyncGenerator<KeyState[]> {
  let after = "";
  for (;;) {
    const states = await list({ after, limit: KEYS_AT_ONCE, userId });
    yield states;
    if (states.length < KEYS_AT_ONCE) return;
    after = states.at(-1)!.key;
  }
}

async function sweepListing(
  sweep: Sweep,
  prefix: string,
  options: ObjectListOptions = listingOptions(sweep),
): Promise<void> {
  let objects = new Map<string, ObjectInfo>();
  const flush = async (): Promise<void> => {
    for (const state of await sweep.records.readKeyStates([...objects.keys()])) {
      const object = objects.get(state.key)!;
      await sweepKey(sweep, state, (current, policy) => planListedObject(object, current, policy));
    }
    objects = new Map();
  };
  for await (const object of sweep.objects.list(prefix, options)) {
    if (parseObjectKey(object.key) === null) continue; // an object of another program
    objects.set(object.key, object);
    if (objects.size === KEYS_AT_ONCE) await flush();
  }
  await flush();
}

async function sweepInterruptedPuts(sweep: Sweep): Promise<void> {
  for await (const put of sweep.objects.listInterruptedPuts(listingOptions(sweep))) {
    if (!isAbandoned(put, sweep.policy)) continue;
    await reportStep(sweep, { action: "discard", key: put.token, reason: "its put was interrupted" });
    if (sweep.report.dryRun) continue;
    await sweep.objects.discardInterruptedPut(put.token, { signal: sweep.signal });
    sweep.report.deleted++;
  }
}

async function sweepKey(sweep: Sweep, state: KeyState, plan: PlanKey): Promise<void> {
  sweep.signal?.throwIfAborted();
  const step = plan(state, sweep.policy);
  if (step === null) return;
  await reportStep(sweep, step);
  if (!sweep.report.dryRun) await executeStep(sweep, state.userId, step, plan);
}

async function reportStep(sweep: Sweep, step: SweepStep): Promise<void> {
  sweep.report.steps++;
  await sweep.onStep?.(step);
}
