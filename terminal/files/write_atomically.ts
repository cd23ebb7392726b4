import { randomUUID } from "node:crypto";
import { closeSync, fsync, open, openSync, writeFile, writeFileSync } from "node:fs";
import { link, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { syncFolder } from "./folder_sync.ts";
import { MAX_SYNC_BYTES } from "./read_descriptor.ts";

export interface ReplaceOptions {
  /** The path of the temporary file, on the same device. One that exists is deleted. @default `.<UUID>.tmp` beside the file */
  readonly temporary?: string;
  /** Whether the new file outlasts a power cut once it is written. What can be made again need not. @default true */
  readonly durable?: boolean;
  /** Whether a file that exists stays, and is an error with the code `EEXIST`. @default false */
  readonly isNew?: boolean;
  /** Ends the writing before the file has its name. */
  readonly signal?: AbortSignal | undefined;
}

export interface WriteOptions extends ReplaceOptions {
  /** The permissions, less those that the process's mask takes away. @default 0o666 */
  readonly mode?: number;
}

/** The default name of a temporary file. A process that was killed has left it behind. */
export const TEMPORARY_NAME: RegExp = /^\.[0-9a-f-]{36}\.tmp$/;

const create = promisify<string, string, number | undefined, number>(open);
const sync = promisify(fsync);
const writeAll = promisify<number, Uint8Array>(writeFile);

/**
 * Writes a file so that a reader sees the former content or the whole new one, also after a crash. An error leaves the
 * former file and no temporary one.
 *
 * @throws {Error} of the system, with its code
 */
export function writeAtomically(
  path: string,
  content: string | Uint8Array,
  { mode, ...options }: WriteOptions = {},
): Promise<void> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return replaceFile(path, (temporary) => writeNewFile(temporary, bytes, mode), options);
}

/**
 * Replaces a file as {@link writeAtomically} does by what a function has written to the path of the temporary file.
 *
 * @throws {Error} of the system, with its code, and what the function throws
 */
export async function replaceFile<Result>(
  path: string,
  write: (temporary: string) => Promise<Result>,
  { temporary, durable = true, isNew = false, signal }: ReplaceOptions = {},
): Promise<Result> {
  signal?.throwIfAborted();
  if (temporary !== undefined) await rm(temporary, { force: true });
  const unfinished = temporary ?? join(dirname(path), `.${randomUUID()}.tmp`);
  let result: Result;
  try {
    result = await write(unfinished);
    if (durable) await syncFile(unfinished);
    signal?.throwIfAborted();
    if (isNew) await link(unfinished, path);
    else await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw error;
  }
  if (isNew) await rm(unfinished, { force: true });
  if (durable) await syncFolder(dirname(path));
  return result;
}

/**
 * Short system calls are synchronous, since waiting for a thread takes longer. Those that change a folder or wait for the
 * disk are asynchronous, so that the files of a batch are written in parallel.
 */
async function writeNewFile(path: string, bytes: Uint8Array, mode: number | undefined): Promise<void> {
  const file = await create(path, "wx", mode);
  try {
    if (bytes.length <= MAX_SYNC_BYTES) writeFileSync(file, bytes);
    else await writeAll(file, bytes);
  } finally {
    closeSync(file);
  }
}

async function syncFile(path: string): Promise<void> {
  const file = openSync(path, "r+");
  try {
    await sync(file);
  } finally {
    closeSync(file);
  }
}
