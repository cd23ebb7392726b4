/**
 * `deno task test [PATH…]`: every test, on real parts. The tests of the core run first, without any permission; then
 * the others side by side, each file in a process of its own, the longest first.
 *
 * @module
 */
import { readFile, stat } from "node:fs/promises";
import process from "node:process";
import { glob } from "tinyglobby";
import { type Command, UsageError } from "../terminal/command.ts";
import { watchProcessEnd } from "../terminal/process_end.ts";
import { runCommand } from "../terminal/run_command.ts";
import { describeDeath, openSharedServers, type SharedServers } from "./servers/shared_servers.ts";
import { describeSkipped } from "./skipped_tests.ts";
import { type Outcome, runTests, type TestRun } from "./test_process.ts";

/** The comment of a test file that takes long: started last, it would run at the end with no other beside it. */
const RUNS_FIRST = /^\/\/ runs first\b/m;

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
    retry: {
      type: "string",
      value: "N",
      help: "if at most N files failed, run each again with no other beside it",
      default: process.env["CI"] ? "2" : "0",
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
      "A browser that ends before the run is started again, once. The files that used it are run again at the end, each",
      "with a browser of its own, and the one that ends this one too has failed.",
    ].join("\n"),
    [
      "A file that passes when it is run again is named as flaky: it depends on what runs beside it, which is a fault",
      "of the test or of what it tests. Its first output is kept. With CI set, two files may be run again.",
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
    const retries = readCount("retry", input.text("retry"));
    const files = await findTestFiles(input.positionals.length > 0 ? input.positionals : ["tests"]);
    const { outcomes, warnings } = await runFiles(files, jobs, retries);
    const sum = (name: "passed" | "failed") =>
      outcomes.values().reduce((total, outcome) => total + outcome[name], 0);
    const skipped = [...outcomes].flatMap(([{ name }, { skipped }]) =>
      skipped.map((title) => [name, title] as const)
    );
    const skipsInCi = skipped.length > 0 && Boolean(process.env["CI"]);
    if (skipsInCi) terminal.warn(`test: ${skipped.length} tests were skipped, which fails in CI`);
    for (const warning of warnings) terminal.warn(`test: ${warning}`);
    const broken = [...outcomes].filter(([, { success }]) => !success);
    for (const [{ name }] of broken) terminal.warn(`test: failed: ${name}`);
    for (const line of describeSkipped(skipped)) terminal.print(line);
    for (const line of describeSlowest(outcomes, slowest)) terminal.print(line);
    terminal.print(`${sum("passed")} passed, ${sum("failed")} failed, ${skipped.length} skipped`);
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

type Outcomes = Map<TestRun, Outcome>;

/** Runs the core's files in one process, every other file in a process of its own. */
async function runFiles(
  files: readonly string[],
  jobs: number,
  retries: number,
): Promise<{ outcomes: Outcomes; warnings: string[] }> {
  const isCore = (file: string) => file.startsWith("tests/core/");
  const core = files.filter(isCore);
  const others = await putLongestFirst(files.filter((file) => !isCore(file)));
  const outcomes: Outcomes = new Map();
  const signal = watchProcessEnd();
  await using shared = openSharedServers();
  const runAll = async (runs: Iterable<TestRun>): Promise<void> => {
    for (const run of runs) {
      if (!signal.aborted) outcomes.set(run, await runAdmitted(run, jobs, shared, signal));
    }
  };
  if (core.length > 0) {
    await runAll([{ name: "tests/core", files: core, flags: ["--no-prompt", "--parallel"] }]);
  }
  const queue = others.map((file) => ({ name: file, files: [file], flags: ["-A"] })).values();
  await Promise.all(Array.from({ length: jobs }, () => runAll(queue)));
  const warnings = await runSuspectsAgain(outcomes, shared, signal);
  warnings.push(...await runFailedAgain(outcomes, retries, shared, signal));
  if (signal.aborted) throw new Error("test: interrupted");
  return { outcomes, warnings };
}

async function runAdmitted(
  run: TestRun,
  jobs: number,
  shared: SharedServers,
  signal: AbortSignal,
): Promise<Outcome> {
  using admission = shared.admit(run.name);
  return await runTests(run, { ...admission.variables, DENO_JOBS: String(jobs) }, signal);
}

/**
 * Runs the files again that used a browser which ended, each with servers of its own, so that the others do not fail with
 * the one that ended it. Returns what is to be said about each end.
 */
async function runSuspectsAgain(
  outcomes: Outcomes,
  { deaths }: SharedServers,
  signal: AbortSignal,
): Promise<string[]> {
  const warnings = deaths.map((death) => `the shared browser ended ${describeDeath(death)}`);
  const suspects = new Set(deaths.flatMap(({ files }) => files));
  for (const run of [...outcomes.keys()].filter(({ name }) => suspects.has(name))) {
    if (signal.aborted) break;
    await using own = openSharedServers();
    const outcome = await runAdmitted(run, 1, own, signal);
    const [death] = own.deaths;
    outcomes.set(run, death === undefined ? outcome : { ...outcome, success: false });
    if (death !== undefined) warnings.push(`${run.name} ended the browser, with ${death.exit}`);
  }
  return warnings;
}

/** Runs the files again that failed, unless there are more than `retries`. Returns what is to be said about each that passes. */
async function runFailedAgain(
  outcomes: Outcomes,
  retries: number,
  { deaths }: SharedServers,
  signal: AbortSignal,
): Promise<string[]> {
  const repeated = new Set(deaths.flatMap(({ files }) => files));
  const failed = [...outcomes].filter(([{ name }, { success }]) => !success && !repeated.has(name));
  if (failed.length > retries) return [];
  const flaky: string[] = [];
  for (const [run] of failed) {
    if (signal.aborted) break;
    await using own = openSharedServers();
    const outcome = await runAdmitted(run, 1, own, signal);
    outcomes.set(run, outcome);
    if (outcome.success) flaky.push(`flaky: ${run.name} failed beside other files and passed alone`);
  }
  return flaky;
}

async function putLongestFirst(files: readonly string[]): Promise<string[]> {
  const isLong = async (file: string) => RUNS_FIRST.test(await readFile(file, "utf8"));
  const marks = await Promise.all(files.map(isLong));
  return [...files.filter((_, index) => marks[index]), ...files.filter((_, index) => !marks[index])];
}

/** The files that took longest. */
function describeSlowest(outcomes: ReadonlyMap<TestRun, Outcome>, most: number): string[] {
  return [...outcomes].sort(([, one], [, other]) => other.seconds - one.seconds).slice(0, most)
    .map(([{ name }, { seconds }]) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
}
