import { errorMessage } from "../../../core/errors/mod.ts";
import type { ProtocolClient } from "./protocol_client.ts";
import type { Store } from "../state/create_store.ts";
import type { ServerState, ShellState } from "../state/shell_state.ts";

/**
 * Keeps the server's bundles and feeds in the shell's state. An unchanged item is the same object in the next state, so
 * that its card is not rendered again.
 */
export class ServerSync {
  readonly #store: Store<ShellState>;
  readonly #client: ProtocolClient;
  #refreshing: Promise<void> | null = null;
  #stale = false;

  /** @param client the client of the server's dev protocol */
  constructor(store: Store<ShellState>, client: ProtocolClient) {
    this.#store = store;
    this.#client = client;
  }

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
      const known = this.#store.getState().server;
      this.#change({
        bundles: reuseEqual(known.bundles ?? [], bundles),
        problems,
        compositionProblems: index.problems,
        feeds: reuseEqual(known.feeds, index.feeds),
        grids: reuseEqual(known.grids, index.grids),
        error: null,
      });
    } catch (error) {
      this.#change({ ...this.#store.getState().server, error: errorMessage(error) });
    }
  }

  #change(server: ServerState): void {
    this.#store.setState({ server });
  }
}

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
