/**
 * `deno task serve` with the host assets that the tests of a run share: to build them at each start takes as long as
 * everything else that the command does until it is ready.
 *
 * @module
 */
import process from "node:process";
import { DENO_HOST } from "../../../hosts/deno/deno_host.ts";
import { PROJECT_COMMANDS } from "../../../hosts/cli/project_commands.ts";
import { runCommandLine } from "../../../hosts/cli/run_command_line.ts";
import { processTerminal } from "../../../terminal/mod.ts";
import { openHostAssets } from "../../web/host_assets.ts";

process.exitCode = await runCommandLine(
  process.argv.slice(2),
  processTerminal(),
  PROJECT_COMMANDS,
  { ...DENO_HOST, loadHostAssets: openHostAssets },
);
process.exit();
