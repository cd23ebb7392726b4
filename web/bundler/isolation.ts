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

/** How an isolated process ended. */
export type IsolatedResult =
  | { outcome: "answered"; answer: unknown }
  | { outcome: "timeout" }
  | { outcome: "crashed"; detail: string };

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

/** Runs the driver on a module's source in an isolated process, and kills it at the deadline. */
export function runIsolated(isolation: Isolation, source: string): Promise<IsolatedResult> {
  return new Promise((resolve) => {
    const token = randomUUID();
    const child = spawn(...withMemoryLimit(isolation), {
      env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", ...cacheLocation() },
      stdio: ["pipe", "pipe", "pipe"],
    });
    let output = "";
    let problem = "";
    let killed: IsolatedResult | null = null;
    const kill = (result: IsolatedResult) => {
      killed ??= result;
      child.kill("SIGKILL");
    };
    const timer = setTimeout(() => kill({ outcome: "timeout" }), isolation.deadline);
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      if (output.length + text.length <= OUTPUT_LENGTH) output += text;
      else kill({ outcome: "crashed", detail: `it prints more than ${OUTPUT_LENGTH} characters` });
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      problem = (problem + text).slice(0, 4000);
    });
    child.stdin.on("error", () => {}); // The process may die before it has read everything: its end tells why.
    child.on("error", (error) => settle({ outcome: "crashed", detail: error.message }));
    child.on("close", () => settle(killed ?? readAnswer(token, output, problem)));
    child.stdin.end(`${token}\n${source}`);

    function settle(result: IsolatedResult): void {
      clearTimeout(timer);
      resolve(result);
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

function readAnswer(token: string, output: string, problem: string): IsolatedResult {
  const start = output.indexOf(`\n${token}`) + 1 + token.length;
  const end = output.indexOf("\n", start);
  if (start > token.length && end !== -1) {
    return { outcome: "answered", answer: JSON.parse(output.slice(start, end)) };
  }
  if (problem.includes("out of memory")) return { outcome: "crashed", detail: "it runs out of memory" };
  return { outcome: "crashed", detail: problem.trim().split("\n")[0] || "it ends before it is loaded" };
}
