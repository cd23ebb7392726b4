/**
 * `tck-preview` (preview specification, §4).
 *
 * @module
 */
import process from "node:process";
import { loadAndRunCommand } from "../../terminal/mod.ts";
import { chooseCommand } from "./cli/choose_command.ts";
import { enableCompileCache } from "./cli/compile_cache.ts";

// The terminal's own value may be for something else.
process.env["NODE_ENV"] = "development";
enableCompileCache();
const { load, args } = chooseCommand(process.argv.slice(2));
process.exitCode = await loadAndRunCommand(load, args);
// Handles that a library leaves open must not keep the process alive.
process.exit();
