import {
  type KeyState,
  planListedObject,
  planRecordedKey,
  type SweepPolicy,
  type SweepStep,
} from "../../core/commit/mod.ts";
import { createCommitStore, type ServiceDependencies } from "../postgres/mod.ts";
import {
  beginSweep,
  executeStep,
  isAbandoned,
  listingOptions,
  type Sweep,
  type SweepReport,
} from "./sweep.ts";

/** The result of executing a plan, as plain JSON: `steps` counts the steps that were executed. */
export interface SweepPlanReport extends SweepReport {
  /** How many steps were not executed, because their plan is no longer valid. */
  refused: number;
}

/** How many steps are checked at once. */
const STEPS_AT_ONCE = 200;

/**
 * Executes the steps of a plan, each only if a sweep would plan the same step now.
 *
 * @param onStep Called with each step and whether it was executed
 */
export async function executeSweepPlan(
  deps: ServiceDependencies,
  plan: AsyncIterable<SweepStep> | Iterable<SweepStep>,
  onStep: (step: SweepStep, executed: boolean) => void | Promise<void> = () => {},
): Promise<SweepPlanReport> {
  const sweep = await beginSweep({ ...deps, records: createCommitStore(deps.database) });
  let rejected = 0;
  for await (const steps of groupSteps(plan)) {
    const abandoned = await findAbandoned(sweep, steps);
    for (const step of steps) {
      const executed = step.action === "discard"
        ? await discard(sweep, step, abandoned)
        : await executePlanned(sweep, step);
      if (executed) sweep.report.steps++;
      else rejected++;
      await onStep(step, executed);
    }
  }
  return { ...sweep.report, refused: rejected };
}

async function* groupSteps(
  plan: AsyncIterable<SweepStep> | Iterable<SweepStep>,
): AsyncGenerator<SweepStep[]> {
  let steps: SweepStep[] = [];
  for await (const step of plan) {
    steps.push(step);
    if (steps.length < STEPS_AT_ONCE) continue;
    yield steps;
    steps = [];
  }
  if (steps.length > 0) yield steps;
}

async function executePlanned(sweep: Sweep, step: SweepStep): Promise<boolean> {
  const object = step.action === "delete" ? await sweep.objects.head(step.key) : null;
  const plan = (state: KeyState, policy: SweepPolicy): SweepStep | null => {
    const current = planRecordedKey(state, policy) ??
      (object === null ? null : planListedObject(object, state, policy));
    return current !== null && isSame(current, step) ? current : null;
  };
  const [state] = await sweep.records.readKeyStates([step.key]);
  if (state === undefined || plan(state, sweep.policy) === null) return false;
  return await executeStep(sweep, state.userId, step, plan);
}

async function discard(sweep: Sweep, { key }: SweepStep, abandoned: ReadonlySet<string>): Promise<boolean> {
  if (!abandoned.has(key)) return false;
  await sweep.objects.discardInterruptedPut(key);
  sweep.report.deleted++;
  return true;
}

/** The interrupted puts of the steps that still exist and are not running. */
async function findAbandoned(sweep: Sweep, steps: readonly SweepStep[]): Promise<Set<string>> {
  const tokens = new Set(steps.filter(({ action }) => action === "discard").map(({ key }) => key));
  const found = new Set<string>();
  if (tokens.size === 0) return found;
  for await (const put of sweep.objects.listInterruptedPuts(listingOptions(sweep))) {
    if (tokens.has(put.token) && isAbandoned(put, sweep.policy)) found.add(put.token);
  }
  return found;
}

function isSame(left: SweepStep, right: SweepStep): boolean {
  return left.action === right.action && left.key === right.key && left.reason === right.reason &&
    left.notBefore === right.notBefore;
}
