import { randomUUID } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { lstat, mkdir, open, readdir, realpath, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ObjectInfo, ObjectStore } from "../../core/commit/mod.ts";
import { quote } from "../../core/naming/mod.ts";
import { ObjectStoreError } from "./errors.ts";
import { syncFolder } from "./folder_sync.ts";
import { compareKeys, splitKey } from "./key.ts";

/** Where a put collects its bytes before it renames them into place: no key begins with a dot. */
const INCOMING = ".incoming";
const TOKEN = /^[0-9a-f-]{36}$/;

/**
 * An object store in a folder: one file per object, at the path that its key spells.
 *
 * A put writes to a temporary name, syncs the file, renames it into place and syncs the folder, so that a crash leaves
 * the old object or the new one. Symbolic links below the folder are not followed.
 *
 * @param folder The folder; it is made if it is not there
 */
export async function createFileObjectStore(folder: string): Promise<ObjectStore> {
  await mkdir(join(folder, INCOMING), { recursive: true });
  const root = await realpath(folder);
  return {
    async put(key, bytes, options) {
      const path = await makePath(root, key);
      await writeWhole(root, path, bytes, options?.signal);
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
    async *listInterruptedPuts(options) {
      for (const entry of await readdir(join(root, INCOMING), { withFileTypes: true })) {
        options?.signal?.throwIfAborted();
        const stats = entry.isFile() ? await orNull(lstat(join(root, INCOMING, entry.name))) : null;
        if (stats !== null) yield { token: entry.name, size: stats.size, modifiedAt: stats.mtimeMs };
      }
    },
    async discardInterruptedPut(token, options) {
      options?.signal?.throwIfAborted();
      if (TOKEN.test(token)) await rm(join(root, INCOMING, token), { force: true });
    },
  };
}

async function writeWhole(
  root: string,
  path: string,
  bytes: Uint8Array,
  signal?: AbortSignal,
): Promise<void> {
  const temporary = join(root, INCOMING, randomUUID());
  try {
    const file = await open(temporary, "wx");
    try {
      await file.writeFile(bytes, signal === undefined ? {} : { signal });
      await file.sync();
    } finally {
      await file.close();
    }
    signal?.throwIfAborted();
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(join(path, ".."));
}

/** The object's path, with its folders made; a new folder is synced into the one above it. */
async function makePath(root: string, key: string): Promise<string> {
  const segments = splitKey(key);
  const path = join(root, ...segments);
  const [isReady, place] = await Promise.all([isPlainFolder(join(path, "..")), orNull(lstat(path))]);
  if (isReady) return checkPlace(root, path, key, place);
  let folder = root;
  for (const segment of segments.slice(0, -1)) {
    const parent = folder;
    folder = join(parent, segment);
    if (await makeFolder(folder)) await syncFolder(parent);
    else if (!(await lstat(folder)).isDirectory()) throw outsideRoot(root, key);
  }
  return checkPlace(root, path, key, await orNull(lstat(path)));
}

/** Whether a folder is there, with no symbolic link on the way to it: mostly so, and quicker than making it. */
async function isPlainFolder(folder: string): Promise<boolean> {
  const [stats, real] = await Promise.all([orNull(lstat(folder)), orNull(realpath(folder))]);
  return stats !== null && stats.isDirectory() && real === folder;
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

/** What a promise gives, or null when it fails because there is nothing at the path. */
async function orNull<Result>(promise: Promise<Result>): Promise<Result | null> {
  try {
    return await promise;
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw error;
  }
}
