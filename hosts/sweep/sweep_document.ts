import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { BatchIdentity, SweepStep } from "../../core/commit/mod.ts";
import { CodedError, errorMessage, quote } from "../../core/errors/mod.ts";
import type { RowReference } from "../postgres/mod.ts";

/** A file that is not a complete plan of a sweep. Nothing was changed. */
export class SweepError extends CodedError<"sweep.invalid_plan"> {
  override readonly name = "SweepError";
}

const FIRST_LINE = '{"steps":[';

/** Maximum size of a plan that is parsed at once, because it does not have one step per line, in bytes (16 MiB). */
const MAX_WHOLE_BYTES = 16_777_216;

/**
 * Formats a sweep as one JSON object, `{ steps, refused, missing, expired, dryRun, deleted, failed }`, with one step per line, so that
 * it can be longer than memory is large.
 */
export async function* formatSweepDocument(
  { steps, refused: rejected, missing, expired }: {
    steps: AsyncIterable<SweepStep>;
    refused: AsyncIterable<SweepStep>;
    missing: AsyncIterable<RowReference>;
    expired: AsyncIterable<BatchIdentity>;
  },
  { dryRun, deleted, failed }: { dryRun: boolean; deleted: number; failed: number },
): AsyncGenerator<string> {
  yield FIRST_LINE;
  yield* formatElements(steps);
  yield '],"refused":[';
  yield* formatElements(rejected);
  yield '],"missing":[';
  yield* formatElements(missing);
  yield '],"expired":[';
  yield* formatElements(expired);
  yield `],${JSON.stringify({ dryRun, deleted, failed }).slice(1)}`;
}

async function* formatElements(elements: AsyncIterable<object>): AsyncGenerator<string> {
  let line: string | null = null;
  for await (const element of elements) {
    if (line !== null) yield `${line},`;
    line = JSON.stringify(element);
  }
  if (line !== null) yield line;
}

/**
 * Reads a plan as `sweep --dry-run --json` prints it. It can be longer than memory is large: it is read once to validate
 * it, because a truncated plan is invalid, and again to return its steps.
 *
 * @throws {SweepError} `sweep.invalid_plan`
 */
export async function readSweepPlan(path: string): Promise<AsyncIterable<SweepStep>> {
  const unchecked = readSteps(path);
  while (!(await unchecked.next()).done);
  return readSteps(path);
}

async function* readSteps(path: string): AsyncGenerator<SweepStep> {
  try {
    const lines = readLines(path);
    const first = await lines.next();
    if (first.value === FIRST_LINE) yield* readStepLines(lines, path);
    else {
      await lines.return(undefined);
      yield* await readWhole(path);
    }
  } catch (error) {
    if (error instanceof SweepError) throw error;
    if (error instanceof SyntaxError) throw createPlanError(path);
    throw new SweepError("sweep.invalid_plan", `Cannot read plan ${quote(path)}: ${errorMessage(error)}`);
  }
}

async function* readStepLines(lines: AsyncGenerator<string>, path: string): AsyncGenerator<SweepStep> {
  let end = "";
  for await (const line of lines) {
    if (end !== "" || line.startsWith("]")) end += line;
    else {
      const step: unknown = JSON.parse(line.replace(/,$/, ""));
      if (!isStep(step)) throw createPlanError(path);
      yield step;
    }
    if (end.length > MAX_WHOLE_BYTES) throw createPlanError(path);
  }
  if (!isPlan(JSON.parse(FIRST_LINE + end))) throw createPlanError(path);
}

/** A plan that was formatted by another program. */
async function readWhole(path: string): Promise<SweepStep[]> {
  if ((await stat(path)).size > MAX_WHOLE_BYTES) throw createPlanError(path);
  const document: unknown = JSON.parse(await readFile(path, "utf8"));
  if (!isPlan(document)) throw createPlanError(path);
  return document.steps;
}

async function* readLines(path: string): AsyncGenerator<string> {
  const input = createReadStream(path);
  try {
    yield* createInterface({ input, crlfDelay: Infinity });
  } finally {
    input.destroy();
  }
}

function isPlan(document: unknown): document is { steps: SweepStep[] } {
  const { dryRun, steps } = Object(document);
  return dryRun === true && Array.isArray(steps) && steps.every(isStep);
}

function isStep(value: unknown): value is SweepStep {
  const { action, key, reason, notBefore } = Object(value);
  return ["delete", "tombstone", "untrack", "discard"].includes(action) && typeof key === "string" &&
    typeof reason === "string" && (notBefore === undefined || typeof notBefore === "number");
}

function createPlanError(path: string): SweepError {
  return new SweepError(
    "sweep.invalid_plan",
    `Cannot execute plan ${quote(path)}: it is not the complete output of sweep --dry-run --json`,
  );
}
