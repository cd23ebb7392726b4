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
  if (USUAL_TAG.test(text)) return true;
  if (text.length > LIMITS.languageTagLength) return false;
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false; // RangeError: not a language tag
  }
}

/** A language, a script and a region: `Intl` takes a hundredth of a millisecond to look at a tag. */
const USUAL_TAG = /^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?$/i;

/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT_SCRIPTS = ["Adlm", "Arab", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa"];

/**
 * The writing direction of a language, by the script in which it is usually written.
 *
 * @param languageTag a BCP 47 tag
 * @throws {RangeError} The text is not a language tag
 */
export function textDirection(languageTag: string): "ltr" | "rtl" {
  const { script } = new Intl.Locale(languageTag).maximize();
  return script !== undefined && RIGHT_TO_LEFT_SCRIPTS.includes(script) ? "rtl" : "ltr";
}
