import { writeFile } from "node:fs/promises";
import process from "node:process";
import { type Command, type CommandInput, type Terminal, UsageError } from "../../terminal/mod.ts";
import { watchProcessEnd } from "../../terminal/process_end.ts";
import { readExpectedTimes, readSeedTimes, recordTimes, saveSeed } from "./file_times.ts";
import { joinReports } from "./junit.ts";
import { RunProgress } from "./progress.ts";
import { type Outcomes, runFiles } from "./run_files.ts";
import { filesOfShard, parseShard, putLongestFirst } from "./shards.ts";
import { describeSkipped } from "./skipped_tests.ts";
import { UnfinishedRun } from "./unfinished_run.ts";

/** The options of a command that runs test files. */
export const RUN_OPTIONS: Command["options"] = {
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
  limit: {
    type: "string",
    value: "SECONDS",
    help: "end a file that has not ended after so long, with all that it started; it has failed",
    default: "600",
  },
  repeat: {
    type: "string",
    value: "N",
    help: "run all N times, to find what fails now and then",
    default: "1",
  },
  shard: { type: "string", value: "I/N", help: "run the I-th of N parts that take about equally long" },
  junit: { type: "string", value: "FILE", help: "write the outcomes as a JUnit report" },
  resume: { type: "boolean", help: "go on with a run that was interrupted, if no file has changed since" },
  "save-times": { type: "boolean", help: "write the measured times into tests/runner/times.json" },
};

/** The paragraphs of the help that belong to {@link RUN_OPTIONS}. */
export const RUN_NOTES: readonly string[] = [
  "Exit codes: 0 all passed, 1 some failed. With CI set, a test that is skipped counts as failed.",
  [
    "One browser, one PostgreSQL and one set of packed packages serve the whole run. A test file also runs on",
    "its own and then starts its own servers: deno test -A --no-check FILE. The core's need no flag: deno test tests/core.",
    "The files that took longest the last time are started first. By default one more file runs at once than there are",
    "processors, since tests wait part of their time.",
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
];

/** Runs test files as {@link RUN_OPTIONS} say, and prints what came of them. Returns the exit code. */
export async function runAndReport(
  name: string,
  files: readonly string[],
  input: CommandInput,
  terminal: Terminal,
  isWhole: boolean,
): Promise<number> {
  const repeats = Math.max(1, readCount("repeat", input.text("repeat")));
  const slowest = readCount("slowest", input.text("slowest"));
  const secondsOf = await readExpectedTimes();
  const part = selectShard(files, input.optional("shard"), await readSeedTimes());
  const unfinished = new UnfinishedRun(input.has("resume"));
  const failures = new Map<string, number>();
  let code = 0;
  for (let turn = 1; turn <= repeats; turn++) {
    if (repeats > 1) terminal.note(`${name}: run ${turn} of ${repeats}`);
    const rest = turn > 1 ? part : part.filter((file) => !unfinished.passed.has(file));
    if (rest.length < part.length && turn === 1) {
      terminal.note(`${name}: ${part.length - rest.length} files passed before the interruption`);
    }
    const { outcomes, warnings } = await runInOrder(name, rest, input, terminal, secondsOf, unfinished);
    await writeTimes(outcomes, input.has("save-times"), isWhole && rest.length === files.length);
    const junit = input.optional("junit");
    if (junit !== undefined) await writeFile(junit, joinReports([...outcomes.values()]));
    for (const [{ name }, { success }] of outcomes) {
      if (!success) failures.set(name, (failures.get(name) ?? 0) + 1);
    }
    if (report(name, outcomes, warnings, slowest, terminal) !== 0) code = 1;
  }
  unfinished.end();
  if (repeats > 1) {
    for (const [file, count] of failures) {
      terminal.warn(`${name}: ${file} failed in ${count} of ${repeats} runs`);
    }
  }
  return code;
}

async function runInOrder(
  name: string,
  files: readonly string[],
  input: CommandInput,
  terminal: Terminal,
  secondsOf: (file: string) => number,
  unfinished: UnfinishedRun,
): Promise<{ outcomes: Outcomes; warnings: string[] }> {
  const jobs = Math.max(1, readCount("jobs", input.text("jobs")));
  const signal = watchProcessEnd();
  const progress = new RunProgress(terminal, files, jobs, secondsOf);
  const result = await runFiles(putLongestFirst(files, secondsOf), {
    jobs,
    retries: readCount("retry", input.text("retry")),
    limitSeconds: Math.max(1, readCount("limit", input.text("limit"))),
    signal,
    onEnd(run, outcome) {
      progress.end(run, outcome);
      if (outcome.success) unfinished.add(run.files);
    },
  });
  if (signal.aborted) {
    throw new Error(
      `${name}: interrupted; --resume goes on with the ${files.length - result.outcomes.size} files left`,
    );
  }
  return result;
}

/** Prints what came of a run, and returns its exit code. */
function report(
  name: string,
  outcomes: Outcomes,
  warnings: readonly string[],
  slowest: number,
  terminal: Terminal,
): number {
  const sum = (key: "passed" | "failed") =>
    outcomes.values().reduce((total, outcome) => total + outcome[key], 0);
  const skipped = [...outcomes].flatMap(([{ name }, { skipped }]) =>
    skipped.map((title) => [name, title] as const)
  );
  const skipsInCi = skipped.length > 0 && Boolean(process.env["CI"]);
  if (skipsInCi) terminal.warn(`${name}: ${skipped.length} tests were skipped, which fails in CI`);
  for (const warning of warnings) terminal.warn(`${name}: ${warning}`);
  const broken = [...outcomes].filter(([, { success }]) => !success);
  for (const [run, { isOverdue, seconds }] of broken) {
    const why = isOverdue ? `: it was ended after ${Math.floor(seconds)} s, --limit` : "";
    terminal.warn(`${name}: failed: ${run.name}${why}`);
  }
  for (const line of describeSkipped(skipped)) terminal.print(line);
  for (const line of describeSlowest(outcomes, slowest)) terminal.print(line);
  terminal.print(`${sum("passed")} passed, ${sum("failed")} failed, ${skipped.length} skipped`);
  return broken.length === 0 && !skipsInCi ? 0 : 1;
}

function selectShard(
  files: readonly string[],
  text: string | undefined,
  secondsOf: (file: string) => number,
): readonly string[] {
  if (text === undefined) return files;
  const shard = parseShard(text);
  if (shard === null) throw new UsageError(`--shard ${JSON.stringify(text)} is not I/N, such as 1/3`);
  return filesOfShard(files, shard, secondsOf);
}

async function writeTimes(outcomes: Outcomes, isSeed: boolean, isWhole: boolean): Promise<void> {
  const seconds = new Map(
    [...outcomes].filter(([{ files }, { success }]) => success && files.length === 1)
      .map(([{ name }, { seconds }]) => [name, seconds]),
  );
  await recordTimes(seconds);
  if (isSeed) await saveSeed(seconds, isWhole);
}

/** The files that took longest. */
function describeSlowest(outcomes: Outcomes, most: number): string[] {
  return [...outcomes].sort(([, one], [, other]) => other.seconds - one.seconds).slice(0, most)
    .map(([{ name }, { seconds }]) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
}

function readCount(option: string, text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new UsageError(`--${option} ${JSON.stringify(text)} is not a number`);
  return Number(text);
}
