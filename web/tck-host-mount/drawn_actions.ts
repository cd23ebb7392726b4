/**
 * The slot actions that a card's widget draws inside its content. The footer leaves them out, so that no action is shown
 * twice. Blocks report them in layout effects: React then renders the footer again before the browser paints.
 */
export class DrawnActions {
  readonly #counts = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  #ids: ReadonlySet<string> = new Set();

  /** The ids of the actions. Another object after each change. */
  readonly get = (): ReadonlySet<string> => this.#ids;

  /** Calls the listener after each change. Returns a function that unsubscribes. */
  readonly subscribe = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Adds an action that is drawn. Returns a function that removes it. */
  readonly add = (id: string): () => void => {
    this.#change(id, 1);
    return () => this.#change(id, -1);
  };

  #change(id: string, difference: 1 | -1): void {
    this.#counts.set(id, (this.#counts.get(id) ?? 0) + difference);
    this.#ids = new Set([...this.#counts].flatMap(([id, count]) => count > 0 ? [id] : []));
    for (const listener of [...this.#listeners]) listener();
  }
}
