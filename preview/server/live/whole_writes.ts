import { readFile } from "node:fs/promises";
import { type FSWatcher, normalizePath, type Plugin, transformWithOxc } from "vite";

/** How long an editor gets for its next write to a file that does not look whole, in milliseconds. */
const FINISH_TIME = 100;

/** How long it gets to write into a file that it has emptied, in milliseconds: hardly ever does it mean to leave it so. */
const EMPTY_TIME = 400;

/** An edit that leaves less than so much of a file is rare. */
const SHRINKAGE = 0.8;

/** How often such a file is looked at meanwhile, in milliseconds. */
const LOOK_INTERVAL = 5;

/** The dev server's watcher passes over what happens to a file so soon after a change of it, in milliseconds. */
const DEAF_TIME = 60;

const SCRIPT = /\.[cm]?[jt]sx?$/;

/**
 * Makes every edit arrive, and arrive whole, at no cost to those that come in one piece. Many editors empty a file and then
 * write it: the dev server's watcher reports the first and, as it takes a moment's events for one, loses the second.
 * (Waiting for each file to be left alone for a while, its own remedy, doubles the time to every paint.)
 *
 * The watcher's events are held back, and not the hooks that follow them: by the time of the event, the dev server tells
 * which of its copies are stale.
 *
 * @param isSource whether a file is the author's
 */
export function awaitWholeWrites(isSource: (file: string) => boolean): Plugin {
  let edits: WholeWrites | undefined;
  return {
    name: "tck:whole-writes",
    enforce: "pre",
    configureServer: ({ watcher }) => void (edits = new WholeWrites(watcher, isSource)),
    load: {
      filter: { id: SCRIPT },
      handler: (file) => isSource(file) ? edits!.read(file) : null,
    },
    closeServer: () => edits?.close(),
  };
}

type Emit = (event: string, ...args: unknown[]) => boolean;

class WholeWrites {
  readonly #watcher: FSWatcher;
  readonly #emit: Emit;
  readonly #held = new Set<string>();
  readonly #watched = new Set<string>();
  /** The text of each file when it was last taken for whole. */
  readonly #whole = new Map<string, string>();
  readonly #looks = new Map<string, ReturnType<typeof setTimeout>>();
  #isClosed = false;

  constructor(watcher: FSWatcher, isSource: (file: string) => boolean) {
    this.#watcher = watcher;
    this.#emit = watcher.emit.bind(watcher) as Emit;
    watcher.emit = (event: string, ...args: unknown[]) => {
      const file = String(args[0]);
      if ((event !== "change" && event !== "add") || !isSource(normalizePath(file))) {
        return this.#emit(event, ...args);
      }
      void this.#hold(event, file);
      return true;
    };
  }

  /** An editor may have begun to write again since the event. Who reads a module also has its file watched. */
  async read(file: string): Promise<string | null> {
    if (!this.#watched.has(file)) this.#watcher.add(file);
    this.#watched.add(file);
    return await this.#readWhole(file);
  }

  close(): void {
    this.#isClosed = true;
    this.#looks.forEach(clearTimeout);
  }

  /** An event that comes while another is held is about the same text. */
  async #hold(event: string, file: string): Promise<void> {
    if (this.#held.has(file)) return;
    this.#held.add(file);
    const text = await this.#readWhole(file);
    this.#held.delete(file);
    if (this.#isClosed) return;
    this.#emit(event, file);
    clearTimeout(this.#looks.get(file));
    this.#looks.set(file, setTimeout(() => void this.#lookAgain(file, text), DEAF_TIME));
  }

  /** The text of a file, when the editor has finished it or has left it alone for long. */
  async #readWhole(file: string): Promise<string | null> {
    let text = await readText(file);
    for (;;) {
      const known = this.#whole.get(file);
      if (text === known || await isWhole(file, text, known)) break;
      const next = await readNext(file, text);
      if (next === text) break;
      text = next;
    }
    if (text) this.#whole.set(file, text);
    return text;
  }

  async #lookAgain(file: string, taken: string | null): Promise<void> {
    this.#looks.delete(file);
    const text = await readText(file);
    if (text !== null && text !== taken && !this.#isClosed) await this.#hold("change", file);
  }
}

/** The beginning of a module may be a module, too: one that has become much shorter is not believed at once. */
async function isWhole(file: string, text: string | null, known: string = ""): Promise<boolean> {
  if (!text || text.length < known.length * SHRINKAGE) return false;
  if (!SCRIPT.test(file)) return true;
  return await transformWithOxc(text, file, { sourcemap: false }).then(() => true, () => false);
}

/** The next text of a file, or the same when it has been left alone for long. */
async function readNext(file: string, before: string | null): Promise<string | null> {
  const end = performance.now() + (before ? FINISH_TIME : EMPTY_TIME);
  let text = before;
  while (text === before && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_INTERVAL));
    text = await readText(file);
  }
  return text;
}

async function readText(file: string): Promise<string | null> {
  return await readFile(file, "utf8").catch(() => null);
}
