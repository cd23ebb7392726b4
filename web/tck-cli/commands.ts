import { stat } from "node:fs/promises";
import process from "node:process";
import { quote } from "../../core/errors/mod.ts";
import {
  type Command,
  type CommandInput,
  type Terminal,
  UsageError,
  watchProcessEnd,
} from "../../terminal/mod.ts";
import { type BuildOptions, buildProject, type Isolation, watchProject } from "../bundler/mod.ts";
import { createJsonPrinter, createTextPrinter } from "./report.ts";

/**
 * The command that builds the widgets of a project.
 *
 * @param invocation the command line that runs it, such as `tck build`
 * @param isolation where widgets are evaluated
 */
export function createBuildCommand(invocation: string, isolation: Isolation): Command {
  return {
    name: "build",
    invocation,
    summary: "Build every widget of a project into dist/<NNN>_<slug>.tckb.",
    positionals: PROJECT,
    options: {
      check: { type: "boolean", help: "check the widgets and write nothing" },
      watch: { type: "boolean", help: "build again whenever a file changes, until Ctrl-C" },
      json: { type: "boolean", help: "print the report as one JSON object, with --watch one per line" },
      strict: STRICT,
    },
    notes: NOTES,
    examples: [`${invocation} my-widgets`, `${invocation} --check --json .`, `${invocation} --watch .`],
    run(input, terminal) {
      if (input.has("check") && input.has("watch")) {
        throw new UsageError("--check and --watch cannot be combined");
      }
      return run(isolation, input, input.has("check"), terminal);
    },
  };
}

/** The command that checks the widgets of a project and writes nothing; parameters as for {@linkcode createBuildCommand}. */
export function createCheckCommand(invocation: string, isolation: Isolation): Command {
  return {
    name: "check",
    invocation,
    summary: "Check every widget of a project and write nothing.",
    positionals: PROJECT,
    options: { json: { type: "boolean", help: "print the report as one JSON object" }, strict: STRICT },
    notes: NOTES,
    examples: [`${invocation} my-widgets`, `${invocation} --json`],
    run: (input, terminal) => run(isolation, input, true, terminal),
  };
}

const PROJECT: NonNullable<Command["positionals"]> = {
  usage: "[DIR]",
  least: 0,
  most: 1,
  help: "the project folder, which contains widgets/ (default: the current one)",
};

const STRICT = { type: "boolean", help: "exit with 1 on warnings too" } as const;

const NOTES = [
  "Types are checked if the project has installed TypeScript. Warnings do not change the exit code.",
  "With SOURCE_DATE_EPOCH, in seconds since 1970, each bundle has a build.json with that time.",
  "Exit codes: 0 every widget is valid, 1 some are not, 2 the command line is wrong.",
];

async function run(
  isolation: Isolation,
  input: CommandInput,
  checkOnly: boolean,
  terminal: Terminal,
): Promise<number> {
  const directory = input.positionals[0] ?? ".";
  if (!await isDirectory(directory)) {
    throw new UsageError(`no such folder: ${quote(directory)}`);
  }
  const print = input.has("json") ? createJsonPrinter(terminal) : createTextPrinter(terminal, checkOnly);
  const options: BuildOptions = {
    isolation,
    checkOnly,
    checkTypes: true,
    builtAt: readBuildTime(process.env["SOURCE_DATE_EPOCH"]),
    onProgress: (done, total, widget) => terminal.progress(`${done}/${total} ${widget.name}`),
    onNotice: (message) => terminal.warn(message),
  };
  if (input.has("watch")) {
    for await (const report of watchProject(directory, options, watchProcessEnd())) print(report);
    return 0;
  }
  const report = await buildProject(directory, options);
  print(report);
  const counted = input.has("strict") ? [...report.diagnostics, ...report.warnings] : report.diagnostics;
  return counted.length === 0 ? 0 : 1;
}

/** Reads `SOURCE_DATE_EPOCH`, by which builds get a time that is not the clock's (reproducible-builds.org). */
function readBuildTime(seconds: string | undefined): string | undefined {
  if (!seconds) return undefined;
  if (/^\d{1,11}$/.test(seconds)) return new Date(Number(seconds) * 1000).toISOString();
  throw new UsageError(
    `invalid SOURCE_DATE_EPOCH ${quote(seconds)}: expected a number of seconds since 1970`,
  );
}

async function isDirectory(path: string): Promise<boolean> {
  return await stat(path).then((info) => info.isDirectory(), () => false);
}
