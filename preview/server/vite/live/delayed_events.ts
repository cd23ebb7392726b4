import { stat } from "node:fs/promises";
import { type FSWatcher, isFileLoadingAllowed, type Plugin } from "vite";
import { delayFileEvents, loadedFiles, onSystemEvent } from "../vite_internals.ts";
import { readText, WholeFiles } from "../whole_file.ts";

const SCRIPT = /\.[cm]?[jt]sx?$/;

/** How long after an event of the system, and after the last one, files are compared with what was reported of them. */
const COMPARE_DELAYS_MS = { soon: 60, last: 500 };

/**
 * Delays the watcher's events of source files until the file is complete, and reads modules when they are. (Vite's own
 * option for this waits after every write and doubles the time until an edit is shown.) Edits whose events are lost are
 * found: Vite's watcher drops changes of a file within 50 ms of an earlier one, and Deno drops events while 16 wait, which
 * may be those of files that are read.
 *
 * @param project the project folder, as a real path with forward slashes
 */
export function delayIncompleteEdits(project: string): Plugin {
  const isSource = (file: string) => file.startsWith(`${project}/`) && !file.includes("/node_modules/");
  let edits: DelayedEdits;
  return {
    name: "tck:delayed-events",
    enforce: "pre",
    configureServer(server) {
      const { watcher } = server;
      edits = new DelayedEdits(watcher, () => loadedFiles(server).filter(isSource));
      delayFileEvents(watcher, (file, event) => isSource(file) ? edits.settle(file, event) : null);
      onSystemEvent(watcher, () => edits.compareSoon());
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

/** Edits of files that may still be being written, and edits without an event. */
class DelayedEdits {
  readonly #files = new WholeFiles();
  readonly #delayed = new Set<string>();
  readonly #watched = new Set<string>();
  /** The text of each file at its last event, or at its first reading. */
  readonly #reported = new Map<string, string | null>();
  /** The time of each file's last change when it was complete after its last event. */
  readonly #settled = new Map<string, number | null>();
  /** The time of each file's last change when its text was last compared. */
  readonly #compared = new Map<string, number>();
  readonly #startedAt = Date.now();
  #soon: ReturnType<typeof setTimeout> | undefined;
  #last: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(private readonly watcher: FSWatcher, private readonly loaded: () => readonly string[]) {}

  /** Reads a module's file, since an editor may be writing again, and watches it. */
  async read(file: string): Promise<string | null> {
    if (!this.#watched.has(file)) this.watcher.add(file);
    this.#watched.add(file);
    this.compareSoon();
    const text = await this.#files.read(file);
    if (!this.#reported.has(file)) this.#reported.set(file, text);
    return text;
  }

  /**
   * Waits until a file is complete.
   *
   * @returns false when another event of the file is waiting, or when it is a further event of an edit that was reported:
   * a file that is emptied and then written has two
   */
  async settle(file: string, event: "change" | "add"): Promise<boolean> {
    if (this.#delayed.has(file)) return false;
    this.#delayed.add(file);
    const text = await this.#files.read(file);
    const time = await readChangeTime(file);
    this.#delayed.delete(file);
    const isReported = event === "change" && time !== null && time === this.#settled.get(file) &&
      text === this.#reported.get(file);
    this.#reported.set(file, text);
    this.#settled.set(file, time);
    return !isReported && !this.#isClosed;
  }

  /** Compares all loaded files in a moment, and when nothing has happened for a while. */
  compareSoon(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#last);
    this.#last = setTimeout(() => this.#compareAll(), COMPARE_DELAYS_MS.last);
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.#compareAll();
    }, COMPARE_DELAYS_MS.soon);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#soon);
    clearTimeout(this.#last);
  }

  #compareAll(): void {
    for (const file of this.loaded()) void this.#compare(file);
  }

  /** Emits the change of a file whose event was lost. */
  async #compare(file: string): Promise<void> {
    const time = await readChangeTime(file);
    if (time === null || time === this.#compared.get(file)) return;
    const text = await readText(file);
    if (this.#delayed.has(file)) return this.compareSoon();
    this.#compared.set(file, time);
    const isEdited = this.#reported.has(file) ? text !== this.#reported.get(file) : time > this.#startedAt;
    if (text !== null && isEdited && !this.#isClosed) this.watcher.emit("change", file);
  }
}

/** When a file was last changed, in milliseconds since 1970; null when there is no such file. */
async function readChangeTime(file: string): Promise<number | null> {
  return await stat(file).then(({ mtimeMs }) => mtimeMs, () => null);
}
