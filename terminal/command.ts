import { parseArgs } from "node:util";
import { CodedError, errorMessage, nearestName, quote } from "../core/errors/mod.ts";
import type { Terminal } from "./terminal.ts";

export interface CommandOption {
  type: "string" | "boolean";
  /** The placeholder of the value in the help: `N` in `--port N`. */
  value?: string;
  help: string;
  /** The value when the flag is not given. */
  default?: string;
  /** Whether the flag must be given. @default false */
  required?: boolean;
  /** Whether the flag may be given several times. @default false */
  repeatable?: boolean;
}

/** The parsed arguments of a command. */
export interface CommandInput {
  /** The value of a flag that is required or has a default. */
  text(name: string): string;
  /** The value of a flag, or undefined. */
  optional(name: string): string | undefined;
  /** Every value of a repeatable flag, in the order of the command line. */
  all(name: string): readonly string[];
  /** Whether a boolean flag is given. */
  has(name: string): boolean;
  positionals: readonly string[];
}

export interface Command {
  /** The name in messages: `commit`. */
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
  /** Further paragraphs of the help, such as exit codes. */
  notes?: readonly string[];
  /** @returns the exit code */
  run(input: CommandInput, terminal: Terminal): Promise<number>;
}

/** The arguments of a command are invalid: exit code 2. `runCommand` puts the command's name before the message. */
export class UsageError extends CodedError<"command.invalid_usage"> {
  override readonly name = "UsageError";

  /** @param message What is wrong, without the name of the command: `missing required option --user` */
  constructor(message: string) {
    super("command.invalid_usage", message);
  }
}

/** @throws {UsageError} for an unknown flag, a missing or an empty one, or too few, too many or empty arguments */
export function parseCommandLine(command: Command, args: readonly string[]): CommandInput {
  const { values, positionals } = parse(command, args);
  for (const [name, option] of Object.entries(command.options)) {
    if (values[name] === undefined && option.default !== undefined) values[name] = option.default;
    if (values[name] === undefined && option.required) {
      throw new UsageError(`missing required option --${name}`);
    }
    // In a script it is a variable without a value. Several values have an order, in which one may be empty.
    if (values[name] === "") throw new UsageError(`option --${name} has an empty value`);
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
    throw new UsageError(addSuggestion(shortenParserMessage(errorMessage(error)), Object.keys(options)));
  }
}

/** Adds the option that was probably meant to a message about an unknown one. */
function addSuggestion(message: string, options: readonly string[]): string {
  const unknown = /^unknown option '--([^']+)'$/.exec(message)?.[1];
  const meant = unknown === undefined ? null : nearestName(unknown, [...options, "help", "version"]);
  return meant === null ? message : `${message}: did you mean --${meant}?`;
}

/** The first line of a message of `parseArgs`, without its advice about arguments that begin with a dash. */
function shortenParserMessage(message: string): string {
  const line = message.split("\n")[0]!.replace(/\. To specify.*$/s, "");
  return line.charAt(0).toLowerCase() + line.slice(1);
}

function checkPositionals(command: Command, positionals: readonly string[]): void {
  const { usage, least, most } = command.positionals ?? { usage: "", least: 0, most: 0 };
  if (positionals.length < least) throw new UsageError(`missing required argument ${usage}`);
  if (positionals.length > most) throw new UsageError(`unexpected argument ${quote(positionals[most]!)}`);
  if (positionals.includes("")) throw new UsageError(`an argument is empty: expected ${usage}`);
}

/** What a user types to run a command. */
export function invocationOf({ name, invocation }: Command): string {
  return invocation ?? `deno task ${name}`;
}

export function renderHelp(command: Command): string {
  const flags = Object.entries(command.options).map(([name, option]) => [
    flagUsage(name, option),
    flagHelp(option),
  ]);
  flags.push(["--version", "print the version"], ["--help", "show this page"]);
  const { positionals } = command;
  const usage = [invocationOf(command), "[options]", positionals?.usage].filter(Boolean).join(" ");
  return [
    command.summary,
    "",
    `Usage: ${usage}`,
    ...(positionals ? ["", "Arguments:", ...alignColumns([[positionals.usage, positionals.help]])] : []),
    "",
    "Options:",
    ...alignColumns(flags),
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

function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left!.length));
  return rows.map(([left, right]) => `  ${left!.padEnd(width)}  ${right}`);
}
