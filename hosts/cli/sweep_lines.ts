import { createReadStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { BatchIdentity, SweepStep } from "../../core/commit/mod.ts";
import { errorMessage, quote } from "../../core/errors/mod.ts";
import type { RowReference, ServiceDependencies } from "../postgres/mod.ts";
import {
  executeSweepPlan,
  expireBatches,
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
  /** The file to write {@linkcode SweepLine}s to. */
  readonly lines: string;
}

/** The result of a sweep, as plain JSON. */
export interface SweepFileReport extends SweepPlanReport {
  /** How many references of rows to objects that do not exist were found; not counted when a plan is executed. */
  missing: number;
  /** How many batches are older than `TCK_KEEP_BATCHES`; not counted when a plan is executed. */
  expired: number;
}

/** What a sweep found: a step, a step of a given plan that no longer applies, a reference to a missing object, or an old batch. */
export type SweepLine =
  | readonly [list: "steps" | "refused", step: SweepStep]
  | readonly [list: "missing", reference: RowReference]
  | readonly [list: "expired", batch: BatchIdentity];

/** Lines are written in chunks of this length, in characters. */
const BUFFER_LENGTH = 65_536;

/**
 * Sweeps, and writes what it finds to a file as lines of JSON: there may be more than fits into memory, and the process
 * that sweeps need not be the one that prints.
 */
export async function sweepIntoFile(
  service: ServiceDependencies & { readonly keepBatches: number | undefined },
  { dryRun, plan, lines }: SweepRequest,
): Promise<SweepFileReport> {
  await using writer = await openLineWriter(lines);
  if (plan !== null) {
    const report = await executeSweepPlan(
      service,
      await readSweepPlan(plan),
      (step, executed) => writer.write([executed ? "steps" : "refused", step]),
    );
    return { ...report, missing: 0, expired: 0 };
  }
  const { keepBatches } = service;
  const onBatch = (batch: BatchIdentity) => writer.write(["expired", batch]);
  const expired = keepBatches === undefined
    ? 0
    : await expireBatches(service, keepBatches, { dryRun, onBatch });
  const report = await sweepObjects(service, { dryRun, onStep: (step) => writer.write(["steps", step]) });
  let missing = 0;
  let unreadable = 0;
  const onUnreadable = (userId: string, error: unknown) => {
    unreadable++;
    service.log({
      event: "sweep_unreadable",
      level: "warning",
      message: `Cannot look for missing objects of user ${quote(userId)}: ${errorMessage(error)}`,
      userId,
    });
  };
  for await (const reference of listMissingObjects(service, onUnreadable)) {
    await writer.write(["missing", reference]);
    missing++;
  }
  return { ...report, failed: report.failed + unreadable, refused: 0, missing, expired };
}

/** Creates a folder for the lines of a sweep. Disposing deletes it. */
export async function createSweepFile(): Promise<AsyncDisposable & Pick<SweepRequest, "lines">> {
  const folder = await mkdtemp(join(tmpdir(), "tck-sweep-"));
  return {
    lines: join(folder, "lines.jsonl"),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

export async function* readSweepLines(path: string): AsyncGenerator<SweepLine> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  for await (const line of lines) yield JSON.parse(line);
}

/** Reads the items of one kind from the lines of a file. */
export async function* selectSweepLines<List extends SweepLine[0]>(
  path: string,
  list: List,
): AsyncGenerator<Extract<SweepLine, readonly [List, unknown]>[1]> {
  for await (const [found, value] of readSweepLines(path)) if (found === list) yield value as never;
}

async function openLineWriter(
  path: string,
): Promise<AsyncDisposable & { write(line: SweepLine): Promise<void> }> {
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
