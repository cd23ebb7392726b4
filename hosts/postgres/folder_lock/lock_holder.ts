import { randomUUID } from "node:crypto";
import { readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";
import process from "node:process";
import { hasListener } from "./lock_socket.ts";

/** The contents of a lock file: the process that has the lock. */
export interface LockHolder {
  readonly pid: number;
  readonly host: string;
  /** The namespace of the process's id, as Linux numbers them; empty on other systems. */
  readonly space: string;
  /** When the process began, as {@linkcode readBeginning} has it; empty where the system does not say. */
  readonly began: string;
  /** Unique for each time a lock is taken. */
  readonly token: string;
}

/** Describes this process as the holder of a new lock. */
export async function describeOwnHolder(): Promise<LockHolder> {
  const [space, began] = await Promise.all([readProcessSpace(), readBeginning(process.pid)]);
  return { pid: process.pid, host: hostname(), space, began, token: randomUUID() };
}

/** Reads the text of a lock file. One that cannot be parsed is of a process that has ended. */
export function parseHolder(text: string): LockHolder {
  const [, pid, host, space = "", began = "", token] =
    /^\{"pid":(\d{1,10}),"host":"([^"\\]*)",(?:"space":"(\d*)",)?(?:"began":"([0-9a-f/-]*)",)?"token":"([0-9a-f-]{36})"\}$/
      .exec(text) ?? [];
  if (pid === undefined || host === undefined || token === undefined) {
    return { pid: 0, host: hostname(), space: "", began: "", token: "unreadable" };
  }
  return { pid: Number(pid), host, space, began, token };
}

/** Determines whether the holder of a lock in a folder, which is no lock of this process, still runs. */
export async function isRunningHolder(folder: string, holder: LockHolder, own: LockHolder): Promise<boolean> {
  const { pid, host, began, token } = holder;
  if (host !== own.host) return true; // cannot be checked from this machine
  if (pid === 0 || hasRestarted(holder, own)) return false;
  // In another container the id is that of another process, or of none: the holder's socket says whether it runs.
  if (isElsewhere(holder, own)) return await hasListener(folder, token);
  if (pid === process.pid || !isRunningProcess(pid)) return false;
  // After a restart of the container another process may have the id.
  const current = await readBeginning(pid);
  return began === "" || current === "" || began === current;
}

/** Whether a holder's process id is of another namespace than this process's, as in another container. */
export function isElsewhere(holder: LockHolder, own: LockHolder): boolean {
  return holder.space !== "" && own.space !== "" && holder.space !== own.space;
}

/** Whether the system has started again since a holder took its lock. */
function hasRestarted(holder: LockHolder, own: LockHolder): boolean {
  const [former, current] = [holder, own].map(({ began }) => began.split("/")[0]);
  return former !== "" && current !== "" && former !== current;
}

function isRunningProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}

/** When a process began, as an id of the system's start and the time since it; empty where the system has no `/proc`. */
async function readBeginning(pid: number): Promise<string> {
  const [boot, stat] = await Promise.all(
    ["/proc/sys/kernel/random/boot_id", `/proc/${pid}/stat`].map((path) =>
      readFile(path, "utf8").catch(() => null)
    ),
  );
  // The name of the program, in parentheses, may have spaces. `starttime` is the 22nd field, and the state the third.
  const ticks = stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  return boot && ticks ? `${boot.trim()}/${ticks}` : "";
}

/** The number of this process's namespace of process ids, which no other one of the running system has. */
async function readProcessSpace(): Promise<string> {
  const link = await readlink("/proc/self/ns/pid").catch(() => "");
  return /^pid:\[(\d+)\]$/.exec(link)?.[1] ?? "";
}
