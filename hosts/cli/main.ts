import process from "node:process";
import { type Command, parseCommandLine, renderHelp, UsageError } from "./command.ts";
import { processTerminal } from "./terminal.ts";

/** Each command is loaded only when it is asked for: most need only a part of the project. */
const COMMANDS: { readonly [name: string]: () => Promise<{ command: Command }> } = {
  demo: () => import("./commands/demo.ts"),
  serve: () => import("./commands/serve.ts"),
  commit: () => import("./commands/commit.ts"),
  build: () => import("./commands/build.ts"),
  sweep: () => import("./commands/sweep.ts"),
  token: () => import("./commands/token.ts"),
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
  if (args.includes("--help")) {
    terminal.print(renderHelp(command));
    return 0;
  }
  try {
    return await command.run(parseCommandLine(command, args), terminal);
  } catch (error) {
    terminal.warn(`error: ${describeError(error)}`);
    if (!(error instanceof UsageError)) return 1;
    terminal.note(`Try: deno task ${command.name} --help`);
    return 2;
  }
}

/** One line for people; with `TCK_DEBUG` set, where it happened as well. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (process.env["TCK_DEBUG"]) return error.stack ?? error.message;
  return error.message.split("\n")[0]!;
}
