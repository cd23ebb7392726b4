#!/usr/bin/env node
/** `tck-preview` (preview specification, §4). */
import module from "node:module";
import process from "node:process";
import { type Command, loadAndRunCommand } from "../../terminal/mod.ts";

/** Loaded on demand: a preview must start without the modules for pictures. */
const SUBCOMMANDS: { readonly [name: string]: () => Promise<{ command: Command }> } = {
  build: () => import("./cli/build_command.ts"),
  snapshot: () => import("./cli/snapshot_command.ts"),
  review: () => import("./cli/review_command.ts"),
  mcp: () => import("./cli/mcp_command.ts"),
};

/** The first page has been served by then. */
const FLUSH_DELAY_MS = 10_000;

// The terminal's own value may be for something else.
process.env["NODE_ENV"] = "development";
enableCompileCache();
const { load, args } = chooseCommand(process.argv.slice(2));
process.exitCode = await loadAndRunCommand(load, args);
// Handles that a library leaves open must not keep the process alive.
process.exit();

/** Chooses the command: the subcommand of the first argument, or `tck-preview` itself. */
function chooseCommand(
  args: readonly string[],
): { load: () => Promise<Command>; args: readonly string[] } {
  const [name, ...rest] = args;
  const isSubcommand = name !== undefined && Object.hasOwn(SUBCOMMANDS, name);
  const importCommand = isSubcommand ? SUBCOMMANDS[name]! : () => import("./cli/preview_command.ts");
  return { load: async () => (await importCommand()).command, args: isSubcommand ? rest : args };
}

/** Enables Node's compile cache, which makes the next start faster; Vite's own program does the same. */
function enableCompileCache(): void {
  module.enableCompileCache?.();
  setTimeout(() => module.flushCompileCache?.(), FLUSH_DELAY_MS).unref();
}
