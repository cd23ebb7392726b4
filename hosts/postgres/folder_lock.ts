import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import process from "node:process";
import { quote } from "../../core/errors/mod.ts";
import { DatabaseError } from "./errors.ts";

/** The lock on a data folder's database. */
export interface FolderLock {
  /** Gives the lock back. */
  release(): Promise<void>;
}

/**
 * Takes the lock file `database.lock` of a data folder. A lock whose process is gone is taken over.
 *
 * @throws {DatabaseError} `database.locked` when a living process holds it
 */
export async function lockFolder(dataDir: string): Promise<FolderLock> {
  await mkdir(dataDir, { recursive: true });
  return await takeLock(join(resolve(dataDir), "database.lock"));
}

/** What stands in a lock file. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Unique to one holding of one lock. */
  readonly token: string;
}

/** What this process holds: its own number in a lock file that is not among them is that of a process before it. */
const held = new Set<string>();

async function takeLock(path: string): Promise<FolderLock> {
  const own: Holder = { pid: process.pid, host: hostname(), token: randomUUID() };
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
 * Removes the lock of a process that is gone. Several may come to that judgement at once, and the slowest must not
 * remove the lock that the fastest has taken since: so removing one holder's lock needs a lock of its own.
 */
async function removeDeadLock(path: string): Promise<void> {
  const judged = await readHolder(path);
  if (judged === null) return;
  if (isAlive(judged)) throw lockedError(path, judged);
  const right = await takeLock(`${path}.${judged.token}`);
  try {
    if ((await readHolder(path))?.token === judged.token) await rm(path);
  } finally {
    await right.release();
  }
}

/** A hard link appears whole or not at all, and never replaces what is there. */
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
  try {
    return parseHolder(await readFile(path, "utf8"));
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return null;
    throw error;
  }
}

/** What no process of this program wrote has no process that could be alive. */
function parseHolder(text: string): Holder {
  const [, pid, host, token] =
    /^\{"pid":(\d{1,10}),"host":"([^"\\]*)","token":"([0-9a-f-]{36})"\}$/.exec(text) ?? [];
  if (pid === undefined || host === undefined || token === undefined) {
    return { pid: 0, host: hostname(), token: "unreadable" };
  }
  return { pid: Number(pid), host, token };
}

function isAlive(holder: Holder): boolean {
  if (held.has(holder.token)) return true;
  if (holder.host !== hostname()) return true; // cannot be seen from here
  if (holder.pid === 0 || holder.pid === process.pid) return false;
  try {
    process.kill(holder.pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}

function lockedError(path: string, holder: Holder): DatabaseError {
  const where = holder.host === hostname() ? "" : ` on ${quote(holder.host)}`;
  return new DatabaseError(
    "database.locked",
    `Cannot open the database in ${quote(dirname(path))}: process ${holder.pid}${where} holds it; ` +
      `stop that process, or remove ${basename(path)} there if it is long gone`,
  );
}
