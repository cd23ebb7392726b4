import type { EnvironmentModuleNode, FSWatcher, Plugin } from "vite";
import { isFileLoadingAllowed } from "vite";
import type { PreviewModel } from "../model/mod.ts";
import { delayFileEvents, WATCHER_THROTTLE_MS } from "./vite_internals.ts";
import { readText, WholeFiles } from "./whole_file.ts";

const SCRIPT = /\.[cm]?[jt]sx?$/;

/**
 * Reports edits of the project's sources to the model. Vite's watcher sees them; an event is delayed until the file is
 * complete. (Vite's own option for this waits after every write and doubles the time until an edit is shown.)
 */
export function reportSourceEdits(model: PreviewModel): Plugin {
  const project = model.sourceDirectory;
  const folder = `${project}/widgets`;
  const isSource = (file: string) => file.startsWith(`${project}/`) && !file.includes("/node_modules/");
  const isWidgetSource = (path: string) => model.widgets.some(({ file }) => `${project}/${file}` === path);
  let edits: DelayedEdits;
  return {
    name: "tck:source-edits",
    enforce: "pre",
    configureServer({ watcher }) {
      edits = new DelayedEdits(watcher);
      delayFileEvents(watcher, (file) => isSource(file) ? edits.settle(file) : null);
      watcher.add(folder);
      watcher.on("all", (event, path) => {
        if (event !== "change" && path.replaceAll("\\", "/").startsWith(folder)) model.sourceTreeChanged();
      });
    },
    load: {
      filter: { id: SCRIPT },
      handler(file) {
        const isReadable = isSource(file) && isFileLoadingAllowed(this.environment.getTopLevelConfig(), file);
        return isReadable ? edits.read(file) : null;
      },
    },
    hotUpdate: {
      order: "post",
      handler({ file, type, modules }) {
        if (this.environment.name !== "client") return;
        if (type === "delete" && isWidgetSource(file)) return []; // The page gets the new list of widgets.
        model.sourceEdited(file, importersOf(modules));
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

/** The files of some modules and of all modules that import them. */
function importersOf(modules: readonly EnvironmentModuleNode[]): Set<string> {
  const seen = new Set<EnvironmentModuleNode>();
  const visit = (module: EnvironmentModuleNode) => {
    if (seen.has(module)) return;
    seen.add(module);
    module.importers.forEach(visit);
  };
  modules.forEach(visit);
  return new Set([...seen].flatMap(({ file }) => file ?? []));
}
