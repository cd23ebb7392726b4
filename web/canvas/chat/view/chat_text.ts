interface ChatText {
  readonly loading: string;
  readonly silent: string;
  readonly cancelled: string;
  readonly unreadable: string;
  readonly lost: string;
  /** The accessible name of the frame with the cards. */
  readonly cards: string;
  /** The button that saves the cards. */
  readonly save: string;
}

const TEXTS: { readonly [language: string]: ChatText } = {
  en: {
    loading: "Loading…",
    silent: "The chat does not answer, so no card can be shown.",
    cancelled: "The card was cancelled.",
    unreadable: "The chat sent nothing that could be shown.",
    lost: "A card has stopped the view.",
    cards: "Cards",
    save: "Save as file",
  },
  de: {
    loading: "Wird geladen …",
    silent: "Der Chat antwortet nicht. Darum kann keine Karte gezeigt werden.",
    cancelled: "Die Karte wurde abgebrochen.",
    unreadable: "Der Chat hat nichts geschickt, das gezeigt werden kann.",
    lost: "Eine Karte hat die Ansicht angehalten.",
    cards: "Karten",
    save: "Als Datei speichern",
  },
};

/** The view's own texts in a language. */
export function chatText(locale: string): ChatText {
  return TEXTS[locale.split("-")[0]!.toLowerCase()] ?? TEXTS["en"]!;
}
