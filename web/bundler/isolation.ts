import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** How to start a process that may do nothing but compute. */
export interface Isolation {
  /** The executable. */
  command: string;
  /** Its arguments, up to and with the driver's path. */
  args: readonly string[];
  /** Milliseconds until the process is killed. */
  deadline: number;
}

/** How an isolated process ended, and what it had answered by then. */
export interface IsolatedResult {
  outcome: "ended" | "timeout" | "crashed";
  /** The answers of the driver, in their order. */
  answers: unknown[];
  /** What the process said as it ended, for people. */
  detail: string;
}

const DRIVER = fileURLToPath(new URL("./evaluate_driver.mjs", import.meta.url));

/** Most memory that an evaluation's heap may take, in MiB. */
const HEAP_MEBIBYTES = 256;

/** Most memory that an evaluation's process may take, buffers outside the heap included, in KiB (1 GiB). */
const DATA_KIBIBYTES = 1_048_576;

/** Most characters that an evaluation may print, its answer included (4 MiB). */
const OUTPUT_LENGTH = 4_194_304;

/**
 * Isolation by Deno's permissions: no file, network, environment or process, and no import but the driver and the
 * module itself.
 *
 * @param execPath the Deno executable
 * @param deadline milliseconds until the process is killed
 */
export function denoIsolation(execPath: string, deadline: number = 10_000): Isolation {
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
    deadline,
  };
}

/**
 * Runs the driver in an isolated process, and kills it at the deadline.
 *
 * @param input what the driver reads from standard input after the line with its token
 */
export function runIsolated(isolation: Isolation, input: string): Promise<IsolatedResult> {
  return new Promise((resolve) => {
    const token = randomUUID();
    const child = spawn(...withMemoryLimit(isolation), {
      env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", ...cacheLocation() },
      stdio: ["pipe", "pipe", "pipe"],
    });
    let output = "";
    let problem = "";
    let end: Omit<IsolatedResult, "answers"> | null = null;
    const kill = (outcome: IsolatedResult["outcome"], detail: string) => {
      end ??= { outcome, detail };
      child.kill("SIGKILL");
    };
    const timer = setTimeout(() => kill("timeout", ""), isolation.deadline);
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      if (output.length + text.length <= OUTPUT_LENGTH) output += text;
      else kill("crashed", `it prints more than ${OUTPUT_LENGTH} characters`);
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      problem = (problem + text).slice(0, 4000);
    });
    child.stdin.on("error", () => {}); // The process may die before it has read everything: its end tells why.
    child.on("error", (error) => settle({ outcome: "crashed", detail: error.message }));
    child.on("close", () => settle(end ?? { outcome: "ended", detail: explain(problem) }));
    child.stdin.end(`${token}\n${input}`);

    function settle(end: Omit<IsolatedResult, "answers">): void {
      clearTimeout(timer);
      resolve({ ...end, answers: readAnswers(token, output) });
    }
  });
}

/** The heap's limit leaves out array buffers: the system limits those, where it has a shell that can tell it so. */
function withMemoryLimit({ command, args }: Isolation): [command: string, args: string[]] {
  if (process.platform !== "linux") return [command, [...args]];
  return ["/bin/sh", ["-c", `ulimit -d ${DATA_KIBIBYTES}; exec "$0" "$@"`, command, ...args]];
}

/** The runtime looks for its own cache by these; the module cannot read them. */
function cacheLocation(): { [name: string]: string } {
  const names = ["HOME", "DENO_DIR", "XDG_CACHE_HOME"];
  return Object.fromEntries(names.flatMap((name) => process.env[name] ? [[name, process.env[name]]] : []));
}

/** The lines that begin with the token and are whole. */
function readAnswers(token: string, output: string): unknown[] {
  const lines = output.split("\n").slice(0, -1).filter((line) => line.startsWith(token));
  return lines.map((line) => JSON.parse(line.slice(token.length)));
}

function explain(problem: string): string {
  if (problem.includes("out of memory")) return "it runs out of memory";
  return problem.trim().split("\n")[0] || "it ends before it is done";
}
