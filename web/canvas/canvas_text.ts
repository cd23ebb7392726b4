import { type PageLanguage, pageLanguage } from "@tck/kit/host-mount";

interface CanvasText {
  readonly loading: string;
  readonly empty: string;
  readonly not_found: string;
  readonly unavailable: string;
  readonly unauthenticated: string;
  readonly retry: string;
  /** The title of a card without one. */
  readonly untitled: string;
}

const TEXTS: { readonly [language in PageLanguage]: CanvasText } = {
  en: {
    loading: "Loading…",
    empty: "There are no cards yet.",
    not_found: "This page does not exist, or you do not have access to it.",
    unavailable: "The cards could not be loaded.",
    unauthenticated: "You have signed in, but the cards could still not be loaded with this account.",
    retry: "Try again",
    untitled: "Card",
  },
  de: {
    loading: "Wird geladen …",
    empty: "Es gibt noch keine Karten.",
    not_found: "Diese Seite gibt es nicht, oder du hast keinen Zugriff darauf.",
    unavailable: "Die Karten konnten nicht geladen werden.",
    unauthenticated: "Du hast dich angemeldet, aber die Karten konnten trotzdem nicht geladen werden.",
    retry: "Erneut versuchen",
    untitled: "Karte",
  },
};

/** The canvas's own texts in the language of the page. */
export function canvasText(): CanvasText {
  return TEXTS[pageLanguage(document)];
}
