import { type FSWatcher, watch } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";

/** How long the system may take to start or end a watch, in milliseconds. */
export const WATCH_START_MS = 50;

/**
 * Watches folders one by one and reports that something has happened in one of them. An event is a hint to look at the
 * disk. Recursive watches are not used: Node loses folders that are deleted and created again, and Deno watches what links
 * lead to, everywhere.
 */
export class FolderWatches {
  readonly #watches = new Map<string, { watcher: FSWatcher; identity: string }>();
  readonly #ending = new Map<string, ReturnType<typeof setTimeout>>();
  /** Folders that cannot be watched, so that each is tried and reported once. */
  readonly #failed = new Set<string>();

  /**
   * @param onEvent called with the path of what has changed, or with that of the folder when the system does not say it
   * @param report called for the first folder that cannot be watched
   */
  constructor(
    private readonly onEvent: (path: string) => void,
    private readonly report: (message: string, error: NodeJS.ErrnoException) => void,
  ) {}

  /**
   * Watches a folder. A folder that was replaced by another at the same path needs a new watch, which begins when the
   * old one has ended.
   *
   * @returns whether a watch has yet to start, so that the folder must be looked at again
   */
  async add(path: string): Promise<boolean> {
    const identity = await identify(path);
    if (identity === null || this.#failed.has(path)) return false;
    if (this.#ending.has(path)) return true;
    const known = this.#watches.get(path);
    if (known?.identity === identity) return false;
    if (known !== undefined) this.#end(path);
    else this.#watch(path, identity);
    return true;
  }

  /** Ends all watches but these. */
  keep(paths: ReadonlySet<string>): void {
    for (const path of this.#watches.keys()) if (!paths.has(path)) this.#end(path);
    for (const path of this.#failed) if (!paths.has(path)) this.#failed.delete(path);
  }

  close(): void {
    for (const { watcher } of this.#watches.values()) watcher.close();
    this.#watches.clear();
    for (const timer of this.#ending.values()) clearTimeout(timer);
  }

  #watch(path: string, identity: string): void {
    try {
      const watcher = watch(
        path,
        (_, name) => this.onEvent(name === null || name === "" ? path : join(path, name)),
      );
      watcher.on("error", (error) => {
        if (this.#watches.get(path)?.watcher === watcher) this.#fail(path, error);
      });
      this.#watches.set(path, { watcher, identity });
    } catch (error) {
      this.#fail(path, error as NodeJS.ErrnoException);
    }
  }

  #end(path: string): void {
    this.#watches.get(path)?.watcher.close();
    this.#watches.delete(path);
    this.#ending.set(path, setTimeout(() => this.#ending.delete(path), WATCH_START_MS));
  }

  /** A folder that disappears meanwhile is not reported: the scan of the folder above sees that. */
  #fail(path: string, error: NodeJS.ErrnoException): void {
    this.#watches.get(path)?.watcher.close();
    this.#watches.delete(path);
    if (error.code === "ENOENT") return;
    if (this.#failed.size === 0) {
      this.report(`Cannot watch ${JSON.stringify(path)}: ${error.message}`, error);
    }
    this.#failed.add(path);
  }
}

async function identify(path: string): Promise<string | null> {
  const stats = await stat(path, { bigint: true }).catch(() => null);
  return stats && `${stats.dev}:${stats.ino}:${stats.birthtimeNs}`;
}
