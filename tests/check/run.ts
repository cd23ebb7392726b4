/**
 * `deno task check`: every check that runs no program of the project.
 *
 * @module
 */
import process from "node:process";
import type { Command } from "../../terminal/command.ts";
import { runCommand } from "../../terminal/run_command.ts";

/** The steps, each with the arguments for Deno and, where a command repairs what it finds, that command. */
const STEPS: readonly (readonly [name: string, args: readonly string[], repair?: string])[] = [
  ["format", ["fmt", "--check"], "deno fmt"],
  ["lint", ["lint", "--quiet"]],
  ["types", ["check", "--quiet"]],
  ["types of the core", ["check", "--quiet", "--config", "tests/check/core_types.json", "core"]],
  ["examples in the docs", [
    "check",
    "--quiet",
    "--doc-only",
    "core",
    "web/tck",
    "mod.ts",
    "README.md",
    "docs",
  ]],
  ["imports: directions, faces and circles", ["run", "-A", "tests/check/check_imports.ts"]],
  ["reference of the kit", ["run", "-A", "tests/check/api_reference/main.ts"], "deno task api"],
  ["version", ["run", "-A", "tests/check/version.ts"], "deno task version"],
  ["claims of the threat model", ["run", "-A", "tests/check/claims.ts"], "deno task claims"],
  ["limits", ["run", "-A", "tests/check/limits.ts"], "deno task limits"],
  ["pictures", ["run", "-A", "tests/check/pictures.ts"], "deno task docs:pictures"],
  ["links", ["run", "-A", "tests/check/links.ts"]],
  ["citations of the specifications", ["run", "-A", "tests/check/citations.ts"]],
  ["words", ["run", "-A", "tests/check/words.ts"]],
  ["waits of the tests", ["run", "-A", "tests/check/waits.ts"]],
  ["time budgets of the tests", ["run", "-A", "tests/check/test_budgets.ts"]],
  ["age of the soak's results", ["run", "-A", "tests/check/soak_results.ts"]],
  ["size budgets", ["run", "-A", "tests/check/size_budgets.ts"]],
];

const command: Command = {
  name: "check",
  summary: "Check the tree without running its programs.",
  options: {},
  notes: [`Steps: ${STEPS.map(([name]) => name).join(", ")}.`],
  examples: ["deno task check"],
  async run(_input, terminal) {
    const failed: string[] = [];
    for (const [name, args, repair] of STEPS) {
      terminal.print(`check: ${name}`);
      const { success } = await new Deno.Command(process.execPath, { args: [...args] }).spawn().status;
      if (success) continue;
      failed.push(name);
      if (repair !== undefined) terminal.print(`check: ${name}: run ${repair}`);
    }
    terminal.print(failed.length === 0 ? "check: passed" : `check: failed: ${failed.join(", ")}`);
    return failed.length === 0 ? 0 : 1;
  },
};

Deno.exit(await runCommand(command, Deno.args));
