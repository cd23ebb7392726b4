import process from "node:process";
import { fileURLToPath } from "node:url";
import { printedBy, runProcess } from "../runtimes/process.ts";

const LOCK_FILE = fileURLToPath(new URL("deno.lock", import.meta.url));

/** Runs a program of this folder with the packages of this folder's lock file. Returns its standard output. */
export async function runProgram(name: string, args: readonly string[] = [], input = ""): Promise<string> {
  const flags = ["--no-config", "--node-modules-dir=none", "--quiet", `--lock=${LOCK_FILE}`, "--frozen"];
  const path = fileURLToPath(new URL(name, import.meta.url));
  const command = ["run", ...flags, "--no-check", "-A", path, ...args];
  return printedBy(await runProcess(process.execPath, command, { input }));
}
