import process from "node:process";
import { VERSION } from "../core/contract/mod.ts";
import { CodedError, errorMessageWithCauses } from "../core/errors/mod.ts";
import { type Command, invocationOf, parseCommandLine, renderHelp, UsageError } from "./command.ts";
import { checkNodeVersion, type RuntimeVersions } from "./node_version.ts";
import { processTerminal, type Terminal } from "./terminal.ts";

/**
 * Runs a command on its arguments. `--help` prints its help page, `--version` the version; an error is printed as one line.
 *
 * @returns the exit code: the command's own, 1 when it fails or Node is too old, 2 when the arguments are invalid
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
  if (args.includes("--version")) {
    terminal.print(VERSION);
    return 0;
  }
  try {
    checkNodeVersion(process.versions);
    return await command.run(parseCommandLine(command, args), terminal);
  } catch (error) {
    if (!(error instanceof UsageError)) {
      terminal.warn(`error: ${formatError(error)}`);
      return 1;
    }
    terminal.warn(`error: ${command.name}: ${formatError(error)}`);
    terminal.note(`Try: ${invocationOf(command)} --help`);
    return 2;
  }
}

/**
 * Loads a command and runs it as {@link runCommand} does. On a Node that is too old it is not loaded: its modules have
 * syntax that this Node does not parse.
 */
export async function loadAndRunCommand(
  load: () => Promise<Command>,
  args: readonly string[],
  terminal: Terminal = processTerminal(),
  versions: RuntimeVersions = process.versions,
): Promise<number> {
  return isNodeSupported(terminal, versions) ? await runCommand(await load(), args, terminal) : 1;
}

/** Whether the programs run on this Node. If not, the terminal says which one they need. */
export function isNodeSupported(
  terminal: Terminal = processTerminal(),
  versions: RuntimeVersions = process.versions,
): boolean {
  try {
    checkNodeVersion(versions);
    return true;
  } catch (error) {
    terminal.warn(`error: ${formatError(error)}`);
    return false;
  }
}

/** The first line of the message; with `TCK_DEBUG` set, the stack. */
function formatError(error: unknown): string {
  if (process.env["TCK_DEBUG"] && error instanceof Error) return error.stack ?? error.message;
  // The message of an error of this project is complete.
  const message = error instanceof CodedError ? error.message : errorMessageWithCauses(error);
  return message.split("\n")[0]!;
}
