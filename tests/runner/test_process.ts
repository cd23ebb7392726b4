import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { readReport, type Report } from "./junit.ts";
import { runLimited } from "./limited_process.ts";

/**
 * Variables of all processes in a run, few of which run long. The database in WebAssembly is compiled once and not
 * optimised as well: a command that opens it takes a quarter less time. And esbuild, which is in Go, collects garbage
 * less often: it takes a fifth less time.
 */
const SHORT_PROCESSES = { DENO_V8_FLAGS: "--liftoff-only", GOGC: "400" };

/** One process that runs tests. */
export interface TestRun {
  /** What it is called in the run's report. */
  name: string;
  files: readonly string[];
  flags: readonly string[];
}

/** What came of the tests of some files; steps count as tests. */
export interface Outcome extends Report {
  success: boolean;
  /** How long the process ran. */
  seconds: number;
  /** Whether it had not ended within its time, and was ended. */
  isOverdue: boolean;
}

/**
 * Runs tests, and prints their output when they have ended if one failed.
 *
 * @param limitSeconds after so many seconds the tests are ended, with all processes that they started
 */
export async function runTests(
  { files, flags }: TestRun,
  variables: { readonly [name: string]: string },
  limitSeconds: number,
  signal: AbortSignal,
): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), "tck-test-"));
  try {
    const report = join(folder, "report.xml");
    const started = performance.now();
    const { code, stdout, stderr, isOverdue } = await runLimited(process.execPath, {
      // Types are checked by `deno task check`.
      args: ["test", "--no-check", "--quiet", ...flags, `--junit-path=${report}`, ...files],
      env: { ...variables, ...SHORT_PROCESSES },
      signal,
    }, limitSeconds);
    const success = code === 0 && !isOverdue;
    const seconds = (performance.now() - started) / 1000;
    if (!success) {
      process.stdout.write(stdout);
      process.stderr.write(stderr);
    }
    const read = readReport(await readFile(report, "utf8").catch(() => ""));
    return { ...read, success, seconds, isOverdue };
  } finally {
    await rm(folder, { recursive: true });
  }
}
