import { describeDeath, openSharedServers, type SharedServers } from "../servers/shared_servers.ts";
import { type Outcome, runTests, type TestRun } from "./test_process.ts";

/** How some files are run. */
export interface RunOptions {
  /** How many files run at once. */
  jobs: number;
  /** If at most so many files failed, each is run again with no other beside it. */
  retries: number;
  /** After so many seconds a file that has not ended is ended. */
  limitSeconds: number;
  signal: AbortSignal;
  /** Called when a file has ended. */
  onEnd(run: TestRun, outcome: Outcome): void;
}

/** The outcomes by what was run. */
export type Outcomes = Map<TestRun, Outcome>;

/**
 * Runs test files in their order: the core's in one process without any permission, every other file in a process of its
 * own.
 *
 * @returns the outcomes, and what is to be said about the browser and about files that were run again
 */
export async function runFiles(
  files: readonly string[],
  options: RunOptions,
): Promise<{ outcomes: Outcomes; warnings: string[] }> {
  const { jobs, signal } = options;
  const isCore = (file: string) => file.startsWith("tests/core/");
  const core = files.filter(isCore);
  const runs: TestRun[] = files.filter((file) => !isCore(file))
    .map((file) => ({ name: file, files: [file], flags: ["-A"] }));
  if (core.length > 0) {
    runs.unshift({ name: "tests/core", files: core, flags: ["--no-prompt", "--parallel"] });
  }
  const outcomes: Outcomes = new Map();
  await using shared = openSharedServers();
  const queue = runs.values();
  await Promise.all(Array.from({ length: jobs }, async () => {
    for (const run of queue) {
      if (signal.aborted) return;
      const outcome = await runAdmitted(run, jobs, shared, options);
      outcomes.set(run, outcome);
      if (!signal.aborted) options.onEnd(run, outcome);
    }
  }));
  const warnings = await runSuspectsAgain(outcomes, shared, options);
  warnings.push(...await runFailedAgain(outcomes, shared, options));
  return { outcomes, warnings };
}

async function runAdmitted(
  run: TestRun,
  jobs: number,
  shared: SharedServers,
  { limitSeconds, signal }: RunOptions,
): Promise<Outcome> {
  using admission = shared.admit(run.name);
  return await runTests(run, { ...admission.variables, DENO_JOBS: String(jobs) }, limitSeconds, signal);
}

/**
 * Runs the files again that used a browser which ended, each with servers of its own, so that the others do not fail with
 * the one that ended it. Returns what is to be said about each end.
 */
async function runSuspectsAgain(
  outcomes: Outcomes,
  { deaths }: SharedServers,
  options: RunOptions,
): Promise<string[]> {
  const warnings = deaths.map((death) => `the shared browser ended ${describeDeath(death)}`);
  const suspects = new Set(deaths.flatMap(({ files }) => files));
  for (const run of [...outcomes.keys()].filter(({ name }) => suspects.has(name))) {
    if (options.signal.aborted) break;
    await using own = openSharedServers();
    const outcome = await runAdmitted(run, 1, own, options);
    const [death] = own.deaths;
    outcomes.set(run, death === undefined ? outcome : { ...outcome, success: false });
    if (death !== undefined) warnings.push(`${run.name} ended the browser, with ${death.exit}`);
  }
  return warnings;
}

/** Runs the files again that failed, unless there are more than `retries`. Returns what is to be said about each that passes. */
async function runFailedAgain(
  outcomes: Outcomes,
  { deaths }: SharedServers,
  options: RunOptions,
): Promise<string[]> {
  const repeated = new Set(deaths.flatMap(({ files }) => files));
  const failed = [...outcomes].filter(([{ name }, { success }]) => !success && !repeated.has(name));
  if (failed.length > options.retries) return [];
  const flaky: string[] = [];
  for (const [run] of failed) {
    if (options.signal.aborted) break;
    await using own = openSharedServers();
    const outcome = await runAdmitted(run, 1, own, options);
    outcomes.set(run, outcome);
    if (outcome.success) flaky.push(`flaky: ${run.name} failed beside other files and passed alone`);
  }
  return flaky;
}
