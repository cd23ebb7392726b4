import { type FSWatcher, watch } from "node:fs";
import { stat } from "node:fs/promises";

/** How long an event system may take to be there after it was asked for, or to be gone, in milliseconds. */
export const TAKES_EFFECT = 50;

/**
 * Watches folders, each for itself, and tells that something has happened in one of them, not what: events are hints, and
 * the disk is the truth. A recursive watch would see less: Node's loses folders that are deleted and made anew.
 */
export class FolderWatches {
  readonly #watches = new Map<string, { watcher: FSWatcher; identity: string }>();
  readonly #leaving = new Map<string, ReturnType<typeof setTimeout>>();
  /** What cannot be watched is not asked for again and again. */
  readonly #failed = new Set<string>();

  constructor(
    private readonly onEvent: () => void,
    private readonly report: (message: string) => void,
  ) {}

  /**
   * Watches a folder. A folder that was deleted and made anew at the same path is another one: the old watch has to be gone
   * before the new one begins.
   *
   * @returns whether there is something that has yet to take effect, so that the folder should be looked at again
   */
  async add(path: string): Promise<boolean> {
    const identity = await identify(path);
    if (identity === null || this.#failed.has(path)) return false;
    if (this.#leaving.has(path)) return true;
    const known = this.#watches.get(path);
    if (known?.identity === identity) return false;
    if (known !== undefined) this.#leave(path);
    else this.#watch(path, identity);
    return true;
  }

  /** Watches none but these any more. */
  keep(paths: ReadonlySet<string>): void {
    for (const path of this.#watches.keys()) if (!paths.has(path)) this.#leave(path);
    for (const path of this.#failed) if (!paths.has(path)) this.#failed.delete(path);
  }

  close(): void {
    for (const { watcher } of this.#watches.values()) watcher.close();
    this.#watches.clear();
    for (const timer of this.#leaving.values()) clearTimeout(timer);
  }

  #watch(path: string, identity: string): void {
    try {
      const watcher = watch(path, () => this.onEvent());
      watcher.on("error", (error) => {
        if (this.#watches.get(path)?.watcher === watcher) this.#fail(path, error);
      });
      this.#watches.set(path, { watcher, identity });
    } catch (error) {
      this.#fail(path, error as NodeJS.ErrnoException);
    }
  }

  #leave(path: string): void {
    this.#watches.get(path)?.watcher.close();
    this.#watches.delete(path);
    this.#leaving.set(path, setTimeout(() => this.#leaving.delete(path), TAKES_EFFECT));
  }

  /** A folder that goes while it is asked for is no fault, and is seen by the next look at the folder above. */
  #fail(path: string, error: NodeJS.ErrnoException): void {
    this.#watches.get(path)?.watcher.close();
    this.#watches.delete(path);
    if (error.code === "ENOENT") return;
    if (this.#failed.size === 0) {
      this.report(`Cannot watch ${JSON.stringify(path)}: ${error.message}; changes are seen a little later`);
    }
    this.#failed.add(path);
  }
}

async function identify(path: string): Promise<string | null> {
  const stats = await stat(path, { bigint: true }).catch(() => null);
  return stats && `${stats.dev}:${stats.ino}:${stats.birthtimeNs}`;
}
