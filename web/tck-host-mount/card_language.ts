/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT_SCRIPTS = ["Adlm", "Arab", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa"];

/** The writing direction of a language: `rtl` for `ar`, `he` or `ks-Arab`, else `ltr`. */
export function textDirection(languageTag: string): "ltr" | "rtl" {
  const { script } = new Intl.Locale(languageTag).maximize();
  return script !== undefined && RIGHT_TO_LEFT_SCRIPTS.includes(script) ? "rtl" : "ltr";
}

/** The languages of the host's own texts. */
export type PageLanguage = "en" | "de";

/** The language of the host's texts on a page: the root element's, if it is one of them, or English. */
export function pageLanguage(document: Document): PageLanguage {
  return /^de(-|$)/i.test(document.documentElement.lang) ? "de" : "en";
}
