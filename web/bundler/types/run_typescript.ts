import { spawn } from "node:child_process";
import process from "node:process";
import type { TypeScript } from "./find_typescript.ts";

/** How much of the output is read, in characters. */
const MAX_OUTPUT_LENGTH = 4_194_304;

/** What a run of TypeScript printed, and what kept it from finishing. */
interface TypeScriptRun {
  output: string;
  failure: string | null;
  /** Whether it has printed all that it wanted to. */
  isComplete: boolean;
}

/**
 * Runs `tsc` in a child process. It writes nothing but the cache, and lists the files that it has read.
 *
 * @param config the configuration; it is the project's only in part
 * @param root where it runs: it prints paths from here
 * @param cache the file of what it remembers; null for none
 * @param deadline milliseconds after which it is killed with all that it has started
 * @param signal kills it, too
 */
export function runTypeScript(
  { program }: TypeScript,
  config: string,
  root: string,
  cache: string | null,
  deadline: number,
  signal?: AbortSignal,
): Promise<TypeScriptRun> {
  const incremental = cache === null
    ? ["--incremental", "false"]
    : ["--incremental", "--tsBuildInfoFile", cache];
  const flags = ["--listFiles", "--noEmit", "--pretty", "false", ...incremental];
  const runtime = "deno" in process.versions
    ? ["run", "-A", "--no-prompt", "--no-lock", "--node-modules-dir=manual"]
    : [];
  const child = spawn(process.execPath, [...runtime, program, "--project", config, ...flags], {
    cwd: root,
    env: { ...process.env, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    detached: hasGroups, // Then it leads a group of its own: `tsc` may start the native compiler.
  });
  return new Promise((resolve) => {
    let output = "";
    let problem = "";
    let failure: string | null = null;
    const stop = (reason: string) => {
      failure ??= reason;
      killGroup(child.pid);
    };
    const timer = setTimeout(() => stop(`is not done after ${deadline / 1000} s`), deadline);
    const abort = () => stop("was stopped");
    signal?.addEventListener("abort", abort);
    if (signal?.aborted) abort();
    const finish = (reason: string | null, isClosed: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      resolve({ output, failure: failure ?? reason, isComplete: failure === null && isClosed });
    };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (output.length > MAX_OUTPUT_LENGTH) stop("prints too much");
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => problem = (problem + text).slice(0, 2000));
    child.on("error", (error) => finish(`cannot be started: ${error.message}`, false));
    child.on("close", (code, end) => {
      const reason = (problem || output).trim().split("\n")[0]?.slice(0, 200) || (end ?? code);
      finish(code === 0 ? null : `fails: ${reason}`, code !== null);
    });
  });
}

const hasGroups = process.platform !== "win32";

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(hasGroups ? -pid : pid, "SIGKILL");
  } catch {
    // It has just ended.
  }
}
