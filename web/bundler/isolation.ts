import { spawnSync } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** How to start a process that may do nothing but compute. */
export interface Isolation {
  /** The executable. */
  command: string;
  /** Its arguments, up to and with the driver's path. */
  args: readonly string[];
  /** The variables of its environment. */
  env: { readonly [name: string]: string };
  /** Milliseconds that one widget may take until the process is killed. */
  deadline: number;
}

const DRIVER = fileURLToPath(new URL("./evaluate_driver.mjs", import.meta.url));

/** Most memory that an evaluation's heap may take, in MiB. */
const HEAP_MEBIBYTES = 256;

/** Room for what realms leave behind, in MiB: to look again and again for what is still alive takes longer. */
const YOUNG_MEBIBYTES = 64;

/** Most memory that an evaluation's process may take, buffers outside the heap included, in KiB (1 GiB). */
const DATA_KIBIBYTES = 1_048_576;

/** A widget may take so many milliseconds, unless told otherwise. */
const DEADLINE = 10_000;

const V8_FLAGS = [
  `--max-old-space-size=${HEAP_MEBIBYTES}`,
  `--min-semi-space-size=${YOUNG_MEBIBYTES}`,
  `--max-semi-space-size=${YOUNG_MEBIBYTES}`,
  "--disallow-code-generation-from-strings",
  // No widget runs for long enough that its code is worth optimising.
  "--no-opt",
  "--no-maglev",
];

/**
 * Isolation by Deno's permissions: no file, network, environment or process, and no import but the driver.
 *
 * @param execPath the Deno executable
 * @param deadline milliseconds that one widget may take
 */
export function denoIsolation(execPath: string, deadline: number = DEADLINE): Isolation {
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
  return limitMemory({
    command: execPath,
    args: ["run", ...flags, `--v8-flags=${V8_FLAGS.join(",")}`, DRIVER],
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", ...cacheLocation() },
    deadline,
  });
}

/**
 * Isolation by Node's permission model: no file but the driver, no process, worker or native code. The model leaves the
 * network open, so a widget has nothing that leads to it: its realm holds none of Node's objects. Where Linux allows it,
 * the process also stands in a network namespace of its own, which is empty.
 *
 * @param execPath the Node executable, of version 24 or later
 * @param deadline milliseconds that one widget may take
 */
export function nodeIsolation(execPath: string, deadline: number = DEADLINE): Isolation {
  const node = {
    command: execPath,
    args: ["--permission", `--allow-fs-read=${DRIVER}`, ...V8_FLAGS, DRIVER],
    env: { NO_COLOR: "1" },
    deadline,
  };
  return limitMemory(canUnshareNetwork() ? unshareNetwork(node) : node);
}

/**
 * Isolation by the runtime that the bundler itself runs on.
 *
 * @param deadline milliseconds that one widget may take
 */
export function defaultIsolation(deadline: number = DEADLINE): Isolation {
  const isolate = "deno" in process.versions ? denoIsolation : nodeIsolation;
  return isolate(process.execPath, deadline);
}

/** The runtime looks for its own cache by these; a widget cannot read them. */
function cacheLocation(): { [name: string]: string } {
  const names = ["HOME", "DENO_DIR", "XDG_CACHE_HOME"];
  return Object.fromEntries(names.flatMap((name) => process.env[name] ? [[name, process.env[name]]] : []));
}

const UNSHARE = "/usr/bin/unshare";
const UNSHARE_FLAGS = ["--map-root-user", "--net"];

/** Whether users may make namespaces is the system's choice. */
function canUnshareNetwork(): boolean {
  return process.platform === "linux" && spawnSync(UNSHARE, [...UNSHARE_FLAGS, "true"]).status === 0;
}

function unshareNetwork(isolation: Isolation): Isolation {
  const args = [...UNSHARE_FLAGS, isolation.command, ...isolation.args];
  return { ...isolation, command: UNSHARE, args };
}

/** The heap's limit leaves out array buffers: the system limits those, where it has a shell that can tell it so. */
function limitMemory(isolation: Isolation): Isolation {
  if (process.platform !== "linux") return isolation;
  const script = `ulimit -d ${DATA_KIBIBYTES}; exec "$0" "$@"`;
  return { ...isolation, command: "/bin/sh", args: ["-c", script, isolation.command, ...isolation.args] };
}
