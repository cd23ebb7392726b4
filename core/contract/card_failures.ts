/**
 * Why a card of a page failed: its files could not be fetched (`fetch`), they are not those of its hash (`integrity`), its
 * manifest is invalid (`manifest`), its module could not be evaluated or has no component (`import`), it has thrown
 * (`render`), or it took too long to load (`timeout`).
 */
export const CARD_FAILURES = ["fetch", "integrity", "manifest", "render", "timeout", "import"] as const;

/** One of the reasons. */
export type CardFailure = typeof CARD_FAILURES[number];
