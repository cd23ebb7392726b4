import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A picture that no snapshot used for so long is deleted. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

/** What the store has written, with what a process that was killed has written in part. */
const FILE = /^(?:[0-9a-f]{64}\.(?:png|json)|[0-9a-f-]{36}\.tmp)$/;

/** Pictures and what was observed, by a hash of everything that they depend on. */
export class PictureStore {
  readonly #path: string;
  readonly #isRead: boolean;

  /** @param path the folder @param options `isRead`: whether kept pictures are used, or only replaced */
  constructor(path: string, { isRead }: { isRead: boolean }) {
    this.#path = path;
    this.#isRead = isRead;
  }

  /** The value of a key, or null. */
  async readJson(key: string): Promise<unknown> {
    const bytes = await this.#read(`${key}.json`);
    try {
      return bytes === null ? null : JSON.parse(new TextDecoder().decode(bytes));
    } catch {
      return null;
    }
  }

  readPicture(key: string): Promise<Uint8Array | null> {
    return this.#read(`${key}.png`);
  }

  writeJson(key: string, value: unknown): Promise<void> {
    return this.#write(`${key}.json`, JSON.stringify(value));
  }

  writePicture(key: string, png: Uint8Array): Promise<void> {
    return this.#write(`${key}.png`, png);
  }

  /** Deletes what was not used for a week. */
  async deleteOld(): Promise<void> {
    const now = Date.now();
    for (const name of await readdir(this.#path).catch(() => [])) {
      if (!FILE.test(name)) continue;
      const path = join(this.#path, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }));
      if (now - mtimeMs > MAX_AGE_MS) await rm(path, { force: true });
    }
  }

  async #read(name: string): Promise<Uint8Array | null> {
    if (!this.#isRead) return null;
    const path = join(this.#path, name);
    const bytes = await readFile(path).catch(() => null);
    if (bytes !== null) await utimes(path, new Date(), new Date()).catch(() => {});
    return bytes;
  }

  /** A reader sees the whole file or none. What cannot be written, as in a read-only project, is not kept. */
  async #write(name: string, content: string | Uint8Array): Promise<void> {
    const temporary = join(this.#path, `${randomUUID()}.tmp`);
    try {
      await mkdir(this.#path, { recursive: true });
      await writeFile(temporary, content);
      await rename(temporary, join(this.#path, name));
    } catch {
      await rm(temporary, { force: true }).catch(() => {});
    }
  }
}

export function hashKey(...values: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(values)).digest("hex");
}

/** The SHA-256 of a picture, in hex. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
