import {
  type SealedCard,
  sealPage,
  type SealPageOptions,
  SERVING_THREAD_LIMITS,
} from "../../../web/canvas/sealed_page/mod.ts";

/** A feed to be made into a page of one file. */
export interface FeedToSeal {
  /** The user who gets the page: places for pages are shared among users. */
  readonly user: string;
  /**
   * Reads the cards when it is their turn: they are in memory until the page is made. What is not read when the signal
   * aborts is not waited for.
   */
  readonly readCards: (signal: AbortSignal) => Promise<SealedCard[]>;
  readonly options: SealPageOptions;
  /** Aborts when the client has left. */
  readonly signal: AbortSignal;
}

/** A feed as a page of one file. */
export interface SealedFeed {
  readonly html: string | Uint8Array<ArrayBuffer>;
  readonly policy: string;
}

/** Makes pages of one file. It parses modules, which strangers wrote. */
export interface FeedSealer {
  /** The most bytes that the bundles of a page may have together. */
  readonly maxBytes: number;
  /** @throws {ProblemError} when too many pages are waiting, or one takes too long */
  seal(feed: FeedToSeal): Promise<SealedFeed>;
}

/** Makes pages on the thread that answers requests, for a runtime without another: so they have smaller limits. */
export const SERVING_THREAD_SEALER: FeedSealer = {
  maxBytes: SERVING_THREAD_LIMITS.bytes,
  seal: async ({ readCards, options, signal }) =>
    await sealPage(await readCards(signal), { ...options, limits: SERVING_THREAD_LIMITS }),
};
