import { LIMITS } from "../contract/mod.ts";

/**
 * Whether a text is a well-formed BCP 47 language tag of at most 64 characters, by the rules of `Intl`.
 *
 * @example
 * ```ts
 * import { isLanguageTag } from "@tck/tckb";
 * isLanguageTag("zh-Hans-CN"); // true
 * isLanguageTag("en_US"); // false
 * ```
 */
export function isLanguageTag(text: string): boolean {
  if (text.length > LIMITS.languageTagLength) return false;
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false; // RangeError: not a language tag
  }
}
