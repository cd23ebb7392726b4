import { setImmediate } from "node:timers/promises";
import { packSource } from "./source_archive.ts";

/** How many archives may wait for their put: together at most 4 MiB. */
const AHEAD = 32;

/**
 * Packs the sources of widgets, also before they are asked for: while a commit waits for its intents to be on record,
 * nothing else is to be done.
 */
export class SourcesAhead implements Disposable {
  readonly #project: string;
  readonly #archives = new Map<string, Promise<Uint8Array | null>>();
  readonly #taken = new Set<string>();
  #ended = false;

  /** @param project Without symbolic links in its path */
  constructor(project: string) {
    this.#project = project;
  }

  /** What {@link packSource} gives for a widget. */
  async take(name: string): Promise<Uint8Array | null> {
    this.#taken.add(name);
    const archive = this.#archives.get(name);
    this.#archives.delete(name);
    return await (archive ?? packSource(this.#project, name));
  }

  /**
   * Packs ahead, one after the other, what nobody has asked for yet.
   *
   * @param names `<NNN>_<slug>`, in the order in which they will be asked for
   */
  async packAhead(names: readonly string[]): Promise<void> {
    for (const name of names) {
      if (this.#taken.has(name)) continue;
      await setImmediate(); // What has come in meanwhile has its turn first.
      if (this.#ended || this.#archives.size >= AHEAD) return;
      if (this.#taken.has(name)) continue;
      const archive = packSource(this.#project, name);
      archive.catch(() => {}); // It is told to whoever asks.
      this.#archives.set(name, archive);
    }
  }

  [Symbol.dispose](): void {
    this.#ended = true;
  }
}
