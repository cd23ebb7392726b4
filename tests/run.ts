/**
 * `deno task test [PATH…]`: every test, on real parts. The tests of the core run first, without any permission; then
 * those that run side by side, then those that run alone.
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
import { readTestReport, type TestReport } from "./test_report.ts";

/** The comment of a test file whose tests have limits of time or memory that hold only on a quiet machine. */
const RUNS_ALONE = /^\/\/ runs alone\b/m;

const command: Command = {
  name: "test",
  summary: "Run every test on real parts; the core's without any permission.",
  positionals: { usage: "[PATH…]", least: 0, most: 100, help: "test files or folders (default: all)" },
  options: {
    slowest: {
      type: "string",
      value: "N",
      help: "print the N slowest files, with their seconds",
      default: "0",
    },
    jobs: { type: "string", value: "N", help: "how many files run at once (default: one for each core)" },
  },
  notes: [
    "Exit codes: 0 all passed, 1 some failed. With CI set, a test that is skipped counts as failed.",
    [
      "One browser, one PostgreSQL and one set of packed packages serve the whole run. A test file also runs by",
      "itself and then starts its own: deno test -A --no-check FILE. The core's need no flag: deno test tests/core.",
      "A file with the comment `// runs alone` runs after the others, with no other beside it.",
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
    const jobs = readCount("jobs", input.optional("jobs") ?? String(navigator.hardwareConcurrency));
    const slowest = readCount("slowest", input.text("slowest"));
    const files = await findTestFiles(input.positionals.length > 0 ? input.positionals : ["tests"]);
    const { passed, failed, skipped, seconds, success } = await runFiles(files, jobs);
    const skipsInCi = skipped > 0 && Boolean(process.env["CI"]);
    if (skipsInCi) terminal.warn(`test: ${skipped} tests were skipped, and CI skips none`);
    const times = [...seconds].sort(([, one], [, other]) => other - one).slice(0, slowest);
    for (const [file, time] of times) terminal.print(`${time.toFixed(1).padStart(7)} ${file}`);
    terminal.print(`${passed} passed, ${failed} failed, ${skipped} skipped`);
    return success && !skipsInCi ? 0 : 1;
  },
};

Deno.exit(await runCommand(command, Deno.args));

function readCount(option: string, text: string): number {
  if (!/^\d{1,4}$/.test(text)) {
    throw new UsageError(`test: --${option} ${JSON.stringify(text)} is not a number`);
  }
  return Number(text);
}

/** The test files at some paths, in order, each once. */
async function findTestFiles(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(paths.map(async (path) => {
    const stats = await stat(path).catch(() => null);
    if (stats === null) throw new UsageError(`test: cannot find ${JSON.stringify(path)}`);
    if (stats.isFile()) return [path.replace(/^\.\//, "")];
    return await glob(`${path.replace(/\/+$/, "")}/**/*_test.{ts,tsx}`, { ignore: "**/node_modules/**" });
  }));
  return [...new Set(found.flat())].sort();
}

/** What was found in several runs of `deno test`. */
interface Outcome extends TestReport {
  success: boolean;
}

async function runFiles(files: readonly string[], jobs: number): Promise<Outcome> {
  const signal = watchProcessEnd();
  const isCore = (file: string) => file.startsWith("tests/core/");
  const lone = new Set<string>();
  for (const file of files) if (RUNS_ALONE.test(await readFile(file, "utf8"))) lone.add(file);
  await using shared = openSharedServers();
  const lanes = [
    { files: files.filter(isCore), permission: "--no-prompt", jobs },
    { files: files.filter((file) => !isCore(file) && !lone.has(file)), permission: "-A", jobs },
    { files: files.filter((file) => !isCore(file) && lone.has(file)), permission: "-A", jobs: 1 },
  ];
  const outcomes: Outcome[] = [];
  for (const lane of lanes) {
    if (lane.files.length > 0) outcomes.push(await runLane(lane, shared.variables, signal));
  }
  const sum = (count: (outcome: Outcome) => number) =>
    outcomes.reduce((total, outcome) => total + count(outcome), 0);
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
    seconds: new Map(outcomes.flatMap(({ seconds }) => [...seconds])),
    success: outcomes.every(({ success }) => success),
  };
}

/** Files that one `deno test` runs. */
interface Lane {
  files: readonly string[];
  permission: string;
  /** How many of them run at once. */
  jobs: number;
}

async function runLane(
  { files, permission, jobs }: Lane,
  variables: { readonly [name: string]: string },
  signal: AbortSignal,
): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), "tck-test-"));
  try {
    const report = join(folder, "report.xml");
    const parallel = jobs > 1 && files.length > 1 ? ["--parallel"] : [];
    // Types are checked by `deno task check`.
    const flags = ["--no-check", "--quiet", permission, ...parallel, `--junit-path=${report}`];
    const { success } = await new Deno.Command(process.execPath, {
      args: ["test", ...flags, ...files],
      env: { ...variables, DENO_JOBS: String(jobs) },
      signal,
    }).spawn().status;
    return { ...readTestReport(await readFile(report, "utf8").catch(() => "")), success };
  } finally {
    await rm(folder, { recursive: true });
  }
}
