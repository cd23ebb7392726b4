/**
 * Commands of `tck-preview` in the test's own process. To start a process and to load the modules takes most of a small
 * snapshot's time; what a process adds is asserted where its output, its signals and its end are the subject.
 *
 * @module
 */
import { command as review } from "../../../preview/server/cli/review_command.ts";
import { command as snapshot } from "../../../preview/server/cli/snapshot_command.ts";
import { runCommand, type Terminal } from "../../../terminal/mod.ts";
import { keepListeners, setVariables } from "../../terminal/process_state.ts";
import type { PreviewResult } from "../server/preview_process.ts";
import { chromiumVariables } from "./chromium_variables.ts";

const COMMANDS = { snapshot, review };

/** Runs `tck-preview snapshot` with some arguments, to its end. @param variables on top of those for the tests' Chromium */
export function runSnapshotHere(
  args: readonly string[],
  variables: { readonly [name: string]: string } = {},
): Promise<PreviewResult> {
  return runCommandHere("snapshot", args, { variables });
}

/** Runs a command of `tck-preview` with some arguments, to its end. `onPrint` gets each line of the result. */
export async function runCommandHere(
  command: keyof typeof COMMANDS,
  args: readonly string[],
  { variables = {}, onPrint = () => {} }: {
    readonly variables?: { readonly [name: string]: string };
    readonly onPrint?: (line: string) => void;
  } = {},
): Promise<PreviewResult> {
  using _variables = await setPreviewVariables(variables);
  using _listeners = keepListeners();
  const [results, others]: [string[], string[]] = [[], []];
  const write = (line: string) => void others.push(`${line}\n`);
  const print = (line: string) => {
    results.push(`${line}\n`);
    onPrint(line);
  };
  const terminal: Terminal = { print, note: write, warn: write, progress: () => {} };
  const code = await runCommand(COMMANDS[command], args, terminal);
  return { code, stdout: results.join(""), stderr: others.join("") };
}

/** What the program `tck-preview` and the tests' Chromium have in their environment, until it is disposed of. */
export async function setPreviewVariables(
  variables: { readonly [name: string]: string } = {},
): Promise<Disposable> {
  return setVariables({ NODE_ENV: "development", ...await chromiumVariables(), ...variables });
}
