import { createReadStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { SweepStep } from "../../core/commit/mod.ts";
import type { ServiceDependencies } from "../protocol/mod.ts";
import { executeSweepPlan, readSweepPlan, sweepObjects, type SweepPlanReport } from "../sweep/mod.ts";

/** What a sweep is to do, as plain JSON. */
export interface SweepRequest {
  /** Make the plan, and execute none of it. */
  readonly dryRun: boolean;
  /** The file of a plan to execute in place of one of the sweep's own, or null. */
  readonly plan: string | null;
  /** The file to write the steps to. */
  readonly steps: string;
}

/** A step as the file holds it. */
export type WrittenStep = SweepStep & {
  /** Of a plan that is executed: this step was not, because it has changed since. */
  readonly refused?: true;
};

/** How much is collected before it is written, in characters. */
const BUFFER = 65_536;

/**
 * Sweeps, and writes the steps to a file as lines of JSON: there may be more of them than memory has room for, and the
 * process that asks need not be the one that sweeps.
 */
export async function sweepIntoFile(
  service: ServiceDependencies,
  request: SweepRequest,
): Promise<SweepPlanReport> {
  await using lines = await openLines(request.steps);
  if (request.plan === null) {
    const { dryRun } = request;
    return { ...await sweepObjects(service, { dryRun, onStep: lines.write }), refused: 0 };
  }
  const plan = await readSweepPlan(request.plan);
  return await executeSweepPlan(
    service,
    plan,
    (step, executed) => lines.write(executed ? step : { ...step, refused: true }),
  );
}

/** A new file for the steps, for as long as it is used. */
export async function makeStepFile(): Promise<AsyncDisposable & { readonly path: string }> {
  const folder = await mkdtemp(join(tmpdir(), "tck-sweep-"));
  return {
    path: join(folder, "steps.jsonl"),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The steps of a file of steps. */
export async function* readWrittenSteps(path: string): AsyncGenerator<WrittenStep> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  for await (const line of lines) yield JSON.parse(line);
}

/** The steps of a file of steps: those that were not refused, or those that were. */
export async function* selectSteps(path: string, refused: boolean): AsyncGenerator<SweepStep> {
  for await (const { refused: isRefused = false, ...step } of readWrittenSteps(path)) {
    if (isRefused === refused) yield step;
  }
}

async function openLines(
  path: string,
): Promise<AsyncDisposable & { write(step: WrittenStep): Promise<void> }> {
  const file = await open(path, "w", 0o600);
  let buffer = "";
  const flush = async (): Promise<void> => {
    await file.appendFile(buffer);
    buffer = "";
  };
  return {
    async write(step) {
      buffer += `${JSON.stringify(step)}\n`;
      if (buffer.length >= BUFFER) await flush();
    },
    async [Symbol.asyncDispose]() {
      try {
        await flush();
      } finally {
        await file.close();
      }
    },
  };
}
