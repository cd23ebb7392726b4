import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

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
export interface Outcome {
  passed: number;
  failed: number;
  /** The titles of the tests that were skipped. */
  skipped: readonly string[];
  success: boolean;
  /** How long the process ran. */
  seconds: number;
}

/** Runs tests, and prints their output when they have ended. */
export async function runTests(
  { files, flags }: TestRun,
  variables: { readonly [name: string]: string },
  signal: AbortSignal,
): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), "tck-test-"));
  try {
    const report = join(folder, "report.xml");
    const started = performance.now();
    const { success, stdout, stderr } = await new Deno.Command(process.execPath, {
      // Types are checked by `deno task check`.
      args: ["test", "--no-check", "--quiet", ...flags, `--junit-path=${report}`, ...files],
      env: { ...variables, ...SHORT_PROCESSES },
      signal,
    }).output();
    const seconds = (performance.now() - started) / 1000;
    process.stdout.write(stdout);
    process.stderr.write(stderr);
    return { ...readReport(await readFile(report, "utf8").catch(() => "")), success, seconds };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function readReport(report: string): Pick<Outcome, "passed" | "failed" | "skipped"> {
  const count = (name: string) =>
    Number(new RegExp(`<testsuites[^>]* ${name}="(\\d+)"`).exec(report)?.[1] ?? 0);
  const failed = count("failures") + count("errors");
  const skipped = [...report.matchAll(/<testcase name="([^"]*)"[^>]*>\s*<skipped/g)]
    .map(([, title]) => unescape(title!));
  return { passed: count("tests") - failed - skipped.length, failed, skipped };
}

const ENTITIES: { readonly [name: string]: string } = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function unescape(text: string): string {
  return text.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => ENTITIES[name]!);
}
