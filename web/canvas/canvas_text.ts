import { type PageLanguage, pageLanguage } from "../tck-host-mount/mod.ts";

interface CanvasText {
  readonly loading: string;
  readonly empty: string;
  readonly not_found: string;
  readonly unavailable: string;
  readonly offline: string;
  readonly unauthenticated: string;
  readonly retry: string;
  /** Where the page has ended while it showed cards. */
  readonly ended: string;
  readonly start: string;
  /** While a card keeps the frame from responding. */
  readonly stalled: string;
  /** The accessible name of the frame with the cards. */
  readonly frame: string;
  /** The question before a link is opened that no manifest declares. */
  readonly openLink: string;
  readonly open: string;
  readonly cancel: string;
  /** The title of a card without one. */
  readonly untitled: string;
}

const TEXTS: { readonly [language in PageLanguage]: CanvasText } = {
  en: {
    loading: "Loading…",
    empty: "There are no cards yet.",
    not_found: "This page does not exist, or you do not have access to it.",
    unavailable: "The cards could not be loaded.",
    offline: "You are offline. The cards are loaded when the connection is back.",
    unauthenticated: "You have signed in, but the cards could still not be loaded with this account.",
    retry: "Try again",
    ended:
      "This page ended while it showed its cards. It can happen again: they are shown when you start them.",
    start: "Start the cards",
    stalled: "A card does not respond. If its code hangs, others are shown without it.",
    frame: "Cards",
    openLink: "A card wants to open this address:",
    open: "Open",
    cancel: "Cancel",
    untitled: "Card",
  },
  de: {
    loading: "Wird geladen …",
    empty: "Es gibt noch keine Karten.",
    not_found: "Diese Seite gibt es nicht, oder du hast keinen Zugriff darauf.",
    unavailable: "Die Karten konnten nicht geladen werden.",
    offline: "Du bist offline. Die Karten werden geladen, sobald die Verbindung wieder da ist.",
    unauthenticated: "Du hast dich angemeldet, aber die Karten konnten trotzdem nicht geladen werden.",
    retry: "Erneut versuchen",
    ended:
      "Diese Seite wurde beendet, während sie ihre Karten zeigte. Das kann wieder geschehen: Sie werden gezeigt, wenn du sie startest.",
    start: "Karten starten",
    stalled: "Eine Karte reagiert nicht. Hängt ihr Code, werden andere ohne sie gezeigt.",
    frame: "Karten",
    openLink: "Eine Karte möchte diese Adresse öffnen:",
    open: "Öffnen",
    cancel: "Abbrechen",
    untitled: "Karte",
  },
};

/** The canvas's own texts in the language of the page. */
export function canvasText(): CanvasText {
  return TEXTS[pageLanguage(document)];
}
