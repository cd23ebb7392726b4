/** The languages that write from right to left, by their script. */
const RIGHT_TO_LEFT_SCRIPTS = ["Adlm", "Arab", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa"];

/** The writing direction of a language: `rtl` for `ar`, `he` or `ks-Arab`, else `ltr`. */
export function textDirection(languageTag: string): "ltr" | "rtl" {
  const { script } = new Intl.Locale(languageTag).maximize();
  return script !== undefined && RIGHT_TO_LEFT_SCRIPTS.includes(script) ? "rtl" : "ltr";
}

/** The languages that the host itself speaks. */
export type PageLanguage = "en" | "de";

/** The language that the host speaks on a page: that of its root element, or English. */
export function pageLanguage(document: Document): PageLanguage {
  return /^de(-|$)/i.test(document.documentElement.lang) ? "de" : "en";
}
