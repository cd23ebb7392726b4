import { createHash } from "node:crypto";
import { lstat, rm, utimes } from "node:fs/promises";
import { type Folder, openFolder, TEMPORARY_NAME, writeAtomically } from "../../../../terminal/files/mod.ts";
import { openOrCreate } from "./own_folder.ts";
import { MAX_PICTURE_BYTES } from "./picture_files.ts";

/** How long a picture is kept after the last snapshot that used it. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

/** The largest value that is read, in bytes: 200 faults and 200 violations with their texts have less. */
const MAX_VALUE_BYTES = 16 * 1024 * 1024;

/** The name of what the store has written. */
const FILE = /^[0-9a-f]{64}\.(?:png|json)$/;

/**
 * Pictures and what was observed, by a hash of everything that they depend on. The folder may have come with the project
 * from elsewhere: no link leads out of the project, and what is no regular file, or too large, is not there.
 */
export class PictureStore {
  readonly #project: string;
  readonly #path: string;
  readonly #isRead: boolean;

  /**
   * @param project the folder of the project
   * @param path the store's folder below it, which need not exist
   * @param options `isRead`: whether kept pictures are used, or only replaced
   */
  constructor(project: string, path: string, { isRead }: { isRead: boolean }) {
    this.#project = project;
    this.#path = path;
    this.#isRead = isRead;
  }

  /** The value of a key, or null. It can be anything: its reader checks it. */
  async readJson(key: string): Promise<unknown> {
    const bytes = await this.#read(`${key}.json`, MAX_VALUE_BYTES);
    try {
      return bytes === null ? null : JSON.parse(new TextDecoder().decode(bytes));
    } catch {
      return null;
    }
  }

  readPicture(key: string): Promise<Uint8Array | null> {
    return this.#read(`${key}.png`, MAX_PICTURE_BYTES);
  }

  writeJson(key: string, value: unknown): Promise<void> {
    return this.#write(`${key}.json`, JSON.stringify(value));
  }

  writePicture(key: string, png: Uint8Array): Promise<void> {
    return this.#write(`${key}.png`, png);
  }

  /** Deletes what was not used for a week, with what a process that was killed has written in part. */
  async deleteOld(): Promise<void> {
    const now = Date.now();
    try {
      using folder = this.#open();
      for await (const { name, kind } of folder.entries()) {
        if (kind !== "file" || !FILE.test(name) && !TEMPORARY_NAME.test(name)) continue;
        const path = folder.entryPath(name);
        const { mtimeMs } = await lstat(path).catch(() => ({ mtimeMs: now }));
        if (now - mtimeMs > MAX_AGE_MS) await rm(path, { force: true });
      }
    } catch {
      // There is no such folder.
    }
  }

  async #read(name: string, limit: number): Promise<Uint8Array | null> {
    if (!this.#isRead) return null;
    try {
      using folder = this.#open();
      const bytes = await folder.readFile(name, limit);
      if (bytes.length > limit) return null;
      await utimes(folder.entryPath(name), new Date(), new Date()).catch(() => {});
      return bytes;
    } catch {
      return null;
    }
  }

  /** A reader sees the whole file or none. What cannot be written, as in a read-only project, is not kept. */
  async #write(name: string, content: string | Uint8Array): Promise<void> {
    try {
      using root = openFolder(this.#project);
      using folder = openOrCreate(root, this.#path);
      await writeAtomically(folder.entryPath(name), content, { durable: false });
    } catch {
      // It is taken again by the next snapshot.
    }
  }

  #open(): Folder {
    using root = openFolder(this.#project);
    return root.openFolder(this.#path, { links: true });
  }
}

export function hashKey(...values: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(values)).digest("hex");
}

/** The SHA-256 of a picture, in hex. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
