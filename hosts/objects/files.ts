import { randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  fsync,
  lstatSync,
  open as openFile,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  type Stats,
  writeFile,
  writeFileSync,
} from "node:fs";
import { lstat, mkdir, open, readdir, realpath, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { InterruptedPut, ObjectInfo, ObjectStore } from "../../core/commit/mod.ts";
import { quote } from "../../core/errors/mod.ts";
import { nullIfMissing } from "../../terminal/files/mod.ts";
import { syncFolder } from "./folder_sync.ts";
import { ObjectStoreError } from "./errors.ts";
import { compareKeys, isKey, splitKey } from "./key.ts";

/** The name of the temporary file of a put, beside the object. No segment of a key begins with a dot. */
const TEMPORARY_NAME = /^\.[0-9a-f-]{36}\.new$/;
/** Larger objects are read and written on a thread (256 KiB). */
const MAX_SYNCHRONOUS_BYTES = 262_144;

const create = promisify<string, string, number>(openFile);
const sync = promisify(fsync);
const writeAll = promisify<number, Uint8Array>(writeFile);

/**
 * An object store in a folder: one file per object, whose path is its key.
 *
 * A put writes a temporary file beside the object, syncs it, renames it and syncs the folder, so that a crash leaves the
 * old object or the new one. Symbolic links below the folder are not followed.
 *
 * @param folder The folder; it is created if it does not exist
 */
export async function createFileObjectStore(folder: string): Promise<ObjectStore> {
  await mkdir(folder, { recursive: true });
  const root = await realpath(folder);
  return {
    async put(key, bytes, options) {
      const path = await preparePath(root, key);
      await writeAtomically(path, bytes, options?.signal);
    },
    async get(key, options) {
      const path = pathOf(root, key);
      options?.signal?.throwIfAborted();
      const info = statObject(root, path, key);
      if (info === null) return null;
      if (info.size <= MAX_SYNCHRONOUS_BYTES) return readSmallFile(path);
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
      await rm(path, { force: true });
      await syncFolder(join(path, ".."));
    },
    list: (prefix, options) => listObjects(root, "", prefix, options?.signal),
    listInterruptedPuts: (options) => listTemporaryFiles(root, "", options?.signal),
    async discardInterruptedPut(token, options) {
      options?.signal?.throwIfAborted();
      const { folder, name } = splitToken(token);
      if (!TEMPORARY_NAME.test(name) || !isKey(`${folder}key`)) return;
      if (isPlainFolder(join(root, token, ".."))) await rm(join(root, token), { force: true });
    },
  };
}

/**
 * Short system calls are synchronous, since waiting for a thread takes longer. Those that change a folder or wait for the
 * disk are asynchronous, so that the puts of a batch run in parallel.
 */
async function writeAtomically(path: string, bytes: Uint8Array, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  const folder = join(path, "..");
  const temporary = join(folder, `.${randomUUID()}.new`);
  try {
    const file = await create(temporary, "wx");
    try {
      if (bytes.length <= MAX_SYNCHRONOUS_BYTES) writeFileSync(file, bytes);
      else await writeAll(file, bytes);
      await sync(file);
    } finally {
      closeSync(file);
    }
    signal?.throwIfAborted();
    await rename(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
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

/** Lists the objects below a folder in key order. A folder sorts with its trailing slash, since `a.b` precedes `a/b`. */
async function* listObjects(
  root: string,
  folderKey: string,
  prefix: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<ObjectInfo> {
  const entries = await readdir(join(root, folderKey), { withFileTypes: true }).catch(nullIfMissing) ?? [];
  const names = entries
    .filter((entry) => !entry.name.startsWith(".") && (entry.isFile() || entry.isDirectory()))
    .map((entry) => folderKey + entry.name + (entry.isDirectory() ? "/" : ""))
    .sort(compareKeys);
  for (const name of names) {
    signal?.throwIfAborted();
    if (name.endsWith("/")) {
      if (name.startsWith(prefix) || prefix.startsWith(name)) yield* listObjects(root, name, prefix, signal);
    } else if (name.startsWith(prefix)) {
      const stats = await lstat(join(root, name)).catch(nullIfMissing);
      if (stats !== null) yield { key: name, size: stats.size, modifiedAt: Math.trunc(stats.mtimeMs) };
    }
  }
}

/** Lists the temporary files below a folder that no put has renamed. A token is a path relative to the root. */
async function* listTemporaryFiles(
  root: string,
  folder: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<InterruptedPut> {
  for (const entry of await readdir(join(root, folder), { withFileTypes: true }).catch(nullIfMissing) ?? []) {
    signal?.throwIfAborted();
    const token = folder + entry.name;
    if (entry.isDirectory() && !entry.name.startsWith(".")) {
      yield* listTemporaryFiles(root, `${token}/`, signal);
    }
    if (!entry.isFile() || !TEMPORARY_NAME.test(entry.name)) continue;
    const stats = await lstat(join(root, token)).catch(nullIfMissing);
    if (stats !== null) yield { token, size: stats.size, modifiedAt: stats.mtimeMs };
  }
}

/** The folder of a token, with its trailing slash, and the file's name. */
function splitToken(token: string): { folder: string; name: string } {
  const end = token.lastIndexOf("/") + 1;
  return { folder: token.slice(0, end), name: token.slice(end) };
}
