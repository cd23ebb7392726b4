import { LIMITS } from "../../../core/contract/mod.ts";
import { isLanguageTag } from "../../../core/manifest/mod.ts";

/** A list of language tags, or why a text is none. */
export type LanguageList =
  | { readonly languages: readonly string[]; readonly error: null }
  | { readonly languages: null; readonly error: string };

/**
 * Reads a comma-separated list of language tags in order of preference (preview specification, "Language controls"). An
 * empty text is the empty list. Tags are brought to their canonical form, and each counts once.
 */
export function parseLanguageList(text: string): LanguageList {
  if (text.trim() === "") return { languages: [], error: null };
  const tags = text.split(",").map((tag) => tag.trim());
  const wrong = tags.find((tag) => !isLanguageTag(tag));
  if (wrong === "") return refuse(text, "a language tag is missing beside a comma");
  if (wrong !== undefined) return refuse(wrong, "it is not a language tag such as de, pt-BR or zh-Hans");
  const languages = Intl.getCanonicalLocales(tags);
  if (languages.length > LIMITS.languages) {
    return refuse(text, `it has more than ${LIMITS.languages} languages`);
  }
  return { languages, error: null };
}

function refuse(text: string, reason: string): LanguageList {
  const quoted = JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text);
  return { languages: null, error: `Cannot use ${quoted}: ${reason}` };
}
