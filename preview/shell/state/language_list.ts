import { LIMITS } from "../../../core/contract/mod.ts";
import { quote } from "../../../core/errors/mod.ts";
import { isLanguageTag } from "../../../core/manifest/mod.ts";

/** A list of language tags, or why a text is not one. */
type LanguageList =
  | { readonly languages: readonly string[]; readonly error: null }
  | { readonly languages: null; readonly error: string };

/**
 * Reads a comma-separated list of language tags in order of preference (preview specification, "Language controls"). An
 * empty text is the empty list. Tags are converted to their canonical form, and duplicates are removed.
 */
export function parseLanguageList(text: string): LanguageList {
  if (text.trim() === "") return { languages: [], error: null };
  const tags = text.split(",").map((tag) => tag.trim());
  const wrong = tags.find((tag) => !isLanguageTag(tag));
  if (wrong === "") return reject(text, "a language tag is missing beside a comma");
  if (wrong !== undefined) return reject(wrong, "it is not a language tag such as de, pt-BR or zh-Hans");
  const languages = Intl.getCanonicalLocales(tags);
  if (languages.length > LIMITS.languages) {
    return reject(text, `it has more than ${LIMITS.languages} languages`);
  }
  return { languages, error: null };
}

function reject(text: string, reason: string): LanguageList {
  return { languages: null, error: `Cannot use ${quote(text)}: ${reason}` };
}
