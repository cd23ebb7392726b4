/** One change of the model. Adapters read the new state from the model itself. */
export type PreviewChange =
  /** Bundles, problems or feeds have changed. */
  | { readonly type: "bundles" }
  /** A widget was added, removed or checked. */
  | { readonly type: "widgets" }
  /** The sources of these widgets were edited. */
  | { readonly type: "sources"; readonly names: readonly string[] }
  /** The configuration was replaced. */
  | { readonly type: "config" };

/** The changes of a model, in order, for every subscriber. */
export class ChangeStream {
  readonly #listeners = new Set<(change: PreviewChange) => void>();

  emit(change: PreviewChange): void {
    for (const listener of this.#listeners) listener(change);
  }

  /** @returns ends the subscription */
  subscribe(listener: (change: PreviewChange) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
