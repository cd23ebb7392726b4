import process from "node:process";
import { processTerminal } from "../../terminal/mod.ts";
import { DENO_HOST } from "./deno_host.ts";
import { exportLog } from "./export_log.ts";
import { PROJECT_COMMANDS } from "../cli/project_commands.ts";
import { runCommandLine } from "../cli/run_command_line.ts";

const endExport = await exportLog();
process.exitCode = await runCommandLine(
  process.argv.slice(2),
  processTerminal(),
  PROJECT_COMMANDS,
  DENO_HOST,
);
await endExport();
// Commands close what they open. Resources that a library still holds must not keep the process alive.
process.exit();
