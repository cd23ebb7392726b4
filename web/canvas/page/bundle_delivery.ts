import type { PageMessage } from "../messages.ts";
import { BundleFetchError } from "../../bundle-stream/mod.ts";
import type { BundleStore } from "./bundle_store.ts";

interface BundleDeliveryDependencies {
  readonly bundles: BundleStore;
  /** Sends a message to the frame. */
  readonly send: (message: PageMessage, transfer?: Transferable[]) => void;
  /** Resolves when the frame responds. */
  readonly responds: () => Promise<void>;
}

/** How long the frame is watched after a bundle was sent one by one, in milliseconds. */
const WATCH_MS = 300;

/** Sends bundles to one frame: all at once, or one by one, to find out which of them makes the frame go away. */
export class BundleDelivery {
  readonly #dependencies: BundleDeliveryDependencies;
  readonly #oneByOne: boolean;
  #queue: Promise<void> = Promise.resolve();
  /** When sending one by one, the hash of the bundle that was sent last. */
  #last: string | null = null;

  /** @param oneByOne whether the next bundle waits until the frame has survived the one before */
  constructor(oneByOne: boolean, dependencies: BundleDeliveryDependencies) {
    this.#oneByOne = oneByOne;
    this.#dependencies = dependencies;
  }

  /** The hash of the bundle that is to blame if the frame goes away now; null if that is not known. */
  get suspect(): string | null {
    return this.#last;
  }

  /** Fetches and sends a bundle. */
  async deliver(hash: string): Promise<void> {
    if (!this.#oneByOne) return await this.#send(hash);
    this.#queue = this.#queue.then(async () => {
      this.#last = hash;
      await this.#send(hash);
      await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
      await this.#dependencies.responds();
    });
    await this.#queue;
  }

  async #send(hash: string): Promise<void> {
    const { bundles, send } = this.#dependencies;
    try {
      const envelope = await bundles.load(hash);
      send({ type: "bundle", hash, envelope }, [envelope]);
    } catch (error) {
      const { failure, code } = error instanceof BundleFetchError
        ? error
        : new BundleFetchError("bundle.unavailable");
      send({ type: "bundle-failed", hash, failure, reason: code });
    }
  }
}
