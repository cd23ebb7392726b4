import { errorMessage } from "../../core/errors/mod.ts";
import type { BundleProblem, CompositionProblem, FeedView, PublicBundle } from "../protocol.ts";
import type { ProtocolClient } from "./protocol_client.ts";

/** The server's bundles and feeds, as last received. */
export interface BundleState {
  /** Null until the first answer. */
  readonly bundles: readonly PublicBundle[] | null;
  /** The files that are not valid bundles. */
  readonly problems: readonly BundleProblem[];
  /** The functions of the configuration that threw while the feeds were composed. */
  readonly compositionProblems: readonly CompositionProblem[];
  readonly feeds: readonly FeedView[];
  readonly grids: readonly FeedView[];
  /** Why the last request failed; the other fields keep their values. */
  readonly error: string | null;
}

/**
 * The bundles and feeds of the server. An unchanged item is the same object in the next state, so that its card is not
 * rendered again.
 */
export class BundleStore {
  readonly #client: ProtocolClient;
  readonly #listeners = new Set<() => void>();
  #state: BundleState = INITIAL_STATE;
  #refreshing: Promise<void> | null = null;
  #stale = false;

  /** @param client the client of the server's dev protocol */
  constructor(client: ProtocolClient) {
    this.#client = client;
  }

  /** The current state. */
  readonly getState = (): BundleState => this.#state;

  /** Calls the listener after each change. Returns a function that unsubscribes. */
  readonly subscribe = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Requests everything again. Calls during a pending request cause exactly one further request, so that the final state
   * is never older than the last call. Never rejects: failures are part of the state.
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
        bundles: reuseEqual(known.bundles ?? [], bundles),
        problems,
        compositionProblems: index.problems,
        feeds: reuseEqual(known.feeds, index.feeds),
        grids: reuseEqual(known.grids, index.grids),
        error: null,
      });
    } catch (error) {
      this.#change({ ...this.#state, error: errorMessage(error) });
    }
  }

  #change(state: BundleState): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }
}

const INITIAL_STATE: BundleState = {
  bundles: null,
  problems: [],
  compositionProblems: [],
  feeds: [],
  grids: [],
  error: null,
};

/** The next list, with each item that equals the known one of its id replaced by the known object. */
function reuseEqual<Item extends { id: string }>(
  known: readonly Item[],
  next: readonly Item[],
): readonly Item[] {
  const byId = new Map(known.map((item) => [item.id, item]));
  return next.map((item) => {
    const before = byId.get(item.id);
    return before !== undefined && JSON.stringify(before) === JSON.stringify(item) ? before : item;
  });
}
