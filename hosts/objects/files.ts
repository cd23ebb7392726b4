import { randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  fsync,
  lstatSync,
  open as openFile,
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
import { ObjectStoreError } from "./errors.ts";
import { syncFolder } from "./folder_sync.ts";
import { compareKeys, isKey, splitKey } from "./key.ts";

/** The name under which a put collects its bytes beside the object: no part of a key begins with a dot. */
const INCOMING = /^\.[0-9a-f-]{36}\.new$/;
/** An object of at most this size is written without a thread, in bytes (256 KiB). */
const WRITTEN_AT_ONCE = 262_144;
const create = promisify<string, string, number>(openFile);
const sync = promisify(fsync);
const writeAll = promisify<number, Uint8Array>(writeFile);

/**
 * An object store in a folder: one file per object, at the path that its key spells.
 *
 * A put writes to a temporary name beside the object, syncs the file, renames it into place and syncs the folder, so that
 * a crash leaves the old object or the new one. Symbolic links below the folder are not followed.
 *
 * @param folder The folder; it is made if it is not there
 */
export async function createFileObjectStore(folder: string): Promise<ObjectStore> {
  await mkdir(folder, { recursive: true });
  const root = await realpath(folder);
  return {
    async put(key, bytes, options) {
      const path = await makePath(root, key);
      await writeWhole(path, bytes, options?.signal);
    },
    async get(key, options) {
      const path = pathOf(root, key);
      options?.signal?.throwIfAborted();
      if (await describe(root, path, key) === null) return null;
      return await orNull(readRegularFile(path, options?.signal));
    },
    async head(key, options) {
      const path = pathOf(root, key);
      options?.signal?.throwIfAborted();
      return await describe(root, path, key);
    },
    async delete(key, options) {
      const path = pathOf(root, key);
      options?.signal?.throwIfAborted();
      if (await describe(root, path, key) === null) return;
      await rm(path, { force: true });
      await syncFolder(join(path, ".."));
    },
    list: (prefix, options) => walk(root, "", prefix, options?.signal),
    listInterruptedPuts: (options) => walkInterrupted(root, "", options?.signal),
    async discardInterruptedPut(token, options) {
      options?.signal?.throwIfAborted();
      const { folder, name } = splitToken(token);
      if (!INCOMING.test(name) || !isKey(`${folder}key`)) return;
      if (isPlainFolder(join(root, token, ".."))) await rm(join(root, token), { force: true });
    },
  };
}

/**
 * What is short is done at once, since to wait for a thread would take longer. What changes a folder or waits for the disk
 * is not: the puts of a batch do it side by side.
 */
async function writeWhole(
  path: string,
  bytes: Uint8Array,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  const folder = join(path, "..");
  const temporary = join(folder, `.${randomUUID()}.new`);
  try {
    const file = await create(temporary, "wx");
    try {
      if (bytes.length <= WRITTEN_AT_ONCE) writeFileSync(file, bytes);
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

/** The object's path, with its folders made; a new folder is synced into the one above it. */
async function makePath(root: string, key: string): Promise<string> {
  const segments = splitKey(key);
  const path = join(root, ...segments);
  if (isPlainFolder(join(path, ".."))) return checkPlace(root, path, key, look(path));
  let folder = root;
  for (const segment of segments.slice(0, -1)) {
    const parent = folder;
    folder = join(parent, segment);
    if (await makeFolder(folder)) await syncFolder(parent);
    else if (!(await lstat(folder)).isDirectory()) throw outsideRoot(root, key);
  }
  return checkPlace(root, path, key, look(path));
}

/** Whether a folder is there, with no symbolic link on the way to it: mostly so, and quicker than making it. */
function isPlainFolder(folder: string): boolean {
  return look(folder)?.isDirectory() === true && realpathSync(folder) === folder;
}

/** What stands at a path, or null when nothing does. */
function look(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch (error) {
    return nullIfMissing(error);
  }
}

/** Refuses a path at which something stands that is no file. */
function checkPlace(root: string, path: string, key: string, stats: Stats | null): string {
  if (stats !== null && !stats.isFile()) throw outsideRoot(root, key);
  return path;
}

/** Makes a folder, and tells whether it was not there. */
async function makeFolder(folder: string): Promise<boolean> {
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

/** What stands at a path, or null when nothing does: refuses whatever a symbolic link leads to. */
async function describe(root: string, path: string, key: string): Promise<ObjectInfo | null> {
  const parent = join(path, "..");
  const real = await orNull(realpath(parent));
  if (real === null) return null;
  const stats = await orNull(lstat(path));
  const isForeign = stats !== null && !stats.isFile() && !stats.isDirectory();
  if (real !== parent || isForeign) throw outsideRoot(root, key);
  return stats === null || stats.isDirectory()
    ? null
    : { key, size: stats.size, modifiedAt: Math.trunc(stats.mtimeMs) };
}

function outsideRoot(root: string, key: string): ObjectStoreError {
  return new ObjectStoreError(
    "object_store.outside_root",
    `Cannot use object ${quote(key)} in ${
      quote(root)
    }: something that is no plain file or folder stands in its way`,
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

/** Every object below a folder, in key order: `a.b` sorts before `a/b`, so folders sort with the slash they stand for. */
async function* walk(
  root: string,
  folderKey: string,
  prefix: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<ObjectInfo> {
  const entries = await orNull(readdir(join(root, folderKey), { withFileTypes: true })) ?? [];
  const names = entries
    .filter((entry) => !entry.name.startsWith(".") && (entry.isFile() || entry.isDirectory()))
    .map((entry) => folderKey + entry.name + (entry.isDirectory() ? "/" : ""))
    .sort(compareKeys);
  for (const name of names) {
    signal?.throwIfAborted();
    if (name.endsWith("/")) {
      if (name.startsWith(prefix) || prefix.startsWith(name)) yield* walk(root, name, prefix, signal);
    } else if (name.startsWith(prefix)) {
      const stats = await orNull(lstat(join(root, name)));
      if (stats !== null) yield { key: name, size: stats.size, modifiedAt: Math.trunc(stats.mtimeMs) };
    }
  }
}

/** Every file below a folder that a put has begun and not renamed. Its token is its path below the root. */
async function* walkInterrupted(
  root: string,
  folder: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<InterruptedPut> {
  for (const entry of await orNull(readdir(join(root, folder), { withFileTypes: true })) ?? []) {
    signal?.throwIfAborted();
    const token = folder + entry.name;
    if (entry.isDirectory() && !entry.name.startsWith(".")) yield* walkInterrupted(root, `${token}/`, signal);
    if (!entry.isFile() || !INCOMING.test(entry.name)) continue;
    const stats = await orNull(lstat(join(root, token)));
    if (stats !== null) yield { token, size: stats.size, modifiedAt: stats.mtimeMs };
  }
}

/** A token's folder, with the slash at its end, and what stands in it. */
function splitToken(token: string): { folder: string; name: string } {
  const end = token.lastIndexOf("/") + 1;
  return { folder: token.slice(0, end), name: token.slice(end) };
}

/** What a promise gives, or null when it fails because there is nothing at the path. */
async function orNull<Result>(promise: Promise<Result>): Promise<Result | null> {
  return await promise.catch(nullIfMissing);
}

function nullIfMissing(error: unknown): null {
  const code = (error as { code?: string }).code;
  if (code === "ENOENT" || code === "ENOTDIR") return null;
  throw error;
}
