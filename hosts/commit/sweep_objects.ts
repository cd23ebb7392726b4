import { planListedObject, planRecordedKey } from "../../core/commit/mod.ts";
import type {
  InterruptedPut,
  KeyFacts,
  KeyPageQuery,
  ObjectInfo,
  SweepPolicy,
  SweepStep,
} from "../../core/commit/mod.ts";
import { parseObjectKey } from "../../core/naming/mod.ts";
import type { Clock } from "./clock.ts";
import {
  DEFAULT_RETENTION,
  openPorts,
  type ProtocolPorts,
  type ServiceDependencies,
} from "./dependencies.ts";

/** What a sweep did, or with `dryRun` would do, as plain JSON. */
export interface SweepReport {
  dryRun: boolean;
  /** How many steps the plan has. What others changed since it was made is left alone. */
  steps: number;
  /** How many objects and interrupted puts were deleted: 0 in a dry run. */
  deleted: number;
}

/** How a sweep runs. */
export interface SweepOptions {
  /** Makes the plan and executes none of it. */
  dryRun?: boolean | undefined;
  /** Ends the sweep between two steps. */
  signal?: AbortSignal | undefined;
  /** Hears of each step of the plan, in the order in which they are executed, before it is. It is waited for. */
  onStep?: ((step: SweepStep) => void | Promise<void>) | undefined;
}

/** How many keys are looked at in one go. */
const PAGE = 200;
/**
 * How long the mark of a deletion holds, and after which time from its setting no deletion is sent any more, in
 * milliseconds. One that is on its way by then has the difference to arrive in.
 */
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
export function sweepObjects(deps: ServiceDependencies, options: SweepOptions = {}): Promise<SweepReport> {
  return sweepStores(openPorts(deps), options);
}

/** The same on any ports. */
export async function sweepStores(ports: ProtocolPorts, options: SweepOptions = {}): Promise<SweepReport> {
  const sweep = await beginSweep(ports, options);
  await sweepRecords(sweep, undefined);
  await sweepListing(sweep);
  await sweepInterruptedPuts(sweep);
  return sweep.report;
}

/** What a commit does after its flip: sweeps what is on record for its user. It fails no commit: failures are logged. */
export async function sweepRecorded(deps: ProtocolPorts, userId: string): Promise<void> {
  try {
    await sweepRecords(await beginSweep(deps), userId);
  } catch (error) {
    deps.log({
      event: "sweep_failed",
      level: "warning",
      message: `Cannot sweep after the commit: ${error instanceof Error ? error.message : String(error)}`,
    });
  }
}

/** A sweep that is running. */
export interface Sweep extends ProtocolPorts, Pick<SweepOptions, "signal" | "onStep"> {
  readonly sweepId: string;
  readonly policy: SweepPolicy;
  readonly report: SweepReport;
}

/** Begins a sweep: what it decides goes by the database's clock as it is now. */
export async function beginSweep(deps: ProtocolPorts, options: SweepOptions = {}): Promise<Sweep> {
  const policy = { now: await deps.records.readClock(), grace: deps.retention ?? DEFAULT_RETENTION };
  return {
    ...deps,
    policy,
    signal: options.signal,
    onStep: options.onStep,
    sweepId: deps.createId(),
    report: { dryRun: options.dryRun === true, steps: 0, deleted: 0 },
  };
}

async function sweepRecords(sweep: Sweep, userId: string | undefined): Promise<void> {
  for (const list of [sweep.records.listExpiredIntents, sweep.records.listDueTombstones]) {
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
    for (const facts of await sweep.records.readKeyFacts([...page.keys()])) {
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
  for await (const put of sweep.objects.listInterruptedPuts({ signal: sweep.signal })) {
    if (!isAbandoned(put, sweep.policy)) continue;
    await announce(sweep, { action: "discard", key: put.token, reason: "its put was cut short" });
    if (sweep.report.dryRun) continue;
    await sweep.objects.discardInterruptedPut(put.token, { signal: sweep.signal });
    sweep.report.deleted++;
  }
}

/** Whether a put that was cut short is not running any more. */
export function isAbandoned({ modifiedAt }: InterruptedPut, { now, grace }: SweepPolicy): boolean {
  return modifiedAt + Math.max(grace, LONGEST_PUT) <= now;
}

type Plan = (facts: KeyFacts, policy: SweepPolicy) => SweepStep | null;

async function decide(sweep: Sweep, facts: KeyFacts, plan: Plan): Promise<void> {
  sweep.signal?.throwIfAborted();
  const step = plan(facts, sweep.policy);
  if (step === null) return;
  await announce(sweep, step);
  if (!sweep.report.dryRun) await runStep(sweep, facts.userId, step, plan);
}

async function announce(sweep: Sweep, step: SweepStep): Promise<void> {
  sweep.report.steps++;
  await sweep.onStep?.(step);
}

/** Executes a step on a key, and tells whether what it was planned on still held. */
export async function runStep(
  sweep: Sweep,
  userId: string,
  { key, action }: SweepStep,
  plan: Plan,
): Promise<boolean> {
  if (action === "discard") return false;
  const { sweepId, policy } = sweep;
  // From before the mark is set: were its answer late, the lease might be over when the deletion is sent.
  using timeout = startTimeout(sweep.clock, DELETION_TIMEOUT);
  const applied = await sweep.records.applySweepStep({
    userId,
    key,
    action,
    sweepId,
    lease: LEASE,
    plan: (facts, now) => plan(facts, { ...policy, now }),
  });
  if (!applied || action !== "delete") return applied;
  try {
    await sweep.objects.delete(key, { signal: timeout.signal });
    await sweep.records.finishDeletion({ userId, key, sweepId });
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
  return true;
}

/** A signal that aborts after so many milliseconds, unless it is disposed of before. */
function startTimeout(clock: Clock, milliseconds: number): Disposable & { signal: AbortSignal } {
  const [timeout, ended] = [new AbortController(), new AbortController()];
  clock.sleep(milliseconds, ended.signal).then(
    () => timeout.abort(new Error(`it took longer than ${milliseconds} ms`)),
    () => {},
  );
  return { signal: timeout.signal, [Symbol.dispose]: () => ended.abort() };
}
