import type { BundleProblem, CompositionProblem, FeedView, PublicBundle } from "../protocol.ts";
import type { ProtocolClient } from "./protocol_client.ts";

/** What the server has, as it was last heard. */
export interface BundleState {
  /** Null while nothing has been heard. */
  readonly bundles: readonly PublicBundle[] | null;
  /** What is on disk and cannot be used. */
  readonly problems: readonly BundleProblem[];
  /** The functions of the configuration that failed while the feeds were composed. */
  readonly compositionProblems: readonly CompositionProblem[];
  readonly feeds: readonly FeedView[];
  readonly grids: readonly FeedView[];
  /** Why the last attempt to hear it failed; what was heard before stays. */
  readonly error: string | null;
}

/**
 * The bundles and feeds of the server. What has not changed stays the same object from one state to the next, so that a
 * card whose bundle has not changed is left alone, whatever becomes of the others.
 */
export class BundleStore {
  readonly #client: ProtocolClient;
  readonly #listeners = new Set<() => void>();
  #state: BundleState = NOTHING_HEARD;
  #refreshing: Promise<void> | null = null;
  #stale = false;

  /** @param client speaks with the server */
  constructor(client: ProtocolClient) {
    this.#client = client;
  }

  /** The state now. */
  readonly getState = (): BundleState => this.#state;

  /** Calls the listener after each change, until the function that it returns is called. */
  readonly subscribe = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Asks the server for everything again. While an answer is under way, any number of calls make one more round, so that
   * the last state is never older than the last call. Never rejects: what fails is in the state.
   */
  readonly refresh = (): Promise<void> => {
    this.#stale = true;
    return this.#refreshing ??= this.#refreshWhileStale();
  };

  async #refreshWhileStale(): Promise<void> {
    while (this.#stale) {
      this.#stale = false;
      await this.#refreshOnce();
    }
    this.#refreshing = null;
  }

  async #refreshOnce(): Promise<void> {
    try {
      const [{ bundles, problems }, index] = await Promise.all([
        this.#client.listBundles(),
        this.#client.readFeeds(),
      ]);
      const known = this.#state;
      this.#change({
        bundles: keepEqual(known.bundles ?? [], bundles),
        problems,
        compositionProblems: index.problems,
        feeds: keepEqual(known.feeds, index.feeds),
        grids: keepEqual(known.grids, index.grids),
        error: null,
      });
    } catch (error) {
      this.#change({ ...this.#state, error: error instanceof Error ? error.message : String(error) });
    }
  }

  #change(state: BundleState): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }
}

const NOTHING_HEARD: BundleState = {
  bundles: null,
  problems: [],
  compositionProblems: [],
  feeds: [],
  grids: [],
  error: null,
};

/** The next list, with those of the known one's items that say the same as its own. */
function keepEqual<Item extends { id: string }>(
  known: readonly Item[],
  next: readonly Item[],
): readonly Item[] {
  const byId = new Map(known.map((item) => [item.id, item]));
  return next.map((item) => {
    const before = byId.get(item.id);
    return before !== undefined && JSON.stringify(before) === JSON.stringify(item) ? before : item;
  });
}
