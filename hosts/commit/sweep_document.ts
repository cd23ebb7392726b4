import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { SweepStep } from "../../core/commit/mod.ts";
import { quote } from "../../core/errors/mod.ts";
import { CommitError } from "./errors.ts";

const FIRST_LINE = '{"steps":[';

/** A plan that has not a step on each line is read whole: no more bytes than this (16 MiB). */
const WHOLE_LIMIT = 16_777_216;

/**
 * A sweep as one JSON object, `{ steps, refused, dryRun, deleted }`, in lines: each step has its own, for there may be more
 * of them than memory has room for.
 */
export async function* formatSweepDocument(
  { steps, refused }: { steps: AsyncIterable<SweepStep>; refused: AsyncIterable<SweepStep> },
  { dryRun, deleted }: { dryRun: boolean; deleted: number },
): AsyncGenerator<string> {
  yield FIRST_LINE;
  yield* formatElements(steps);
  yield '],"refused":[';
  yield* formatElements(refused);
  yield `],${JSON.stringify({ dryRun, deleted }).slice(1)}`;
}

async function* formatElements(steps: AsyncIterable<SweepStep>): AsyncGenerator<string> {
  let line: string | null = null;
  for await (const step of steps) {
    if (line !== null) yield `${line},`;
    line = JSON.stringify(step);
  }
  if (line !== null) yield line;
}

/**
 * Reads a plan as `sweep --dry-run --json` prints it. A plan that was cut short is none. It may be longer than memory is
 * large: it is read once to check it, and once more to give its steps.
 *
 * @throws {CommitError} `commit.invalid_plan`
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
    if (error instanceof CommitError) throw error;
    if (error instanceof SyntaxError) throw notAPlan(path);
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommitError("commit.invalid_plan", `Cannot read plan ${quote(path)}: ${reason}`);
  }
}

async function* readStepLines(lines: AsyncGenerator<string>, path: string): AsyncGenerator<SweepStep> {
  let end = "";
  for await (const line of lines) {
    if (end !== "" || line.startsWith("]")) end += line;
    else {
      const step: unknown = JSON.parse(line.replace(/,$/, ""));
      if (!isStep(step)) throw notAPlan(path);
      yield step;
    }
    if (end.length > WHOLE_LIMIT) throw notAPlan(path);
  }
  if (!isPlan(JSON.parse(FIRST_LINE + end))) throw notAPlan(path);
}

/** Somebody may have formatted it anew. */
async function readWhole(path: string): Promise<SweepStep[]> {
  if ((await stat(path)).size > WHOLE_LIMIT) throw notAPlan(path);
  const document: unknown = JSON.parse(await readFile(path, "utf8"));
  if (!isPlan(document)) throw notAPlan(path);
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
  return ["delete", "bury", "forget", "discard"].includes(action) && typeof key === "string" &&
    typeof reason === "string" && (notBefore === undefined || typeof notBefore === "number");
}

function notAPlan(path: string): CommitError {
  return new CommitError(
    "commit.invalid_plan",
    `Cannot execute plan ${quote(path)}: it is not all that sweep --dry-run --json printed`,
  );
}
