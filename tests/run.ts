/**
 * `deno task test [PATH…]`: every test, on real parts, or with `--changed` those that a change reaches.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { type Command, UsageError } from "../terminal/command.ts";
import { runCommand } from "../terminal/run_command.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { listChangedFiles } from "./reach/changed_files.ts";
import { explainFile, selectChanged } from "./reach/describe_selection.ts";
import { findTestFiles } from "./runner/find_files.ts";
import { RUN_NOTES, RUN_OPTIONS, runAndReport } from "./runner/run_and_report.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const command: Command = {
  name: "test",
  summary: "Run every test on real parts; the core's without any permission.",
  positionals: {
    usage: "[PATH…]",
    least: 0,
    most: 100,
    help: "test files or folders (default: all); with --changed: a commit",
  },
  options: {
    changed: {
      type: "boolean",
      help: "only the files that reach what changed since a commit (default: what is not yet on main)",
    },
    explain: {
      type: "string",
      value: "FILE",
      help: "print which tests a change of FILE runs, and why; run none",
    },
    ...RUN_OPTIONS,
  },
  notes: RUN_NOTES,
  examples: [
    "deno task test",
    "deno task test --changed",
    "deno task test --changed HEAD~3",
    "deno task test --explain hosts/auth/bearer.ts",
    "deno task test tests/core/tckb tests/browser --slowest 20",
    "TCK_HEADED=1 deno task test tests/browser/demo_test.ts",
  ],
  async run(input, terminal) {
    const explained = input.optional("explain");
    if (explained !== undefined) return explainFile(ROOT, explained, terminal);
    if (input.has("changed")) {
      const files = await selectSince(input.positionals, terminal);
      return files.length === 0 ? 0 : await runAndReport("test", files, input, terminal, false);
    }
    const isWhole = input.positionals.length === 0;
    const files = await findTestFiles(isWhole ? ["tests"] : input.positionals, "test");
    return await runAndReport("test", files, input, terminal, isWhole);
  },
};

/** The test files that reach what changed; prints why each of them does. */
function selectSince(positionals: readonly string[], terminal: Terminal): Promise<string[]> {
  if (positionals.length > 1) {
    throw new UsageError(
      `--changed takes one commit: got ${positionals.map((text) => JSON.stringify(text)).join(" ")}`,
    );
  }
  return selectChanged(ROOT, listChangedFiles(ROOT, positionals[0]), terminal);
}

Deno.exit(await runCommand(command, Deno.args));
