import { quote } from "../../core/errors/mod.ts";
import { type Command, runCommand, type Terminal } from "../../terminal/mod.ts";
import { STORE_COMMANDS } from "./store_commands.ts";

/** A command is loaded only when it runs, because most need only a part of the project. */
const COMMANDS: { readonly [name: string]: () => Promise<{ command: Command }> } = {
  demo: () => import("./commands/demo.ts"),
  serve: () => import("./commands/serve.ts"),
  build: () => import("./commands/build.ts"),
  ...STORE_COMMANDS,
  "commit-worker": () => import("./commands/commit_worker.ts"),
  migrate: () => import("./commands/migrate.ts"),
  token: () => import("./commands/token.ts"),
  pack: () => import("./commands/pack.ts"),
};

/**
 * Runs the command that a command line names.
 *
 * @param args The command's name, then its arguments
 * @returns the exit code
 */
export async function runCommandLine(
  [name = "", ...args]: readonly string[],
  terminal: Terminal,
): Promise<number> {
  if (!Object.hasOwn(COMMANDS, name)) {
    const problem = name === "" ? "missing command" : `unknown command ${quote(name)}`;
    terminal.warn(`error: ${problem}: expected one of ${Object.keys(COMMANDS).join(", ")}`);
    return 2;
  }
  const { command } = await COMMANDS[name]!();
  return await runCommand(command, args, terminal);
}
