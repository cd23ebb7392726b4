import { type ChildProcess, spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";

/** A server and its child processes, in their own process group. */
export class ProcessTree {
  readonly #child: ChildProcess;
  #output = "";

  constructor(
    command: string,
    args: readonly string[],
    options: { cwd: string; env?: { [name: string]: string } },
  ) {
    this.#child = spawn(command, args, {
      cwd: options.cwd,
      env: { ...process.env, NO_COLOR: "1", CI: "1", ...options.env },
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const keep = (text: string) => void (this.#output = (this.#output + text).slice(-4000));
    this.#child.stdout!.setEncoding("utf8").on("data", keep);
    this.#child.stderr!.setEncoding("utf8").on("data", keep);
  }

  /** The end of the output. */
  get output(): string {
    return this.#output;
  }

  /** Whether the first process is still running. */
  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** The memory of the processes in MiB, with shared memory counted once. */
  async memory(): Promise<number> {
    const sizes = await Promise.all((await this.#members()).map((pid) => proportionalSetSize(pid)));
    return sizes.reduce((sum, size) => sum + size, 0) / 1024;
  }

  /** Ends all of them. */
  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once("close", resolve));
    try {
      process.kill(-this.#child.pid!, "SIGKILL");
    } catch {
      return; // They have ended by themselves.
    }
    await ended;
  }

  async #members(): Promise<number[]> {
    const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
    const groups = await Promise.all(pids.map((pid) => processGroup(pid)));
    return pids.filter((_, index) => groups[index] === this.#child.pid);
  }
}

async function processGroup(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const group = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[2];
  return group === undefined ? null : Number(group);
}

/** KiB, each shared page divided by the number of processes that share it. */
async function proportionalSetSize(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0);
}
