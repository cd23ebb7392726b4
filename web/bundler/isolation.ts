import { spawn } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** How to start a process that may do nothing but compute. */
export interface Isolation {
  /** The executable. */
  command: string;
  /** Its arguments, up to and with the driver's path. */
  args: readonly string[];
}

/** How far an evaluation may go. */
export interface EvaluationLimits {
  /** Milliseconds until the process is killed. */
  deadline: number;
  /** Most bytes of standard output that are kept. */
  outputBytes: number;
}

/** How an isolated process ended. */
export type IsolatedResult =
  | { outcome: "answered"; answer: unknown }
  | { outcome: "timeout" }
  | { outcome: "crashed"; detail: string };

const DRIVER = fileURLToPath(new URL("./evaluate_driver.mjs", import.meta.url));

/** Most memory that an evaluation's heap may take, in MiB. */
const HEAP_MEBIBYTES = 256;

/**
 * Isolation by Deno's permissions: no file, network, environment or process, and no import but the driver and the
 * module itself.
 *
 * @param execPath the Deno executable
 */
export function denoIsolation(execPath: string): Isolation {
  const flags = [
    "--no-prompt",
    "--no-remote",
    "--no-npm",
    "--no-config",
    "--no-lock",
    "--cached-only",
    "--deny-import",
    "--no-code-cache",
  ];
  return {
    command: execPath,
    args: ["run", ...flags, `--v8-flags=--max-old-space-size=${HEAP_MEBIBYTES}`, DRIVER],
  };
}

/** Runs the driver on a module's source in an isolated process, and kills it at the deadline. */
export function runIsolated(
  isolation: Isolation,
  source: string,
  limits: EvaluationLimits,
): Promise<IsolatedResult> {
  return new Promise((resolve) => {
    const child = spawn(isolation.command, isolation.args, {
      env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", ...cacheLocation() },
      stdio: ["pipe", "pipe", "pipe"],
    });
    let output = "";
    let problem = "";
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill("SIGKILL");
    }, limits.deadline);
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-limits.outputBytes);
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      problem = (problem + text).slice(0, 4000);
    });
    child.stdin.on("error", () => {}); // The process may die before it has read everything: its end tells why.
    child.on("error", (error) => settle({ outcome: "crashed", detail: error.message }));
    child.on("close", () => settle(timedOut ? { outcome: "timeout" } : readAnswer(output, problem)));
    child.stdin.end(source);

    function settle(result: IsolatedResult): void {
      clearTimeout(timer);
      resolve(result);
    }
  });
}

/** The runtime looks for its own cache by these; the module cannot read them. */
function cacheLocation(): { [name: string]: string } {
  const names = ["HOME", "DENO_DIR", "XDG_CACHE_HOME"];
  return Object.fromEntries(names.flatMap((name) => process.env[name] ? [[name, process.env[name]]] : []));
}

function readAnswer(output: string, problem: string): IsolatedResult {
  const line = output.trimEnd().split("\n").at(-1) ?? "";
  try {
    return { outcome: "answered", answer: JSON.parse(line) };
  } catch {
    return { outcome: "crashed", detail: problem.trim().split("\n")[0] ?? "no answer" };
  }
}
