import process from "node:process";
import type { Command } from "../../terminal/command.ts";
import { runCommand } from "../../terminal/run_command.ts";
import { processTerminal } from "../../terminal/terminal.ts";

/** Each command is loaded only when it is asked for: most need only a part of the project. */
const COMMANDS: { readonly [name: string]: () => Promise<{ command: Command }> } = {
  demo: () => import("./commands/demo.ts"),
  serve: () => import("./commands/serve.ts"),
  commit: () => import("./commands/commit.ts"),
  "commit-worker": () => import("./commands/commit_worker.ts"),
  build: () => import("./commands/build.ts"),
  sweep: () => import("./commands/sweep.ts"),
  history: () => import("./commands/history.ts"),
  rollback: () => import("./commands/rollback.ts"),
  migrate: () => import("./commands/migrate.ts"),
  notifications: () => import("./commands/notifications.ts"),
  token: () => import("./commands/token.ts"),
  pack: () => import("./commands/pack.ts"),
};

process.exitCode = await main(process.argv.slice(2));
// A command has closed what it opened; what a library still holds must not keep the process.
process.exit();

async function main([name, ...args]: string[]): Promise<number> {
  const terminal = processTerminal();
  const load = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name]! : null;
  if (load === null) {
    terminal.warn(
      `error: ${name ? `there is no command ${JSON.stringify(name)}` : "no command is given"}; there are: ${
        Object.keys(COMMANDS).join(", ")
      }`,
    );
    return 2;
  }
  const { command } = await load();
  return await runCommand(command, args, terminal);
}
