import { type FSWatcher, isFileLoadingAllowed, type Plugin } from "vite";
import { delayFileEvents, WATCHER_THROTTLE_MS } from "./vite_internals.ts";
import { readText, WholeFiles } from "./whole_file.ts";

const SCRIPT = /\.[cm]?[jt]sx?$/;

/**
 * Delays the watcher's events of source files until the file is complete, and reads modules when they are. (Vite's own
 * option for this waits after every write and doubles the time until an edit is shown.)
 *
 * @param project the project folder, as a real path with forward slashes
 */
export function delayIncompleteEdits(project: string): Plugin {
  const isSource = (file: string) => file.startsWith(`${project}/`) && !file.includes("/node_modules/");
  let edits: DelayedEdits;
  return {
    name: "tck:delayed-events",
    enforce: "pre",
    configureServer({ watcher }) {
      edits = new DelayedEdits(watcher);
      delayFileEvents(watcher, (file) => isSource(file) ? edits.settle(file) : null);
    },
    load: {
      filter: { id: SCRIPT },
      handler(file) {
        // Vite does not check the files that a plugin loads.
        const isReadable = isSource(file) && isFileLoadingAllowed(this.environment.getTopLevelConfig(), file);
        return isReadable ? edits.read(file) : null;
      },
    },
    closeServer: () => edits.close(),
  };
}

/** Edits of files that may still be being written. */
class DelayedEdits {
  readonly #files = new WholeFiles();
  readonly #delayed = new Set<string>();
  readonly #watched = new Set<string>();
  readonly #rereads = new Map<string, ReturnType<typeof setTimeout>>();
  #isClosed = false;

  constructor(private readonly watcher: FSWatcher) {}

  /** Reads a module's file, since an editor may be writing again, and watches it. */
  async read(file: string): Promise<string | null> {
    if (!this.#watched.has(file)) this.watcher.add(file);
    this.#watched.add(file);
    return await this.#files.read(file);
  }

  /** Waits until a file is complete. @returns false when another event of the file is waiting */
  async settle(file: string): Promise<boolean> {
    if (this.#delayed.has(file)) return false;
    this.#delayed.add(file);
    const text = await this.#files.read(file);
    this.#delayed.delete(file);
    if (this.#isClosed) return false;
    clearTimeout(this.#rereads.get(file));
    this.#rereads.set(file, setTimeout(() => void this.#reread(file, text), WATCHER_THROTTLE_MS));
    return true;
  }

  close(): void {
    this.#isClosed = true;
    this.#rereads.forEach(clearTimeout);
  }

  /** Emits the change that the watcher has dropped. */
  async #reread(file: string, reported: string | null): Promise<void> {
    this.#rereads.delete(file);
    const text = await readText(file);
    if (text !== null && text !== reported && !this.#isClosed) this.watcher.emit("change", file);
  }
}
