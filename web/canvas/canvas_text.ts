import { type PageLanguage, pageLanguage } from "@tck/kit/host-mount";

/** The texts that the canvas itself says. */
export interface CanvasText {
  readonly loading: string;
  readonly empty: string;
  readonly not_found: string;
  readonly unavailable: string;
  readonly retry: string;
}

const TEXTS: { readonly [language in PageLanguage]: CanvasText } = {
  en: {
    loading: "Loading…",
    empty: "There is nothing here yet.",
    not_found: "This page does not exist, or is not yours.",
    unavailable: "The cards could not be loaded.",
    retry: "Try again",
  },
  de: {
    loading: "Wird geladen …",
    empty: "Hier gibt es noch nichts.",
    not_found: "Diese Seite gibt es nicht, oder sie gehört jemand anderem.",
    unavailable: "Die Karten konnten nicht geladen werden.",
    retry: "Erneut versuchen",
  },
};

/** The canvas's texts in the language of the page. */
export function canvasText(): CanvasText {
  return TEXTS[pageLanguage(document)];
}
