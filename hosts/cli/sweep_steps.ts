import { createReadStream, existsSync } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { SweepStep } from "../../core/commit/mod.ts";
import type { RowReference, ServiceDependencies } from "../postgres/mod.ts";
import {
  executeSweepPlan,
  listMissingObjects,
  readSweepPlan,
  sweepObjects,
  type SweepPlanReport,
} from "../sweep/mod.ts";

/** What to sweep, as plain JSON. */
interface SweepRequest {
  /** Whether to make the plan without executing it. */
  readonly dryRun: boolean;
  /** The file of a plan to execute, or null to make one. */
  readonly plan: string | null;
  /** The file to write the steps to. */
  readonly steps: string;
  /** The file to write the references to missing objects to. */
  readonly missing: string;
}

/** The result of a sweep, as plain JSON. */
export interface SweepFileReport extends SweepPlanReport {
  /** How many references of rows to objects that do not exist were found; not counted when a plan is executed. */
  missing: number;
}

/** A step in the file. */
type WrittenStep = SweepStep & {
  /** Whether the step of a given plan was not executed, because it no longer applies. */
  readonly refused?: true;
};

/** Lines are written in chunks of this length, in characters. */
const BUFFER_LENGTH = 65_536;

/**
 * Sweeps, and writes the steps to a file as lines of JSON: there may be more steps than fit into memory, and the process
 * that sweeps need not be the one that prints them.
 */
export async function sweepIntoFile(
  service: ServiceDependencies,
  { dryRun, plan, steps, missing }: SweepRequest,
): Promise<SweepFileReport> {
  await using writer = await openLineWriter<WrittenStep>(steps);
  if (plan === null) {
    const report = await sweepObjects(service, { dryRun, onStep: writer.write });
    return { ...report, refused: 0, missing: await writeMissingObjects(service, missing) };
  }
  const report = await executeSweepPlan(
    service,
    await readSweepPlan(plan),
    (step, executed) => writer.write(executed ? step : { ...step, refused: true }),
  );
  return { ...report, missing: 0 };
}

async function writeMissingObjects(service: ServiceDependencies, path: string): Promise<number> {
  await using writer = await openLineWriter<RowReference>(path);
  let count = 0;
  for await (const reference of listMissingObjects(service)) {
    await writer.write(reference);
    count++;
  }
  return count;
}

/** Creates a folder for the files of a sweep. Disposing deletes it. */
export async function createSweepFiles(): Promise<
  AsyncDisposable & Pick<SweepRequest, "steps" | "missing">
> {
  const folder = await mkdtemp(join(tmpdir(), "tck-sweep-"));
  return {
    steps: join(folder, "steps.jsonl"),
    missing: join(folder, "missing.jsonl"),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Reads the steps of a file. */
export const readSteps: (path: string) => AsyncGenerator<WrittenStep> = readLines;

/** Reads the references to missing objects of a file, which does not exist after the execution of a plan. */
export async function* readMissing(path: string): AsyncGenerator<RowReference> {
  if (existsSync(path)) yield* readLines(path);
}

async function* readLines<Line>(path: string): AsyncGenerator<Line> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  for await (const line of lines) yield JSON.parse(line);
}

/** Reads the steps of a file that were rejected, or those that were not. */
export async function* selectSteps(path: string, rejected: boolean): AsyncGenerator<SweepStep> {
  for await (const { refused: isRejected = false, ...step } of readSteps(path)) {
    if (isRejected === rejected) yield step;
  }
}

async function openLineWriter<Line>(
  path: string,
): Promise<AsyncDisposable & { write(line: Line): Promise<void> }> {
  const file = await open(path, "w", 0o600);
  let buffer = "";
  const flush = async (): Promise<void> => {
    await file.appendFile(buffer);
    buffer = "";
  };
  return {
    async write(line) {
      buffer += `${JSON.stringify(line)}\n`;
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
