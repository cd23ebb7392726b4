/**
 * `deno task test [PATH…]`: every test there is, on real parts. The core's tests run first, with no permission at all.
 *
 * @module
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import type { Command } from "../terminal/command.ts";
import { runCommand } from "../terminal/run_command.ts";

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const command: Command = {
  name: "test",
  summary: "Run every test on real parts; the core's with no permission at all.",
  positionals: { usage: "[PATH…]", least: 0, most: 100, help: "test files or folders (default: all)" },
  options: {},
  notes: [
    "Exit codes: 0 all passed, 1 some failed. With CI set, a test that is skipped counts as failed.",
    "TCK_CHROMIUM names the browser (default: one on the PATH, else one from npm).",
  ],
  examples: ["deno task test", "deno task test tests/core/tckb tests/browser"],
  async run(input, terminal) {
    const { passed, failed, skipped, success } = await runAll(
      input.positionals.length > 0 ? input.positionals : ["tests"],
    );
    const skipsInCi = skipped > 0 && Boolean(process.env["CI"]);
    if (skipsInCi) terminal.warn(`test: ${skipped} tests were skipped, and CI skips none`);
    terminal.print(`${passed} passed, ${failed} failed, ${skipped} skipped`);
    return success && !skipsInCi ? 0 : 1;
  },
};

Deno.exit(await runCommand(command, Deno.args));

async function runAll(paths: readonly string[]): Promise<Counts & { success: boolean }> {
  const isCore = (path: string) => path.replace(/^\.\//, "").startsWith("tests/core");
  const core = paths.includes("tests") ? ["tests/core"] : paths.filter(isCore);
  const rest = paths.filter((path) => !isCore(path));
  const runs: (Counts & { success: boolean })[] = [];
  if (core.length > 0) runs.push(await runTests("--no-prompt", core));
  if (rest.length > 0) runs.push(await runTests("-A", ["--ignore=tests/core", ...rest]));
  const sum = (count: (run: Counts) => number) => runs.reduce((total, run) => total + count(run), 0);
  return {
    passed: sum((run) => run.passed),
    failed: sum((run) => run.failed),
    skipped: sum((run) => run.skipped),
    success: runs.every((run) => run.success),
  };
}

async function runTests(permission: string, args: readonly string[]): Promise<Counts & { success: boolean }> {
  const room = await mkdtemp(join(tmpdir(), "tck-test-"));
  try {
    const report = join(room, "report.xml");
    // Types are `deno task check`'s; a test run must not check the whole tree a second time.
    const flags = ["test", "--no-check", "--quiet", permission, `--junit-path=${report}`];
    const child = new Deno.Command(process.execPath, { args: [...flags, ...args] }).spawn();
    const { success } = await child.status;
    return { ...readCounts(await readFile(report, "utf8").catch(() => "")), success };
  } finally {
    await rm(room, { recursive: true });
  }
}

function readCounts(report: string): Counts {
  const count = (name: string) =>
    Number(new RegExp(`<testsuites[^>]* ${name}="(\\d+)"`).exec(report)?.[1] ?? 0);
  const failed = count("failures") + count("errors");
  const skipped = [...report.matchAll(/<skipped/g)].length;
  return { passed: count("tests") - failed - skipped, failed, skipped };
}
