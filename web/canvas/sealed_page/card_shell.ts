import type { Widget } from "../../../core/feed/mod.ts";
import type { CardEvent } from "../card_events.ts";

/** A widget, and the envelope of its bundle. */
export interface SealedCard {
  /** As the list of batches has it. */
  readonly widget: Widget;
  /** The bytes of the `.tckb`; null when there are none: the card then says so. */
  readonly envelope: Uint8Array | null;
}

/** The name of the global variable with the {@linkcode CardShell}, in a page that is given its cards later. */
export const CARD_SHELL = "tckCardShell";

/**
 * What a page without cards offers its own scripts (`globalThis.tckCardShell`). A script takes it and deletes the variable;
 * the first call of `show` deletes it too, so that no widget finds it.
 */
export interface CardShell {
  /**
   * Verifies the bundles by the hashes that their widgets name and shows the cards in place of those before. A card whose
   * envelope is wrong fails, and the others are shown. The first call decides which bundles the page runs: a card with
   * another one fails later, and needs a page of its own.
   *
   * @returns what became of each card, when all are painted
   */
  show(cards: readonly SealedCard[]): Promise<CardEvent[]>;
  setTheme(theme: "light" | "dark"): void;
  /** Sets the reader's languages, best first, and time zone for the cards that are shown next. */
  setReader(reader: { readonly locales?: readonly string[]; readonly timeZone?: string }): void;
  /**
   * Calls the listener with each link that the reader activates, as it is written in the card. The page opens none. One that
   * the reader has neither pressed nor come to by the Tab key is not chosen: a card may have got a key that was meant for
   * something else.
   */
  onLink(listener: (href: string, isChosen: boolean) => void): void;
  /** Gives the focus to the link that was passed last. */
  focusLink(): void;
}
