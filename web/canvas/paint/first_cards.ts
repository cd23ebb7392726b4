import { type CardPlace, countFilling, placeCards } from "../card_layout.ts";

/** The height that the first cards fill at least, in CSS pixels: what a laptop and a large phone show below the heading. */
const FIRST_HEIGHT = 960;

/** Cards beyond this number are not in a first view, whatever their sizes are. */
const MAX_FIRST_CARDS = 12;

/**
 * The places of the cards of a first view, each as the canvas places it among all cards. Manifests may be any value.
 *
 * @example
 * ```ts
 * import { placeFirstCards } from "./mod.ts";
 * placeFirstCards([{ id: "steps", cardType: "feed", sizes: ["fill-auto"] }]).length; // 1
 * ```
 */
export function placeFirstCards(manifests: readonly unknown[]): CardPlace[] {
  const count = Math.min(countFilling(manifests, FIRST_HEIGHT), MAX_FIRST_CARDS);
  return placeCards(manifests).slice(0, count);
}
