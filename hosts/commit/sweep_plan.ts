import { planListedObject, planRecordedKey } from "../../core/commit/mod.ts";
import type { KeyFacts, SweepPolicy, SweepStep } from "../../core/commit/mod.ts";
import { openPorts, type ServiceDependencies } from "./dependencies.ts";
import { beginSweep, isAbandoned, runStep, type Sweep, type SweepReport } from "./sweep_objects.ts";

/** What the execution of a plan did, as plain JSON: `steps` are those that were executed. */
export interface SweepPlanReport extends SweepReport {
  /** How many steps were not executed, because what they were planned on has changed. */
  refused: number;
}

/** How many steps are looked at in one go. */
const PAGE = 200;

/**
 * Executes exactly the steps of a plan, each only if a sweep would plan the very same step now.
 *
 * @param onStep Hears of each step, and whether it was executed
 */
export async function executeSweepPlan(
  deps: ServiceDependencies,
  plan: AsyncIterable<SweepStep> | Iterable<SweepStep>,
  onStep: (step: SweepStep, executed: boolean) => void | Promise<void> = () => {},
): Promise<SweepPlanReport> {
  const sweep = await beginSweep(openPorts(deps));
  let refused = 0;
  for await (const steps of pagesOf(plan)) {
    const abandoned = await findAbandoned(sweep, steps);
    for (const step of steps) {
      const done = step.action === "discard"
        ? await discard(sweep, step, abandoned)
        : await executeStep(sweep, step);
      if (done) sweep.report.steps++;
      else refused++;
      await onStep(step, done);
    }
  }
  return { ...sweep.report, refused };
}

async function* pagesOf(plan: AsyncIterable<SweepStep> | Iterable<SweepStep>): AsyncGenerator<SweepStep[]> {
  let page: SweepStep[] = [];
  for await (const step of plan) {
    page.push(step);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

async function executeStep(sweep: Sweep, step: SweepStep): Promise<boolean> {
  const object = step.action === "delete" ? await sweep.objects.head(step.key) : null;
  const plan = (facts: KeyFacts, policy: SweepPolicy): SweepStep | null => {
    const fresh = planRecordedKey(facts, policy) ??
      (object === null ? null : planListedObject(object, facts, policy));
    return fresh !== null && isSame(fresh, step) ? fresh : null;
  };
  const [facts] = await sweep.records.readKeyFacts([step.key]);
  if (facts === undefined || plan(facts, sweep.policy) === null) return false;
  return await runStep(sweep, facts.userId, step, plan);
}

async function discard(sweep: Sweep, { key }: SweepStep, abandoned: ReadonlySet<string>): Promise<boolean> {
  if (!abandoned.has(key)) return false;
  await sweep.objects.discardInterruptedPut(key);
  sweep.report.deleted++;
  return true;
}

/** Those of the plan's interrupted puts that are still there, and have not been touched for long. */
async function findAbandoned(sweep: Sweep, steps: readonly SweepStep[]): Promise<Set<string>> {
  const tokens = new Set(steps.filter(({ action }) => action === "discard").map(({ key }) => key));
  const found = new Set<string>();
  if (tokens.size === 0) return found;
  for await (const put of sweep.objects.listInterruptedPuts()) {
    if (tokens.has(put.token) && isAbandoned(put, sweep.policy)) found.add(put.token);
  }
  return found;
}

function isSame(left: SweepStep, right: SweepStep): boolean {
  return left.action === right.action && left.key === right.key && left.reason === right.reason &&
    left.notBefore === right.notBefore;
}
