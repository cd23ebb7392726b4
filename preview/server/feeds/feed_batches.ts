import { compareLabels } from "../../../core/feed/mod.ts";
import { quote } from "../../../core/errors/mod.ts";
import type { FeedBatchRequest, FeedView } from "../../protocol.ts";
import { ProblemError } from "../routes/problem.ts";
import type { BundleStore } from "../store/mod.ts";

/** Feeds of uploaded bundles, which live as long as the server's process (preview specification, §4). */
export class FeedBatches {
  readonly #batches = new Map<string, FeedBatchRequest>();

  constructor(private readonly store: BundleStore, private readonly capacity: number) {}

  /**
   * Registers a batch; one of the same id is replaced. The oldest goes when there are too many.
   *
   * @param feeds The feeds of the configuration
   * @throws {ProblemError} `bundle.not_found` for an id that no uploaded bundle has, `feed_batch.invalid` when one of the
   * feeds has the batch's id
   */
  register(batch: FeedBatchRequest, feeds: readonly FeedView[]): FeedView {
    if (feeds.some(({ id }) => id === batch.id)) {
      const detail = `Cannot register the feed batch: the configuration has a feed ${quote(batch.id)}`;
      throw new ProblemError("feed_batch.invalid", detail);
    }
    for (const { id } of batch.bundles) {
      if (this.store.find(id)?.public.source === "local") continue;
      throw new ProblemError(
        "bundle.not_found",
        `Cannot use bundle ${quote(id)}: no uploaded bundle has this id`,
      );
    }
    this.#batches.delete(batch.id);
    this.#batches.set(batch.id, batch);
    const [oldest] = this.#batches.keys();
    if (this.#batches.size > this.capacity) this.#batches.delete(oldest!);
    return this.#view(batch);
  }

  /** The batches as feeds after those of the configuration. One whose id a later configuration takes gets a number. */
  appendTo(feeds: readonly FeedView[]): FeedView[] {
    const all = [...feeds];
    for (const batch of this.#batches.values()) {
      const view = this.#view(batch);
      for (let count = 2; all.some(({ id }) => id === view.id); count++) view.id = `${batch.id} (${count})`;
      all.push(view);
    }
    return all;
  }

  #view({ id, label, bundles }: FeedBatchRequest): FeedView {
    const cards = bundles.filter((card) => this.store.find(card.id)?.public.manifest.cardType === "feed");
    cards.sort((one, other) => compareLabels(one.label, other.label) || compareLabels(one.id, other.id));
    return { id, label, bundleIds: [...new Set(cards.map((card) => card.id))] };
  }
}
