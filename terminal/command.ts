import { parseArgs } from "node:util";
import type { Terminal } from "./terminal.ts";

/** One flag of a command. */
export interface CommandOption {
  type: "string" | "boolean";
  /** What stands for the value in the help: `--port N`. */
  value?: string;
  help: string;
  /** The value when the flag is not given. */
  default?: string;
  /** Whether the command cannot do without. */
  required?: boolean;
  /** Whether the flag may be given several times. @default false */
  repeatable?: boolean;
}

/** What was given on the command line. */
export interface CommandInput {
  /** A flag's value; a required flag or one with a default always has one. */
  text(name: string): string;
  /** A flag's value, or undefined. */
  optional(name: string): string | undefined;
  /** Every value of a repeatable flag, in the order of the command line. */
  all(name: string): readonly string[];
  /** Whether a flag is given. */
  has(name: string): boolean;
  positionals: readonly string[];
}

/** One command of the command line. */
export interface Command {
  /** What the command is called in messages: `commit`. */
  name: string;
  /** What a user types to run it. @default `deno task NAME` */
  invocation?: string;
  /** One sentence. */
  summary: string;
  /** The positional arguments, as the help shows them: `[DIR]`. */
  positionals?: { usage: string; least: number; most: number; help: string };
  options: { readonly [name: string]: CommandOption };
  /** Whole command lines. */
  examples: readonly string[];
  /** What else a user must know, such as exit codes. */
  notes?: readonly string[];
  /** @returns the exit code */
  run(input: CommandInput, terminal: Terminal): Promise<number>;
}

/** The command line is not one that the command takes: exit code 2. */
export class UsageError extends Error {
  override name = "UsageError";
}

/**
 * Reads the arguments of a command.
 *
 * @throws {UsageError} for an unknown flag, a missing one, or too few or too many arguments
 */
export function parseCommandLine(command: Command, args: readonly string[]): CommandInput {
  const { values, positionals } = parse(command, args);
  for (const [name, option] of Object.entries(command.options)) {
    if (values[name] === undefined && option.default !== undefined) values[name] = option.default;
    if (values[name] === undefined && option.required) {
      throw new UsageError(`Cannot ${command.name}: --${name} is missing`);
    }
  }
  checkPositionals(command, positionals);
  const all = (name: string) => [values[name] ?? []].flat().map(String);
  return {
    text: (name) => String(values[name]),
    optional: (name) => all(name)[0],
    all,
    has: (name) => values[name] === true,
    positionals,
  };
}

type Values = { [name: string]: string | boolean | (string | boolean)[] | undefined };

function parse(command: Command, args: readonly string[]): { values: Values; positionals: string[] } {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { type, repeatable = false }]) => [
      name,
      { type, multiple: repeatable },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      strict: true,
    });
    return { values: { ...values }, positionals };
  } catch (error) {
    throw new UsageError(
      `Cannot ${command.name}: ${(error as Error).message.split("\n")[0]!.replace(/\. To specify.*$/, "")}`,
    );
  }
}

function checkPositionals(command: Command, positionals: readonly string[]): void {
  const { usage, least, most } = command.positionals ?? { usage: "", least: 0, most: 0 };
  if (positionals.length < least) throw new UsageError(`Cannot ${command.name}: ${usage} is missing`);
  if (positionals.length > most) {
    throw new UsageError(
      `Cannot ${command.name}: ${JSON.stringify(positionals[most])} is one argument too many`,
    );
  }
}

/** What a user types to run a command. */
export function invocationOf({ name, invocation }: Command): string {
  return invocation ?? `deno task ${name}`;
}

/** The help page of a command. */
export function renderHelp(command: Command): string {
  const flags = Object.entries(command.options).map((
    [name, option],
  ) => [flagUsage(name, option), flagHelp(option)]);
  flags.push(["--help", "show this page"]);
  const arguments_ = command.positionals ? [[command.positionals.usage, command.positionals.help]] : [];
  const usage = [invocationOf(command), "[options]", command.positionals?.usage].filter(Boolean).join(" ");
  return [
    command.summary,
    "",
    `Usage: ${usage}`,
    ...(arguments_.length > 0 ? ["", "Arguments:", ...columns(arguments_)] : []),
    "",
    "Options:",
    ...columns(flags),
    ...(command.notes ?? []).flatMap((note) => ["", note]),
    "",
    "Examples:",
    ...command.examples.map((example) => `  ${example}`),
  ].join("\n");
}

function flagUsage(name: string, option: CommandOption): string {
  return option.type === "boolean" ? `--${name}` : `--${name} ${option.value ?? "VALUE"}`;
}

function flagHelp(option: CommandOption): string {
  if (option.required) return `${option.help} (required)`;
  return option.default === undefined ? option.help : `${option.help} (default: ${option.default})`;
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left!.length));
  return rows.map(([left, right]) => `  ${left!.padEnd(width)}  ${right}`);
}
