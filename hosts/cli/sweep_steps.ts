import { createReadStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { SweepStep } from "../../core/commit/mod.ts";
import type { ServiceDependencies } from "../protocol/mod.ts";
import { executeSweepPlan, readSweepPlan, sweepObjects, type SweepPlanReport } from "../sweep/mod.ts";

/** What to sweep, as plain JSON. */
interface SweepRequest {
  /** Whether to make the plan without executing it. */
  readonly dryRun: boolean;
  /** The file of a plan to execute, or null to make one. */
  readonly plan: string | null;
  /** The file to write the steps to. */
  readonly steps: string;
}

/** A step in the file. */
type WrittenStep = SweepStep & {
  /** Whether the step of a given plan was not executed, because it no longer applies. */
  readonly refused?: true;
};

/** The steps are written in chunks of this length, in characters. */
const BUFFER_LENGTH = 65_536;

/**
 * Sweeps, and writes the steps to a file as lines of JSON: there may be more steps than fit into memory, and the process
 * that sweeps need not be the one that prints them.
 */
export async function sweepIntoFile(
  service: ServiceDependencies,
  { dryRun, plan, steps }: SweepRequest,
): Promise<SweepPlanReport> {
  await using writer = await openStepWriter(steps);
  if (plan === null) {
    return { ...await sweepObjects(service, { dryRun, onStep: writer.write }), refused: 0 };
  }
  return await executeSweepPlan(
    service,
    await readSweepPlan(plan),
    (step, executed) => writer.write(executed ? step : { ...step, refused: true }),
  );
}

/** Creates a folder for a file of steps. Disposing deletes it. */
export async function createStepFile(): Promise<AsyncDisposable & { readonly path: string }> {
  const folder = await mkdtemp(join(tmpdir(), "tck-sweep-"));
  return {
    path: join(folder, "steps.jsonl"),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Reads the steps of a file. */
export async function* readSteps(path: string): AsyncGenerator<WrittenStep> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  for await (const line of lines) yield JSON.parse(line);
}

/** Reads the steps of a file that were rejected, or those that were not. */
export async function* selectSteps(path: string, rejected: boolean): AsyncGenerator<SweepStep> {
  for await (const { refused: isRejected = false, ...step } of readSteps(path)) {
    if (isRejected === rejected) yield step;
  }
}

async function openStepWriter(
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
      if (buffer.length >= BUFFER_LENGTH) await flush();
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
