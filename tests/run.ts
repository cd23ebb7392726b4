/**
 * `deno task test [PATH…]`: every test, on real parts. The tests of the core run first, without any permission; then
 * the others side by side, each file in a process of its own, the longest first.
 *
 * @module
 */
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { glob } from "tinyglobby";
import { type Command, UsageError } from "../terminal/command.ts";
import { watchProcessEnd } from "../terminal/process_end.ts";
import { runCommand } from "../terminal/run_command.ts";
import { openSharedServers } from "./servers/shared_servers.ts";

/** The comment of a test file that takes long: started last, it would run at the end with no other beside it. */
const RUNS_FIRST = /^\/\/ runs first\b/m;

/**
 * Variables of all processes in a run, few of which run long. The database in WebAssembly is compiled once and not
 * optimised as well: a command that opens it takes a quarter less time. And esbuild, which is in Go, collects garbage
 * less often: it takes a fifth less time.
 */
const SHORT_PROCESSES = { DENO_V8_FLAGS: "--liftoff-only", GOGC: "400" };

const command: Command = {
  name: "test",
  summary: "Run every test on real parts; the core's without any permission.",
  positionals: { usage: "[PATH…]", least: 0, most: 100, help: "test files or folders (default: all)" },
  options: {
    slowest: {
      type: "string",
      value: "N",
      help: "print the N slowest files, with their seconds",
      default: "10",
    },
    jobs: {
      type: "string",
      value: "N",
      help: "how many files run at once",
      default: String(navigator.hardwareConcurrency + 1),
    },
  },
  notes: [
    "Exit codes: 0 all passed, 1 some failed. With CI set, a test that is skipped counts as failed.",
    [
      "One browser, one PostgreSQL and one set of packed packages serve the whole run. A test file also runs on",
      "its own and then starts its own servers: deno test -A --no-check FILE. The core's need no flag: deno test tests/core.",
      "A file with the comment `// runs first` takes long, and is started before the others. By default one more file",
      "runs at once than there are processors, since tests wait part of their time.",
    ].join("\n"),
    [
      "TCK_HEADED=1    shows the browser; it needs a display, and --jobs 1 shows one page at a time",
      "TCK_CHROMIUM    the browser's path (default: one on the PATH, else one from npm)",
      "TCK_NODE        the path of Node 24.14.1 (default: the one from npm)",
    ].join("\n"),
  ],
  examples: [
    "deno task test",
    "deno task test tests/core/tckb tests/browser --slowest 20",
    "TCK_HEADED=1 deno task test tests/browser/demo_test.ts",
  ],
  async run(input, terminal) {
    const jobs = Math.max(1, readCount("jobs", input.text("jobs")));
    const slowest = readCount("slowest", input.text("slowest"));
    const files = await findTestFiles(input.positionals.length > 0 ? input.positionals : ["tests"]);
    const outcomes = await runFiles(files, jobs);
    const sum = (name: "passed" | "failed" | "skipped") =>
      outcomes.values().reduce((total, outcome) => total + outcome[name], 0);
    const skipped = sum("skipped");
    const skipsInCi = skipped > 0 && Boolean(process.env["CI"]);
    if (skipsInCi) terminal.warn(`test: ${skipped} tests were skipped, which fails in CI`);
    const broken = [...outcomes].filter(([, { success }]) => !success);
    for (const [{ files }] of broken) {
      terminal.warn(`test: failed: ${files.length === 1 ? files[0] : "tests/core"}`);
    }
    for (const line of describeSlowest(outcomes, slowest)) terminal.print(line);
    terminal.print(`${sum("passed")} passed, ${sum("failed")} failed, ${skipped} skipped`);
    return broken.length === 0 && !skipsInCi ? 0 : 1;
  },
};

Deno.exit(await runCommand(command, Deno.args));

function readCount(option: string, text: string): number {
  if (!/^\d{1,4}$/.test(text)) {
    throw new UsageError(`--${option} ${JSON.stringify(text)} is not a number`);
  }
  return Number(text);
}

/** The test files at some paths, in order, each once. */
async function findTestFiles(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(paths.map(async (path) => {
    const stats = await stat(path).catch(() => null);
    if (stats === null) throw new UsageError(`cannot find ${JSON.stringify(path)}`);
    if (stats.isFile()) return [path.replace(/^\.\//, "")];
    return await glob(`${path.replace(/\/+$/, "")}/**/*_test.{ts,tsx}`, { ignore: "**/node_modules/**" });
  }));
  return [...new Set(found.flat())].sort();
}

/** What came of the tests of some files; steps count as tests. */
interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
  success: boolean;
  /** How long the process ran. */
  seconds: number;
}

/** One process that runs tests. */
interface TestRun {
  files: readonly string[];
  flags: readonly string[];
}

/** Runs the core's files in one process, every other file in a process of its own. */
async function runFiles(files: readonly string[], jobs: number): Promise<Map<TestRun, Outcome>> {
  const isCore = (file: string) => file.startsWith("tests/core/");
  const core = files.filter(isCore);
  const others = await putLongestFirst(files.filter((file) => !isCore(file)));
  const outcomes = new Map<TestRun, Outcome>();
  const signal = watchProcessEnd();
  await using shared = openSharedServers();
  const runAll = async (runs: Iterable<TestRun>): Promise<void> => {
    for (const run of runs) {
      if (!signal.aborted) outcomes.set(run, await runTests(run, jobs, shared.variables, signal));
    }
  };
  if (core.length > 0) await runAll([{ files: core, flags: ["--no-prompt", "--parallel"] }]);
  const queue = others.map((file) => ({ files: [file], flags: ["-A"] })).values();
  await Promise.all(Array.from({ length: jobs }, () => runAll(queue)));
  if (signal.aborted) throw new Error("test: interrupted");
  return outcomes;
}

async function putLongestFirst(files: readonly string[]): Promise<string[]> {
  const isLong = async (file: string) => RUNS_FIRST.test(await readFile(file, "utf8"));
  const marks = await Promise.all(files.map(isLong));
  return [...files.filter((_, index) => marks[index]), ...files.filter((_, index) => !marks[index])];
}

/** Runs tests, and prints their output when they have ended. */
async function runTests(
  { files, flags }: TestRun,
  jobs: number,
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
      env: { ...variables, ...SHORT_PROCESSES, DENO_JOBS: String(jobs) },
      signal,
    }).output();
    const seconds = (performance.now() - started) / 1000;
    process.stdout.write(stdout);
    process.stderr.write(stderr);
    return { ...readCounts(await readFile(report, "utf8").catch(() => "")), success, seconds };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function readCounts(report: string): { passed: number; failed: number; skipped: number } {
  const count = (name: string) =>
    Number(new RegExp(`<testsuites[^>]* ${name}="(\\d+)"`).exec(report)?.[1] ?? 0);
  const failed = count("failures") + count("errors");
  const skipped = [...report.matchAll(/<skipped/g)].length;
  return { passed: count("tests") - failed - skipped, failed, skipped };
}

/** The files that took longest. */
function describeSlowest(outcomes: ReadonlyMap<TestRun, Outcome>, most: number): string[] {
  return [...outcomes].sort(([, one], [, other]) => other.seconds - one.seconds).slice(0, most)
    .map(([{ files }, { seconds }]) =>
      `${seconds.toFixed(1).padStart(7)} s  ${files.length === 1 ? files[0] : "tests/core"}`
    );
}
