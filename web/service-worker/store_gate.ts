import { deleteCaches } from "./cache_names.ts";

/** Stores an answer by calling a function, unless what was requested may no longer be stored. */
export interface Storing {
  isAllowed(): boolean;
  /** Never rejects: a full disk does not fail the request. */
  store(write: () => Promise<void>): Promise<void>;
}

/**
 * Decides what may be stored. A deletion includes what is being written, and what was requested before it is not stored
 * after it. Nothing that is requested during a sign-out is stored.
 */
export class StoreGate {
  /** Counts the deletions. */
  #generation = 0;
  /** How many sign-outs have not ended. */
  #signOuts = 0;
  readonly #writes = new Set<Promise<void>>();

  /** Called when something is requested: its answer may be stored until the next deletion. */
  readonly start = (): Storing => {
    const generation = this.#signOuts === 0 ? this.#generation : null;
    const isAllowed = () => generation === this.#generation;
    return {
      isAllowed,
      store: async (write) => {
        if (!isAllowed()) return;
        const writing = write().catch(() => {});
        this.#writes.add(writing);
        await writing;
        this.#writes.delete(writing);
      },
    };
  };

  /** Deletes the caches with matching names, by default all. */
  async delete(matches?: (name: string) => boolean): Promise<void> {
    this.#generation++;
    await Promise.all(this.#writes);
    await deleteCaches(matches);
  }

  /** Deletes everything before and after a sign-out, which is then answered. */
  async signOut(answer: () => Promise<Response>): Promise<Response> {
    this.#signOuts++;
    try {
      await this.delete().catch(() => {});
      return await answer();
    } finally {
      await this.delete().catch(() => {});
      this.#signOuts--;
    }
  }
}
