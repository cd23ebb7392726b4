import { CodedError, quote } from "../../../../core/errors/mod.ts";
import { compareLabels } from "../../../../core/feed/mod.ts";
import type { FeedBatchRequest, FeedView } from "../../../protocol.ts";
import type { BundleStore } from "../bundles/bundle_store.ts";

/** A feed batch cannot be registered. */
export class FeedBatchError extends CodedError<"bundle.not_found" | "feed_batch.invalid"> {
  override readonly name = "FeedBatchError";
}

/** Feeds of uploaded and fetched bundles, which exist until the process ends (preview specification, §4). */
export class FeedBatches {
  readonly #batches = new Map<string, FeedBatchRequest>();

  constructor(private readonly store: BundleStore, private readonly capacity: number) {}

  /**
   * Registers a batch; one with the same id is replaced. Beyond the capacity, the oldest is dropped.
   *
   * @param feeds The feeds of the configuration
   * @throws {FeedBatchError} `bundle.not_found` for an id that no uploaded or fetched bundle has, `feed_batch.invalid` when
   * one of the feeds has the batch's id
   */
  register(batch: FeedBatchRequest, feeds: readonly FeedView[]): FeedView {
    if (feeds.some(({ id }) => id === batch.id)) {
      const message = `Cannot register the feed batch: the configuration has a feed ${quote(batch.id)}`;
      throw new FeedBatchError("feed_batch.invalid", message);
    }
    const unknown = batch.bundles.find(({ id }) => !this.#isUpload(id));
    if (unknown !== undefined) {
      const message = `Cannot use bundle ${quote(unknown.id)}: no uploaded or fetched bundle has this id`;
      throw new FeedBatchError("bundle.not_found", message);
    }
    this.#batches.delete(batch.id);
    this.#batches.set(batch.id, batch);
    const [oldest] = this.#batches.keys();
    if (this.#batches.size > this.capacity) this.#batches.delete(oldest!);
    return this.#toView(batch);
  }

  /** The same bytes have one id, whether they were uploaded or fetched last. */
  #isUpload(id: string): boolean {
    const bundle = this.store.find(id);
    return bundle !== undefined && bundle.info.path === undefined;
  }

  /** @returns whether there was such a batch */
  delete(id: string): boolean {
    return this.#batches.delete(id);
  }

  /** Adds the batches after the feeds of the configuration. A batch whose id is one of those gets a number. */
  appendTo(feeds: readonly FeedView[]): FeedView[] {
    const all = [...feeds];
    for (const batch of this.#batches.values()) {
      const view = this.#toView(batch);
      for (let count = 2; all.some(({ id }) => id === view.id); count++) view.id = `${batch.id} (${count})`;
      all.push(view);
    }
    return all;
  }

  #toView({ id, label, bundles }: FeedBatchRequest): FeedView {
    const cards = bundles.filter((card) => this.store.find(card.id)?.info.manifest.cardType === "feed");
    cards.sort((one, other) => compareLabels(one.label, other.label) || compareLabels(one.id, other.id));
    return { id, label, bundleIds: [...new Set(cards.map((card) => card.id))] };
  }
}
