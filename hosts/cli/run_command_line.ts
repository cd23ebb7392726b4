import process from "node:process";
import { VERSION } from "../../core/contract/mod.ts";
import { errorMessageWithCauses, quote } from "../../core/errors/mod.ts";
import { type Command, runCommand, type Terminal } from "../../terminal/mod.ts";
import { createServerLog } from "../operations/server_log.ts";
import type { Host, HostCommand } from "./host.ts";
import type { Commands } from "./service_commands.ts";

/**
 * Runs the command that a command line names. `--help` without a command lists them.
 *
 * @param args The command's name, then its arguments
 * @returns the exit code
 */
export async function runCommandLine(
  [name = "", ...args]: readonly string[],
  processTerminal: Terminal,
  commands: Commands,
  host: Host,
): Promise<number> {
  const terminal = process.env["TCK_LOG"] === "json" ? logAsJson(processTerminal) : processTerminal;
  if (name === "--version") {
    terminal.print(VERSION);
    return 0;
  }
  if (name === "--help") {
    terminal.print(await renderCommands(commands, host));
    return 0;
  }
  if (!Object.hasOwn(commands, name)) {
    const problem = name === "" ? "missing command" : `unknown command ${quote(name)}`;
    terminal.warn(`error: ${problem}: expected one of ${Object.keys(commands).join(", ")}`);
    return 2;
  }
  const { command } = await commands[name]!();
  return await runCommand(onHost(command, host), args, terminal);
}

async function renderCommands(commands: Commands, host: Host): Promise<string> {
  const width = Math.max(...Object.keys(commands).map(({ length }) => length));
  const lines = Object.entries(commands).map(async ([name, load]) =>
    `  ${name.padEnd(width)}  ${onHost((await load()).command, host).summary}`
  );
  return [
    `Usage: ${host.invocation} COMMAND [options]`,
    `Commands:\n${(await Promise.all(lines)).join("\n")}`,
    `Each has a help page with examples: ${host.invocation} serve --help`,
  ].join("\n\n");
}

/** The command with the host, and with a help page for it. */
function onHost({ helpOn, ...everywhere }: HostCommand, host: Host): Command {
  const command = { ...everywhere, ...helpOn?.(host) };
  const write = (text: string) => text.replaceAll("deno task", host.invocation);
  return {
    ...command,
    invocation: write(command.invocation ?? `deno task ${command.name}`),
    ...(command.notes ? { notes: command.notes.map(write) } : {}),
    examples: command.examples.map(write),
    run: (input, terminal) => everywhere.run(input, terminal, host),
  };
}

/**
 * With `TCK_LOG=json`, a terminal whose lines on standard error are events of the log, so that every line there is JSON: the
 * command's own, the runtime's warnings, and an error that ends the process.
 */
function logAsJson(terminal: Terminal): Terminal {
  const log = createServerLog({ format: "json", level: "info" }, terminal);
  const write = (level: "info" | "warning" | "error", message: string) =>
    log({ event: "command_message", level, message });
  process.removeAllListeners("warning");
  process.on("warning", (warning) => write("warning", errorMessageWithCauses(warning)));
  for (const end of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(end, (error: unknown) => {
      log({ event: "process_failed", level: "error", message: errorMessageWithCauses(error) });
      process.exit(1);
    });
  }
  return {
    print: (line) => terminal.print(line),
    note: (line) => write("info", line),
    warn: (line) => write(line.startsWith("error: ") ? "error" : "warning", line),
    log: (line) => terminal.note(line),
    progress: () => {},
  };
}
