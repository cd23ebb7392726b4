import { BUNDLES_PATH } from "../../../core/contract/mod.ts";
import { BundleFetchError, fetchBundles } from "../../bundle-stream/mod.ts";

/**
 * Fetches the envelopes of a batch with the reader's session: all of them in one request, in the order of the cards, and
 * single ones afterwards.
 */
export class BundleStore {
  readonly #url: string;
  readonly #envelopes = new Map<string, PromiseWithResolvers<ArrayBuffer>>();

  /** @param mock whether the bundles are fixtures, which need no session */
  constructor(mock: boolean = false) {
    this.#url = mock ? `${BUNDLES_PATH}?mock=true` : BUNDLES_PATH;
  }

  /** Begins to fetch all bundles in one request. */
  prefetch(hashes: readonly string[]): void {
    const unknown = hashes.filter((hash) => !this.#envelopes.has(hash));
    if (unknown.length > 0) void this.#fetch(unknown);
  }

  /**
   * The bytes of an envelope, each time from the network or the browser's cache: the caller transfers them away.
   *
   * @throws {BundleFetchError}
   */
  load(hash: string): Promise<ArrayBuffer> {
    if (!this.#envelopes.has(hash)) void this.#fetch([hash]);
    const { promise } = this.#envelopes.get(hash)!;
    return promise.finally(() => this.#envelopes.delete(hash));
  }

  async #fetch(hashes: readonly string[]): Promise<void> {
    const asked = new Map(hashes.map((hash) => [hash, Promise.withResolvers<ArrayBuffer>()]));
    for (const [hash, envelope] of asked) {
      envelope.promise.catch(() => {});
      this.#envelopes.set(hash, envelope);
    }
    let failure = new BundleFetchError("bundle.unavailable");
    try {
      for await (const { hash, code, envelope } of fetchBundles(this.#url, hashes)) {
        if (envelope !== null) asked.get(hash)?.resolve(envelope.buffer);
        else asked.get(hash)?.reject(new BundleFetchError(code));
      }
    } catch (error) {
      failure = error as BundleFetchError;
    }
    for (const envelope of asked.values()) envelope.reject(failure); // Without effect on those that have arrived.
  }
}
