import { tmpdir } from "node:os";
import { previewCommandLine, type PreviewResult, type PreviewRuntime } from "../server/preview_process.ts";
import { chromiumVariables } from "./chromium_variables.ts";

/** Runs `tck-preview snapshot` with some arguments, to its end. @param variables on top of those for the tests' Chromium */
export function runSnapshot(
  args: readonly string[],
  runtime: PreviewRuntime = null,
  variables: { readonly [name: string]: string } = {},
): Promise<PreviewResult> {
  return runCommand("snapshot", args, runtime, variables);
}

/** Runs a command of `tck-preview` with some arguments, to its end. */
export async function runCommand(
  command: string,
  args: readonly string[],
  runtime: PreviewRuntime = null,
  variables: { readonly [name: string]: string } = {},
): Promise<PreviewResult> {
  const [program, ...start] = previewCommandLine(runtime);
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args: [...start, command, ...args],
    cwd: tmpdir(),
    env: { NO_COLOR: "1", ...await chromiumVariables(), ...variables },
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}
