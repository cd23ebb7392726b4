import { closeSync, constants, lstatSync, openSync, readFileSync, realpathSync, type Stats } from "node:fs";
import { lstat, mkdir, open, realpath, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import type { ObjectInfo, ObjectStore } from "../../core/commit/mod.ts";
import { quote } from "../../core/errors/mod.ts";
import {
  MAX_SYNC_BYTES,
  nullIfMissing,
  syncFolder,
  TEMPORARY_NAME,
  writeAtomically,
} from "../../terminal/files/mod.ts";
import { ObjectStoreError } from "./errors.ts";
import { listObjects, listTemporaryFiles } from "./file_listing.ts";
import { deleteFenced, DELETION_CALLS, type DeletionCalls, isTaken, putBack } from "./fenced_deletion.ts";
import { isKey, splitKey } from "./key.ts";
import { checkSize } from "./object_size.ts";

/** How often a put creates its folder again. */
const MAX_PUT_ATTEMPTS = 5;

/**
 * An object store in a folder: one file per object, whose path is its key.
 *
 * A put writes a temporary file beside the object, syncs it, renames it and syncs the folder, so that a crash leaves the
 * old object or the new one. A deletion renames the object first, and removes what has that name. Symbolic links below the folder are not followed.
 *
 * @param folder The folder; it is created if it does not exist
 */
export async function createFileObjectStore(
  folder: string,
  calls: DeletionCalls = DELETION_CALLS,
): Promise<ObjectStore> {
  await mkdir(folder, { recursive: true });
  const root = await realpath(folder);
  return {
    async put(key, bytes, options) {
      for (let attempt = 1;; attempt++) {
        try {
          return await writeAtomically(await preparePath(root, key), bytes, { signal: options?.signal });
        } catch (error) {
          // A deletion has removed the folder that this put had found.
          if ((error as { code?: string }).code !== "ENOENT" || attempt === MAX_PUT_ATTEMPTS) throw error;
        }
      }
    },
    async get(key, options) {
      const path = pathOf(root, key);
      options?.signal?.throwIfAborted();
      const info = statObject(root, path, key);
      if (info === null) return null;
      checkSize(key, info.size, options?.maxBytes);
      if (info.size <= MAX_SYNC_BYTES) return readSmallFile(path);
      return await readRegularFile(path, options?.signal).catch(nullIfMissing);
    },
    head: (key, options) =>
      Promise.try(() => {
        const path = pathOf(root, key);
        options?.signal?.throwIfAborted();
        return statObject(root, path, key);
      }),
    async delete(key, options) {
      const path = pathOf(root, key);
      options?.signal?.throwIfAborted();
      if (statObject(root, path, key) === null) return;
      await deleteFenced(path, options?.signal, calls);
      await removeEmptyFolders(root, join(path, ".."));
    },
    list: (prefix, options) => listObjects(root, "", prefix, options ?? {}),
    listInterruptedPuts: (options) => listTemporaryFiles(root, "", options ?? {}),
    async discardInterruptedPut(token, options) {
      options?.signal?.throwIfAborted();
      const { folder, name } = splitToken(token);
      const wasTaken = isTaken(name);
      if (!wasTaken && !TEMPORARY_NAME.test(name) || !isKey(`${folder}key`)) return;
      const path = join(root, token);
      if (!isPlainFolder(join(path, ".."))) return;
      if (wasTaken) await putBack(path);
      else await rm(path, { force: true });
    },
  };
}

/** Removes a folder and those above it that are empty, since their names contain a user's id, and syncs what is left. */
async function removeEmptyFolders(root: string, folder: string): Promise<void> {
  const isGone = folder !== root && await rmdir(folder).then(() => true, ({ code }) => code === "ENOENT");
  const isSynced = !isGone && await syncFolder(folder).then(() => true, nullIfMissing);
  if (!isSynced) await removeEmptyFolders(root, join(folder, ".."));
}

/** The object's path, after creating its folders. A new folder is synced into its parent. */
async function preparePath(root: string, key: string): Promise<string> {
  const segments = splitKey(key);
  const path = join(root, ...segments);
  if (isPlainFolder(join(path, ".."))) return requireFileOrNothing(root, path, key);
  let folder = root;
  for (const segment of segments.slice(0, -1)) {
    const parent = folder;
    folder = join(parent, segment);
    if (await createFolder(folder)) await syncFolder(parent);
    else if (!(await lstat(folder)).isDirectory()) throw outsideRoot(root, key);
  }
  return requireFileOrNothing(root, path, key);
}

/** Whether a folder exists and no part of its path is a symbolic link. */
function isPlainFolder(folder: string): boolean {
  return statPath(folder)?.isDirectory() === true && realpathSync(folder) === folder;
}

function statPath(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch (error) {
    return nullIfMissing(error);
  }
}

function requireFileOrNothing(root: string, path: string, key: string): string {
  const stats = statPath(path);
  if (stats !== null && !stats.isFile()) throw outsideRoot(root, key);
  return path;
}

/** @returns whether the folder did not exist */
async function createFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === "EEXIST") return false;
    throw error;
  }
}

function pathOf(root: string, key: string): string {
  return join(root, ...splitKey(key));
}

/** The object at a path, or null. Anything reached through a symbolic link is rejected. */
function statObject(root: string, path: string, key: string): ObjectInfo | null {
  const parent = join(path, "..");
  const stats = statPath(path);
  const isForeign = stats !== null && !stats.isFile() && !stats.isDirectory();
  if (isForeign || !isRealPath(parent)) throw outsideRoot(root, key);
  return stats === null || stats.isDirectory()
    ? null
    : { key, size: stats.size, modifiedAt: Math.trunc(stats.mtimeMs) };
}

/** Whether no part of a path is a symbolic link. A path that does not exist has none. */
function isRealPath(path: string): boolean {
  try {
    return realpathSync(path) === path;
  } catch (error) {
    nullIfMissing(error);
    return true;
  }
}

/** Null if the file was deleted since. */
function readSmallFile(path: string): Uint8Array | null {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      const { buffer, byteOffset, byteLength } = readFileSync(file);
      return new Uint8Array(buffer, byteOffset, byteLength);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return nullIfMissing(error);
  }
}

function outsideRoot(root: string, key: string): ObjectStoreError {
  return new ObjectStoreError(
    "object_store.outside_root",
    `Cannot use object ${quote(key)} in ${
      quote(root)
    }: its path leads over something other than a plain file or folder`,
  );
}

async function readRegularFile(path: string, signal?: AbortSignal): Promise<Uint8Array> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const buffer = await file.readFile();
    signal?.throwIfAborted();
    return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  } finally {
    await file.close();
  }
}

/** The folder of a token, with its trailing slash, and the file's name. */
function splitToken(token: string): { folder: string; name: string } {
  const end = token.lastIndexOf("/") + 1;
  return { folder: token.slice(0, end), name: token.slice(end) };
}
