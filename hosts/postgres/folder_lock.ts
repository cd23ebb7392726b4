import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import process from "node:process";
import { quote } from "../../core/errors/mod.ts";
import { nullIfMissing } from "../../terminal/files/mod.ts";
import { DatabaseError } from "./errors.ts";

/** The lock on a data folder's database. */
interface FolderLock {
  release(): Promise<void>;
}

/**
 * Takes the lock file `database.lock` of a data folder. The lock of a process that has ended is replaced.
 *
 * @throws {DatabaseError} `database.locked` if a running process has the lock
 */
export async function lockFolder(dataDir: string): Promise<FolderLock> {
  await mkdir(dataDir, { recursive: true });
  return await takeLock(join(resolve(dataDir), "database.lock"));
}

/** The contents of a lock file. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When the process began, as {@linkcode readBeginning} has it; empty where the system does not say. */
  readonly began: string;
  /** Unique for each time a lock is taken. */
  readonly token: string;
}

/** The locks of this process. A lock file with this process's id and another token is from an earlier process. */
const held = new Set<string>();

async function takeLock(path: string): Promise<FolderLock> {
  const began = await readBeginning(process.pid);
  const own: Holder = { pid: process.pid, host: hostname(), began, token: randomUUID() };
  const temporary = `${path}-${own.token}`;
  await writeFile(temporary, JSON.stringify(own), { flag: "wx" });
  try {
    held.add(own.token);
    while (!(await tryLink(temporary, path))) await removeDeadLock(path);
  } catch (error) {
    held.delete(own.token);
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  return {
    async release() {
      if (held.delete(own.token)) await rm(path, { force: true });
    },
  };
}

/**
 * Removes the lock of a process that has ended. Several processes may do so at the same time, and the slowest must not
 * remove the lock that the fastest has taken since. Therefore removing a lock requires another lock, for its token.
 */
async function removeDeadLock(path: string): Promise<void> {
  const holder = await readHolder(path);
  if (holder === null) return;
  if (await isAlive(holder)) throw createLockedError(path, holder);
  const removal = await takeLock(`${path}.${holder.token}`);
  try {
    if ((await readHolder(path))?.token === holder.token) await rm(path);
  } finally {
    await removal.release();
  }
}

/** Creating a hard link is atomic and does not overwrite. */
async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === "EEXIST") return false;
    throw error;
  }
}

async function readHolder(path: string): Promise<Holder | null> {
  const text = await readFile(path, "utf8").catch(nullIfMissing);
  return text === null ? null : parseHolder(text);
}

/** A lock file that cannot be parsed is stale. */
function parseHolder(text: string): Holder {
  const [, pid, host, began = "", token] =
    /^\{"pid":(\d{1,10}),"host":"([^"\\]*)",(?:"began":"([0-9a-f/-]*)",)?"token":"([0-9a-f-]{36})"\}$/.exec(
      text,
    ) ??
      [];
  if (pid === undefined || host === undefined || token === undefined) {
    return { pid: 0, host: hostname(), began: "", token: "unreadable" };
  }
  return { pid: Number(pid), host, began, token };
}

async function isAlive({ pid, host, began, token }: Holder): Promise<boolean> {
  if (held.has(token)) return true;
  if (host !== hostname()) return true; // cannot be checked from this machine
  if (pid === 0 || pid === process.pid || !isRunning(pid)) return false;
  // After a restart of the machine or the container another process may have the id.
  const current = await readBeginning(pid);
  return began === "" || current === "" || began === current;
}

function isRunning(pid: number): boolean {
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

function createLockedError(path: string, holder: Holder): DatabaseError {
  const where = holder.host === hostname()
    ? ""
    : ` on ${quote(holder.host)}, another machine or container than ${quote(hostname())},`;
  return new DatabaseError(
    "database.locked",
    `Cannot open the database in ${quote(dirname(path))}: process ${holder.pid}${where} has its lock; ` +
      `stop that process, or remove ${basename(path)} if the process no longer exists`,
  );
}
