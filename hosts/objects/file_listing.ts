import type { Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { InterruptedPut, ObjectInfo, ObjectListOptions } from "../../core/commit/mod.ts";
import { nullIfMissing, TEMPORARY_NAME } from "../../terminal/files/mod.ts";
import { isTaken } from "./fenced_deletion.ts";
import { compareKeys } from "./key.ts";

/** Lists the objects below a folder in key order. A folder sorts with its trailing slash, since `a.b` precedes `a/b`. */
export async function* listObjects(
  root: string,
  folderKey: string,
  prefix: string,
  options: ObjectListOptions,
): AsyncGenerator<ObjectInfo> {
  const entries = await readEntries(root, folderKey, options);
  const names = entries
    .filter((entry) => !entry.name.startsWith(".") && (entry.isFile() || entry.isDirectory()))
    .map((entry) => folderKey + entry.name + (entry.isDirectory() ? "/" : ""))
    .sort(compareKeys);
  for (const name of names) {
    options.signal?.throwIfAborted();
    if (name.endsWith("/")) {
      if (name.startsWith(prefix) || prefix.startsWith(name)) yield* listObjects(root, name, prefix, options);
    } else if (name.startsWith(prefix)) {
      const stats = await orUnreadable(name, options, lstat(join(root, name)));
      if (stats !== null) yield { key: name, size: stats.size, modifiedAt: Math.trunc(stats.mtimeMs) };
    }
  }
}

/**
 * Lists the temporary files that interrupted puts and deletions left below a folder: their names begin with a dot,
 * which no segment of a key does. A token is a path relative to the root.
 */
export async function* listTemporaryFiles(
  root: string,
  folder: string,
  options: ObjectListOptions,
): AsyncGenerator<InterruptedPut> {
  for (const entry of await readEntries(root, folder, options)) {
    options.signal?.throwIfAborted();
    const token = folder + entry.name;
    if (entry.isDirectory() && !entry.name.startsWith(".")) {
      yield* listTemporaryFiles(root, `${token}/`, options);
    }
    const wasTaken = isTaken(entry.name);
    if (!entry.isFile() || !wasTaken && !TEMPORARY_NAME.test(entry.name)) continue;
    const stats = await orUnreadable(token, options, lstat(join(root, token)));
    if (stats === null) continue;
    // A rename changes only the second of these times.
    yield { token, size: stats.size, modifiedAt: wasTaken ? stats.ctimeMs : stats.mtimeMs };
  }
}

async function readEntries(root: string, folder: string, options: ObjectListOptions): Promise<Dirent[]> {
  const reading = readdir(join(root, folder), { withFileTypes: true });
  return await orUnreadable(folder, options, reading) ?? [];
}

/** Null for what is missing, and for what is reported as unreadable. */
async function orUnreadable<Value>(
  prefix: string,
  { onUnreadable }: ObjectListOptions,
  reading: Promise<Value>,
): Promise<Value | null> {
  try {
    return await reading.catch(nullIfMissing);
  } catch (error) {
    if (onUnreadable === undefined) throw error;
    onUnreadable(prefix, error);
    return null;
  }
}
