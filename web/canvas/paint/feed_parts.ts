import { type CardPlace, countFilling, placeCards } from "../card_layout.ts";

/** The height that the cards of a part fill at least, in CSS pixels: what a laptop and a large phone show below the heading. */
const PART_HEIGHT = 960;

/** Cards beyond this number are in the next part, whatever their sizes are. */
const MAX_PART_CARDS = 12;

/** Cards of a feed that one document shows. */
export interface FeedPart {
  /** The index of the first card. */
  readonly from: number;
  /** The place of each card: in the first part, where the canvas places it among all cards. */
  readonly places: readonly CardPlace[];
}

/**
 * Splits the cards of a feed into parts, each as large as a first view. Manifests may be any value.
 *
 * @example
 * ```ts
 * import { splitFeed } from "./mod.ts";
 * splitFeed(Array(10).fill({ id: "steps", cardType: "feed", sizes: ["fill-auto"] })).map(({ from }) => from); // [0, 8]
 * ```
 */
export function splitFeed(manifests: readonly unknown[]): FeedPart[] {
  const parts: FeedPart[] = [];
  for (let from = 0; from < manifests.length; from += parts.at(-1)!.places.length) {
    // A card's place does not depend on those after it.
    const next = manifests.slice(from, from + MAX_PART_CARDS);
    parts.push({ from, places: placeCards(next).slice(0, countFilling(next, PART_HEIGHT)) });
  }
  return parts;
}
