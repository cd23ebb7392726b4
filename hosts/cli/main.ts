import process from "node:process";
import { processTerminal } from "../../terminal/mod.ts";
import { runCommandLine } from "./run_command_line.ts";

process.exitCode = await runCommandLine(process.argv.slice(2), processTerminal());
// Commands close what they open. Resources that a library still holds must not keep the process alive.
process.exit();
