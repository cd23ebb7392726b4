import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import process from "node:process";
import { promisify } from "node:util";
import type { ProcessCommand } from "../processes/mod.ts";
import { DEFAULT_DEADLINE_MS } from "./isolate_lines.ts";

/** How an isolate is started: a process that may do nothing but compute. */
export interface Isolation {
  command(program: string): ProcessCommand;
  /**
   * Takes further rights from a process that has loaded what it needs, before it gets a widget.
   *
   * @param pid the process that the command has started
   * @throws when the system does not do it
   */
  confine?(pid: number): Promise<void>;
  /** Milliseconds that one widget may take until its isolate is killed. */
  deadline: number;
}

/** Largest heap of an isolate, in MiB. */
const MAX_HEAP_MEBIBYTES = 256;

const V8_FLAGS = [
  `--max-old-space-size=${MAX_HEAP_MEBIBYTES}`,
  "--disallow-code-generation-from-strings",
  // No widget runs for long enough that optimising its code is worth the time.
  "--no-opt",
  "--no-maglev",
];

const DENO_FLAGS = [
  "--no-prompt",
  "--no-remote",
  "--no-npm",
  "--no-config",
  "--no-lock",
  "--cached-only",
  "--deny-import",
  "--allow-env=TZ", // The isolate renders the card in two time zones.
  "--no-code-cache",
  `--v8-flags=${V8_FLAGS.join(",")}`,
];

/**
 * Isolation by Deno's permissions: no file, network or process, of the environment the time zone only, and no import but the
 * program.
 *
 * @param execPath the Deno executable
 * @param deadline milliseconds that one widget may take
 */
export function denoIsolation(execPath: string, deadline: number = DEFAULT_DEADLINE_MS): Isolation {
  const env = { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", ...cacheLocation() };
  return {
    command: (program) => ({ command: execPath, args: ["run", ...DENO_FLAGS, program], env }),
    deadline,
  };
}

/**
 * Isolation by Node's permission model: no file but the program, no process, worker or native code. The model leaves
 * sockets and signals open. The program removes what leads to them (`isolate/lock_node.ts`), and where Linux allows it, the
 * process is in namespaces of its own, of the network, of processes and of System V IPC, and opens no further descriptor: no
 * socket either, such as the one of a data folder, and no file.
 *
 * @param execPath the Node executable, of version 24 or later
 * @param deadline milliseconds that one widget may take
 */
export function nodeIsolation(execPath: string, deadline: number = DEFAULT_DEADLINE_MS): Isolation {
  const canUnshare = succeeds(UNSHARE, [...UNSHARE_FLAGS, "true"]);
  return {
    command(program) {
      const args = ["--permission", `--allow-fs-read=${program}`, ...V8_FLAGS, program];
      const env = { NO_COLOR: "1" };
      return canUnshare
        ? { command: UNSHARE, args: [...UNSHARE_FLAGS, execPath, ...args], env }
        : { command: execPath, args, env };
    },
    ...(canForbidDescriptors() && { confine: forbidDescriptors }),
    deadline,
  };
}

function succeeds(command: string, args: readonly string[]): boolean {
  return process.platform === "linux" && spawnSync(command, args).status === 0;
}

function canForbidDescriptors(): boolean {
  return existsSync(childrenFile(process.pid)) && succeeds(PRLIMIT, ["--nofile=64:64", "true"]);
}

/** Forbids new file descriptors. Open ones, including the standard streams, stay open. */
async function forbidDescriptors(pid: number): Promise<void> {
  // In a namespace of processes, the isolate is the child of `unshare`.
  const children = await readFile(childrenFile(pid), "utf8");
  for (const one of [String(pid), ...children.split(" ").filter((child) => child !== "")]) {
    await promisify(execFile)(PRLIMIT, ["--pid", one, "--nofile=0:0"]);
  }
}

/** Linux's list of a process's children. */
function childrenFile(pid: number): string {
  return `/proc/${pid}/task/${pid}/children`;
}

/**
 * Isolation by the runtime that the bundler itself runs on.
 *
 * @param deadline milliseconds that one widget may take
 */
export function defaultIsolation(deadline: number = DEFAULT_DEADLINE_MS): Isolation {
  const isolate = "deno" in process.versions ? denoIsolation : nodeIsolation;
  return isolate(process.execPath, deadline);
}

/** Deno finds its own cache by these; a widget cannot read them. */
function cacheLocation(): { [name: string]: string } {
  const names = ["HOME", "DENO_DIR", "XDG_CACHE_HOME"];
  return Object.fromEntries(names.flatMap((name) => process.env[name] ? [[name, process.env[name]]] : []));
}

const UNSHARE = "/usr/bin/unshare";
const PRLIMIT = "/usr/bin/prlimit";

/** Whether users may make namespaces is the system's choice. */
const UNSHARE_FLAGS = ["--map-root-user", "--net", "--ipc", "--pid", "--fork", "--kill-child"];
