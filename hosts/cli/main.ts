import process from "node:process";
import { quote } from "../../core/errors/mod.ts";
import { type Command, processTerminal, runCommand } from "../../terminal/mod.ts";
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

process.exitCode = await main(process.argv.slice(2));
// Commands close what they open. Resources that a library still holds must not keep the process alive.
process.exit();

async function main([name = "", ...args]: string[]): Promise<number> {
  const terminal = processTerminal();
  if (!Object.hasOwn(COMMANDS, name)) {
    const problem = name === "" ? "missing command" : `unknown command ${quote(name)}`;
    terminal.warn(`error: ${problem}: expected one of ${Object.keys(COMMANDS).join(", ")}`);
    return 2;
  }
  const { command } = await COMMANDS[name]!();
  return await runCommand(command, args, terminal);
}
