/**
 * Commands that run in the test's own process. To start a process and to load the modules takes most of a command's time,
 * and what a process adds is asserted where its output, its signals and its end are the subject.
 *
 * @module
 */
import process from "node:process";
import { PROJECT_COMMANDS } from "../../../hosts/cli/project_commands.ts";
import { runCommandLine } from "../../../hosts/cli/run_command_line.ts";
import type { Terminal } from "../../../terminal/mod.ts";
import { keepListeners, setVariables } from "../../terminal/process_state.ts";
import { within } from "../../waiting/mod.ts";
import { TEST_HOST } from "./test_host.ts";
import type { CommandResult } from "./command_process.ts";

/** A command that would serve instead of being rejected ends never. */
const HANGS_AFTER_MS = 300_000;

/** The command that runs now: there is one environment, so the next one waits for its end. */
let running: Promise<unknown> = Promise.resolve();

/** Runs a command to its end, with the settings of `environment` and no others. */
export function runCommandHere(
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<CommandResult> {
  const result = running.then(() => run(args, environment));
  running = result.catch(() => {});
  return result;
}

async function run(args: readonly string[], environment: Record<string, string>): Promise<CommandResult> {
  using _settings = replaceSettings({ TCK_DRAIN: "0s", ...environment });
  using _listeners = keepListeners();
  const [results, others]: [string[], string[]] = [[], []];
  const write = (line: string) => void others.push(`${line}\n`);
  const terminal: Terminal = {
    print: (line) => void results.push(`${line}\n`),
    note: write,
    warn: write,
    progress: () => {},
  };
  const code = await within(
    `the end of ${args.join(" ")}`,
    runCommandLine(args, terminal, PROJECT_COMMANDS, TEST_HOST),
    HANGS_AFTER_MS,
  );
  return { code, stdout: results.join(""), stderr: others.join("") };
}

/** Replaces the settings of this process until it is disposed of. */
function replaceSettings(settings: Record<string, string>): Disposable {
  const others = Object.keys(process.env).filter((name) => name.startsWith("TCK_"));
  return setVariables({ ...Object.fromEntries(others.map((name) => [name, undefined])), ...settings });
}
