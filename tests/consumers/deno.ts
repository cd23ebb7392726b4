import process from "node:process";
import { fileURLToPath } from "node:url";
import { type ProcessOptions, type ProcessResult, runProcess } from "../runtimes/process.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Runs `deno` to its end, by default in the project's folder. */
export async function runDeno(args: readonly string[], options: ProcessOptions = {}): Promise<ProcessResult> {
  return await runProcess(process.execPath, args, { cwd: ROOT, ...options });
}
