/**
 * `deno task serve` and `deno task demo` with the host assets that the tests of a run share.
 *
 * @module
 */
import process from "node:process";
import { PROJECT_COMMANDS } from "../../../hosts/cli/project_commands.ts";
import { runCommandLine } from "../../../hosts/cli/run_command_line.ts";
import { processTerminal } from "../../../terminal/mod.ts";
import { TEST_HOST } from "./test_host.ts";

process.exitCode = await runCommandLine(
  process.argv.slice(2),
  processTerminal(),
  PROJECT_COMMANDS,
  TEST_HOST,
);
process.exit();
