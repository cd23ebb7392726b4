/**
 * `tck-preview` (preview specification, §4).
 *
 * @module
 */
import process from "node:process";
import { runCommand } from "../../terminal/mod.ts";
import { chooseCommand } from "./cli/choose_command.ts";
import { keepCompiledModules } from "./cli/compile_cache.ts";

// What is previewed is being developed, whatever else this terminal is used for.
process.env["NODE_ENV"] = "development";
keepCompiledModules();
const { command, args } = await chooseCommand(process.argv.slice(2));
process.exitCode = await runCommand(command, args);
// The preview has closed what it opened; what a library still holds must not keep the process.
process.exit();
