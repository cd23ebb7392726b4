import { tmpdir } from "node:os";
import { previewCommandLine, type PreviewResult, type PreviewRuntime } from "../server/preview_process.ts";
import { chromiumVariables } from "./chromium_variables.ts";

/** Runs `tck-preview snapshot` with some arguments, to its end. */
export async function runSnapshot(
  args: readonly string[],
  runtime: PreviewRuntime = null,
): Promise<PreviewResult> {
  const [program, ...start] = previewCommandLine(runtime);
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args: [...start, "snapshot", ...args],
    cwd: tmpdir(),
    env: { NO_COLOR: "1", ...await chromiumVariables() },
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}
