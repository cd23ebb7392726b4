import { readFile } from "node:fs/promises";
import { planListedObject, planRecordedKey } from "../../core/commit/mod.ts";
import type { KeyFacts, SweepPolicy, SweepStep } from "../../core/commit/mod.ts";
import { quote } from "../../core/naming/mod.ts";
import { openPorts, type ServiceDependencies } from "./dependencies.ts";
import { CommitError } from "./errors.ts";
import { beginSweep, isAbandoned, runStep, type Sweep, type SweepReport } from "./sweep_objects.ts";

/** What the execution of a plan did, as plain JSON: `steps` are those that were executed. */
export interface SweepPlanReport extends SweepReport {
  /** The steps that were not executed, because what they were planned on has changed. */
  refused: SweepStep[];
}

/**
 * Reads a plan as `sweep --dry-run --json` prints it.
 *
 * @throws {CommitError} `commit.invalid_plan`
 */
export async function readSweepPlan(path: string): Promise<SweepStep[]> {
  const text = await readFile(path, "utf8").catch((error) => {
    throw new CommitError("commit.invalid_plan", `Cannot read plan ${quote(path)}: ${error.message}`);
  });
  const plan = parsePlan(text);
  if (plan !== null) return plan;
  throw new CommitError(
    "commit.invalid_plan",
    `Cannot execute plan ${quote(path)}: it is not what sweep --dry-run --json prints`,
  );
}

/** Executes exactly the steps of a plan, each only if a sweep would plan the very same step now. */
export async function executeSweepPlan(
  deps: ServiceDependencies,
  steps: readonly SweepStep[],
): Promise<SweepPlanReport> {
  const sweep = await beginSweep(openPorts(deps), false, undefined);
  const abandoned = await findAbandoned(sweep, steps);
  const refused: SweepStep[] = [];
  for (const step of steps) {
    const done = step.action === "discard"
      ? await discard(sweep, step, abandoned)
      : await executeStep(sweep, step);
    (done ? sweep.report.steps : refused).push(step);
  }
  return { ...sweep.report, refused };
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

function parsePlan(text: string): SweepStep[] | null {
  try {
    const { dryRun, steps } = JSON.parse(text);
    return dryRun === true && Array.isArray(steps) && steps.every(isStep) ? steps : null;
  } catch {
    return null;
  }
}

function isStep(value: unknown): value is SweepStep {
  const { action, key, reason, notBefore } = Object(value);
  return ["delete", "bury", "forget", "discard"].includes(action) && typeof key === "string" &&
    typeof reason === "string" && (notBefore === undefined || typeof notBefore === "number");
}
