import { close, fsync } from "node:fs";
import { rename } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { syncFolder } from "./folder_sync.ts";

const syncFile = promisify(fsync);
const closeFile = promisify(close);

/** A file that is written under a temporary name, and open. */
export interface WrittenFile {
  readonly file: number;
  readonly temporary: string;
  /** Where it belongs, in the same folder. */
  readonly path: string;
  readonly signal: AbortSignal | undefined;
}

interface WaitingFile extends WrittenFile {
  readonly settled: PromiseWithResolvers<void>;
}

/** With so many a round begins though others are still being written. */
const FULL_ROUND = 32;

/**
 * Puts written files into place, durably and in rounds: what is written at one time, or while a round waits for the disk,
 * goes together. So the file system's journal is flushed a few times for many files, and not a few times for each.
 */
export class PutRounds {
  #waiting: WaitingFile[] = [];
  #coming = 0;
  #running = false;

  /**
   * Writes a file, and then syncs, closes and renames it, and syncs its folder. When that fails, the file is closed and may
   * still be there.
   *
   * @param isShort Whether others that are written already may wait for it
   */
  async place(write: () => Promise<WrittenFile>, isShort: boolean): Promise<void> {
    const settled = Promise.withResolvers<void>();
    if (isShort) this.#coming++;
    try {
      this.#waiting.push({ ...await write(), settled });
    } finally {
      if (isShort) this.#coming--;
      if (!this.#running) void this.#run();
    }
    await settled.promise;
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0 && (this.#coming === 0 || this.#waiting.length >= FULL_ROUND)) {
      await Promise.all(groupByFolder(this.#waiting.splice(0)).map(placeGroup));
    }
    this.#running = false;
  }
}

function groupByFolder(files: readonly WaitingFile[]): [folder: string, files: WaitingFile[]][] {
  return [...Map.groupBy(files, ({ path }) => dirname(path))];
}

async function placeGroup([folder, files]: readonly [string, readonly WaitingFile[]]): Promise<void> {
  const placed: WaitingFile[] = [];
  await Promise.all(files.map(async (written) => {
    try {
      await moveIntoPlace(written);
      placed.push(written);
    } catch (error) {
      written.settled.reject(error);
    }
  }));
  if (placed.length === 0) return;
  await syncFolder(folder).then(
    () => placed.forEach(({ settled }) => settled.resolve()),
    (error) => placed.forEach(({ settled }) => settled.reject(error)),
  );
}

async function moveIntoPlace({ file, temporary, path, signal }: WrittenFile): Promise<void> {
  try {
    await syncFile(file);
  } finally {
    await closeFile(file);
  }
  signal?.throwIfAborted();
  await rename(temporary, path);
}
