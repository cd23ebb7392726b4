import process from "node:process";
import { fileURLToPath } from "node:url";
import { printedBy, runProcess } from "../runtimes/process.ts";

const LOCK_FILE = fileURLToPath(new URL("deno.lock", import.meta.url));

/** Runs a program of this folder with the packages of this folder's lock file. Returns its standard output. */
export async function runProgram(name: string, args: readonly string[] = [], input = ""): Promise<string> {
  const [program, command] = programCommand(name, args);
  return printedBy(await runProcess(program, command, { input }));
}

/** The command that runs a program of this folder with the packages of this folder's lock file. */
export function programCommand(name: string, args: readonly string[] = []): [string, string[]] {
  const flags = ["--no-config", "--node-modules-dir=none", "--quiet", `--lock=${LOCK_FILE}`, "--frozen"];
  const path = fileURLToPath(new URL(name, import.meta.url));
  return [process.execPath, ["run", ...flags, "--no-check", "-A", path, ...args]];
}
