/**
 * `tck-preview` (preview specification, §4).
 *
 * @module
 */
import process from "node:process";
import { runCommand } from "../../terminal/mod.ts";
import { chooseCommand } from "./cli/choose_command.ts";
import { enableCompileCache } from "./cli/compile_cache.ts";

// The terminal's own value may be for something else.
process.env["NODE_ENV"] = "development";
enableCompileCache();
const { command, args } = await chooseCommand(process.argv.slice(2));
process.exitCode = await runCommand(command, args);
// Handles that a library leaves open must not keep the process alive.
process.exit();
