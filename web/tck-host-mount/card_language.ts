/** The languages of the host's own texts. */
export type PageLanguage = "en" | "de";

/** The language of the host's texts on a page: the root element's, if it is one of them, or English. */
export function pageLanguage(document: Document): PageLanguage {
  return /^de(-|$)/i.test(document.documentElement.lang) ? "de" : "en";
}
