/**
 * Cards in a file of their own: the document of the frame with the cards, which then shows those that are written into it
 * and expects no view.
 *
 * @module
 */
import { decodeBase64Url, encodeBase64Url } from "../../../core/bytes/mod.ts";
import type { ChatCard, LoadedCard } from "./messages.ts";

/** The id of the element with the cards, as JSON. */
const SAVED_ID = "tck-saved-cards";

/** A card as the file has it: its envelope in base64url. */
interface SavedCard extends ChatCard {
  readonly envelope: string | null;
}

/** Writes cards into the document of the frame. */
export function writeSavedCards(page: string, cards: readonly LoadedCard[]): string {
  const saved = cards.map((card): SavedCard => ({
    ...card,
    envelope: card.envelope && encodeBase64Url(card.envelope),
  }));
  const json = JSON.stringify(saved).replaceAll("<", "\\u003c");
  const element = `<script type="application/json" id="${SAVED_ID}">${json}</script>`;
  return page.replace("</main>", () => `</main>\n${element}`);
}

/** Takes the cards out of the document; null when it has none, and a view will send some. */
export function takeSavedCards(): LoadedCard[] | null {
  const element = document.getElementById(SAVED_ID);
  if (element === null) return null;
  element.remove();
  const saved: SavedCard[] = JSON.parse(element.textContent);
  return saved.map((card) => ({
    ...card,
    envelope: card.envelope === null ? null : decodeBase64Url(card.envelope),
  }));
}
