import process from "node:process";
import { type Command, invocationOf, parseCommandLine, renderHelp, UsageError } from "./command.ts";
import { checkNodeVersion } from "./node_version.ts";
import { processTerminal, type Terminal } from "./terminal.ts";

/**
 * Runs a command on its arguments: `--help` shows its page, an error is one line.
 *
 * @returns the exit code: the command's own, 1 when it fails or Node is too old for it, 2 when the command line is not one that it takes
 */
export async function runCommand(
  command: Command,
  args: readonly string[],
  terminal: Terminal = processTerminal(),
): Promise<number> {
  if (args.includes("--help")) {
    terminal.print(renderHelp(command));
    return 0;
  }
  try {
    checkNodeVersion(process.versions);
    return await command.run(parseCommandLine(command, args), terminal);
  } catch (error) {
    terminal.warn(`error: ${describeError(error)}`);
    if (!(error instanceof UsageError)) return 1;
    terminal.note(`Try: ${invocationOf(command)} --help`);
    return 2;
  }
}

/** One line for people; with `TCK_DEBUG` set, where it happened as well. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (process.env["TCK_DEBUG"]) return error.stack ?? error.message;
  return error.message.split("\n")[0]!;
}
