import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { quote } from "../../../core/errors/mod.ts";
import { nullIfMissing } from "../../../terminal/files/mod.ts";
import { DatabaseError } from "../errors.ts";
import {
  describeOwnHolder,
  isElsewhere,
  isRunningHolder,
  type LockHolder,
  parseHolder,
} from "./lock_holder.ts";
import { listenAsHolder, removeSocket } from "./lock_socket.ts";

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

/** The locks of this process. A lock file with this process's id and another token is from an earlier process. */
const held = new Set<string>();

async function takeLock(path: string): Promise<FolderLock> {
  const own = await describeOwnHolder();
  const stopListening = await listenAsHolder(dirname(path), own.token);
  const temporary = `${path}-${own.token}`;
  try {
    await writeFile(temporary, JSON.stringify(own), { flag: "wx" });
    held.add(own.token);
    while (!(await tryLink(temporary, path))) await removeDeadLock(path, own);
  } catch (error) {
    held.delete(own.token);
    await stopListening();
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  return {
    async release() {
      if (!held.delete(own.token)) return;
      await rm(path, { force: true });
      await stopListening();
    },
  };
}

/**
 * Removes the lock of a process that has ended. Several processes may do so at the same time, and the slowest must not
 * remove the lock that the fastest has taken since. Therefore removing a lock requires another lock, for its token.
 */
async function removeDeadLock(path: string, own: LockHolder): Promise<void> {
  const holder = await readHolder(path);
  if (holder === null) return;
  if (held.has(holder.token) || await isRunningHolder(dirname(path), holder, own)) {
    throw createLockedError(path, holder, own);
  }
  const removal = await takeLock(`${path}.${holder.token}`);
  try {
    if ((await readHolder(path))?.token !== holder.token) return;
    await rm(path);
    await removeSocket(dirname(path), holder.token);
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

async function readHolder(path: string): Promise<LockHolder | null> {
  const text = await readFile(path, "utf8").catch(nullIfMissing);
  return text === null ? null : parseHolder(text);
}

function createLockedError(path: string, holder: LockHolder, own: LockHolder): DatabaseError {
  return new DatabaseError(
    "database.locked",
    `Cannot open the database in ${quote(dirname(path))}: process ${holder.pid}${
      placeOf(holder, own)
    } has its lock; ` +
      `stop that process, or remove ${basename(path)} if the process no longer exists`,
  );
}

function placeOf(holder: LockHolder, own: LockHolder): string {
  if (holder.host !== own.host) {
    return ` on ${quote(holder.host)}, another machine or container than ${quote(own.host)},`;
  }
  return isElsewhere(holder, own) ? " of another container" : "";
}
